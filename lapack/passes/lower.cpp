#include "lapack/passes/lower.hpp"

#include <algorithm>

namespace hg {
namespace {

using Kind = TileOperation::Kind;

void append(const TileOperation& op, BlockColumns& A, TileKernels& kernels) {
    switch (op.kind) {
        case Kind::factor:
            return kernels.factor(op);
        case Kind::permute:
            return kernels.permute(op);
        case Kind::reflect:
            return kernels.reflect(op);
        case Kind::solve:
            return kernels.solve(op);
        case Kind::update:
            return kernels.update(op);
        case Kind::copy:
            return is_exchange(op) ? kernels.exchange(op) : A.load(op.writes.cols);
        case Kind::store:
            return kernels.store(op);
    }
}

}  // namespace

void lower(const TileOperations& list, ProgramBuilder& builder, BlockColumns& A, TileKernels& kernels) {
    auto arriving = std::ranges::count_if(list, is_load);
    for (const TileOperation& op : list) {
        builder.use_queue(op.queue);
        append(op, A, kernels);
        if (is_load(op) && --arriving == 0) kernels.all_loaded();
    }
    builder.use_queue(QueueKind::exec);
}

}  // namespace hg
