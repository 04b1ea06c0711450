#include "lapack/passes/distribute.hpp"

#include <algorithm>
#include <set>

namespace hg {
namespace {

using Kind = TileOperation::Kind;

}  // namespace

TileOperations distribute(const TileOperations& operations, const Distribution& distribution) {
    const auto& [blocks, held, rows, unit] = distribution;
    TileOperations list;
    for (const BlockColumn& b : blocks)
        for (std::int64_t c = b.first; overlap(held, Span{b.first, b.end()}) && c < b.end(); c += unit)
            list.push_back({.kind = Kind::copy,
                            .writes = {{0, rows}, {c, std::min(c + unit, b.end())}},
                            .device = b.device});
    for (TileOperation op : operations) {
        const Span cols = op.writes.cols;
        if (!overlap(held, cols)) continue;
        op.device = blocks[block_at(blocks, cols.begin)].device;
        list.push_back(op);
        if (op.kind != Kind::factor) continue;
        std::set<DeviceIndex> sent{op.device};
        for (const BlockColumn& b : blocks)
            if (overlap(Span{cols.end, held.end}, Span{b.first, b.end()}) && sent.insert(b.device).second)
                list.push_back(
                    {.kind = Kind::copy, .writes = op.writes, .device = b.device, .from = op.device});
    }
    return list;
}

}  // namespace hg
