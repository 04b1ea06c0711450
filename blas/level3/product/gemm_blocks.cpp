#include "blas/level3/product/gemm_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "blas/cost/plan.hpp"
#include "blas/tiles/device_grid.hpp"
#include "kernels/emulated/moduli.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kSmallestBlock = 16;
constexpr std::int64_t kTilesAtOnce = 8;

std::int64_t largest_tile(const DeviceModel& device, std::int64_t element) {
    const std::int64_t elements = std::min(device.memory / kTilesAtOnce, device.largest_slot) / element;
    auto order = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
    if (order > 64) order -= order % 64;
    if (order >= kSmallestBlock) return order;
    const std::int64_t needed = kTilesAtOnce * kSmallestBlock * kSmallestBlock * element;
    throw too_little_memory("a matrix product", static_cast<double>(needed), device);
}

/// The largest order of a tile with elements of the given number of bytes.
std::int64_t largest_tile(ElementType type, std::int64_t element, const Target& target) {
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    bool any = false;
    bool all_lost = true;
    for (const DeviceModel& device : target.devices) {
        all_lost = all_lost && !device.available;
        if (!computes(device, type)) continue;
        most = std::min(most, largest_tile(device, element));
        any = true;
    }
    if (all_lost) throw Error(ErrorCode::device_lost, "all devices were lost");
    if (!any)
        throw Error(
            ErrorCode::invalid_argument,
            "none of the devices supports double precision; set HG_DEVICES=host to compute on the CPU");
    return most;
}

}  // namespace

std::int64_t largest_gemm_tile(ElementType type, const Target& target) {
    return largest_tile(type, size_of(type), target);
}

std::int64_t largest_gemm_tile(const GemmProblem& problem, const Target& target) {
    const bool emulated = problem.arithmetic == Arithmetic::emulated;
    const std::int64_t residues =
        emulated ? kernels::real_products(problem.type) * kernels::moduli_for(problem.type) : 0;
    return largest_tile(problem.type, size_of(problem.type) + residues, target);
}

GemmBlocks nominal_gemm_blocks(const GemmProblem& problem, std::int64_t most) {
    if (problem.block > 0) {
        const std::int64_t block = std::min(problem.block, most);
        return {block, block, block};
    }
    const auto within = [&](std::int64_t size, std::int64_t largest) {
        return std::min({std::max<std::int64_t>(size, 1), largest, most});
    };
    return {within(problem.m, 4096), within(problem.n, 2048), within(problem.k, 8192)};
}

}  // namespace hg
