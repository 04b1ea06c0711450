#include "blas/level2/matrix_vector_parts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/tiles/device_grid.hpp"

namespace hg {
namespace {

/// Blocks of vectors begin at multiples of this, so that they can be windows.
constexpr std::int64_t kAlignment = 16;

}  // namespace

std::vector<DeviceIndex> matrix_vector_devices(ElementType type, const Target& target) {
    std::vector<DeviceIndex> devices{first_device_for(type, target)};
    for (DeviceIndex d = devices[0] + 1; d < target.devices.size(); ++d)
        if (computes(target.devices[d], type)) devices.push_back(d);
    return devices;
}

MatrixVectorParts::MatrixVectorParts(const MatrixVectorProblem& of, const Target& target,
                                     const kernels::Database& tuned, std::int64_t block, std::size_t count)
    : problem(of), database(&tuned), devices(matrix_vector_devices(of.type, target)), builder(target) {
    devices.resize(count);
    const bool is_gemv = of.routine == "gemv", is_ger = of.routine.starts_with("ger");
    A = {.type = of.type,
         .rows = split_evenly(of.m, block, kAlignment),
         .cols = split_evenly(of.n, block, kAlignment)};
    if (!is_gemv && !is_ger) A.part = part_of(of.uplo);
    const bool by_rows = is_gemv && of.op == Op::none;
    if (of.product) {
        A.parameter = builder.matrix("A", of.type, of.m, of.n);
        x.emplace(builder, tuned, "x", of.type, by_rows ? A.cols : A.rows, of.x);
    }
    constexpr std::array<std::string_view, 4> kOthersWithY{"symv", "hemv", "syr2", "her2"};
    if (is_gemv || is_ger || std::ranges::find(kOthersWithY, of.routine) != kOthersWithY.end())
        y.emplace(builder, tuned, "y", of.type, by_rows ? A.rows : A.cols, of.y);
}

RegisterId MatrixVectorParts::tile(DeviceIndex device, std::size_t i, std::size_t j) {
    const HostTile host = A.tile(i, j);
    const RegisterId r = builder.reg(device, problem.type, host.rows, host.cols);
    builder.load(r, host);
    return r;
}

RegisterId MatrixVectorParts::tile_of_op(DeviceIndex device, std::size_t i, std::size_t j) {
    return problem.op == Op::none ? tile(device, i, j) : tile(device, j, i);
}

VectorBlocks MatrixVectorParts::y_before(DeviceIndex device, const Blocks& blocks) {
    return problem.reads_y ? y->load(device, blocks) : y->open(device, blocks);
}

std::vector<ConsecutiveShare> MatrixVectorParts::divide(std::size_t blocks) const {
    std::vector<ConsecutiveShare> shares(std::min(devices.size(), blocks));
    for (std::size_t s = 0; s < shares.size(); ++s)
        shares[s] = {devices[s], {s * blocks / shares.size(), (s + 1) * blocks / shares.size()}};
    return shares;
}

std::vector<TriangleShare> MatrixVectorParts::divide_triangle(bool grows) const {
    const std::size_t count = A.block_rows();
    std::vector<TriangleShare> shares(std::min(devices.size(), count));
    for (std::size_t s = 0; s < shares.size(); ++s) shares[s].device = devices[s];
    for (std::size_t length = count; length > 0; --length) {
        TriangleShare& least = *std::ranges::min_element(shares, {}, &TriangleShare::tiles);
        least.blocks.push_back(grows ? length - 1 : count - length);
        least.tiles += length;
    }
    return shares;
}

}  // namespace hg
