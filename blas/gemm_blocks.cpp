#include "blas/gemm_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "runtime/program/error.hpp"

namespace hg {
namespace {

constexpr std::int64_t kSmallestBlock = 16;
constexpr std::int64_t kLargestBlock = 4096;
constexpr std::int64_t kLeastRows = 64;  ///< of C on a device: with less, a device costs more than it gives
constexpr std::int64_t kTilesAtOnce = 8;

bool computes(const DeviceModel& device, ElementType type) {
    return type != ElementType::f64 || device.has_f64;
}

/// The largest order of a square tile such that kTilesAtOnce of them fit the device.
std::int64_t largest_tile(const DeviceModel& device, ElementType type) {
    const std::int64_t elements = std::min(device.memory / kTilesAtOnce, device.largest_slot) / size_of(type);
    auto order = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
    if (order > 64) order -= order % 64;
    if (order >= kSmallestBlock) return order;
    const std::int64_t needed = kTilesAtOnce * kSmallestBlock * kSmallestBlock * size_of(type);
    throw Error(ErrorCode::out_of_memory,
                "a matrix product needs at least " + std::to_string(needed) + " bytes of memory on " +
                    device.name + ", but programs may use " + std::to_string(device.memory) +
                    " bytes there, and " + std::to_string(device.largest_slot) + " bytes in one piece");
}

std::int64_t quarter(std::int64_t size, std::int64_t least, std::int64_t most) {
    return std::min(std::clamp((size + 3) / 4, least, kLargestBlock), most);
}

}  // namespace

BlockBounds gemm_device_rows(const GemmProblem& problem, const Target& target) {
    std::vector<double> rates;
    for (const DeviceModel& device : target.devices)
        rates.push_back(computes(device, problem.type) ? std::max(device.rate(problem.type), 1.0) : 0.0);
    auto working = std::count_if(rates.begin(), rates.end(), [](double rate) { return rate > 0; });
    if (working == 0)
        throw Error(ErrorCode::invalid_argument,
                    "none of the devices computes in double precision; HG_DEVICES=host computes on the CPU");

    const std::int64_t least = problem.block > 0 ? std::min(problem.block, kLeastRows) : kLeastRows;
    for (; working > 1 && problem.m / working < least; --working) {
        // The slowest device that still works stops; of equal ones the last.
        auto slowest = rates.end();
        for (auto rate = rates.begin(); rate != rates.end(); ++rate)
            if (*rate > 0 && (slowest == rates.end() || *rate <= *slowest)) slowest = rate;
        *slowest = 0;
    }
    return split_by_rate(problem.m, rates);
}

GemmBlocks gemm_blocks(const GemmProblem& problem, const Target& target, std::int64_t rows) {
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const DeviceModel& device : target.devices)
        if (computes(device, problem.type)) most = std::min(most, largest_tile(device, problem.type));
    if (problem.block > 0) {
        const std::int64_t block = std::min(problem.block, most);
        return {block, block, block};
    }
    return {quarter(rows, 512, most), quarter(problem.n, 512, most), quarter(problem.k, 256, most)};
}

}  // namespace hg
