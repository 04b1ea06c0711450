#include "runtime/machine/measure/memory_probe.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "runtime/machine/measure/kernels/memory_pattern.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMostSums = std::int64_t{1} << 20;
constexpr double kLongLaunch = 0.5e-3;  ///< seconds; for longer launches only few kernels are tried
constexpr std::size_t kPromising = 3;
constexpr double kSharedSeconds = 1e-3;  ///< the seconds of a launch that reads a vector repeatedly
constexpr int kMostPasses = 1 << 12;
constexpr std::int64_t kColumn = 1024;

/// A kernel that may be the fastest for an operation.
struct Variant {
    int piece;  ///< bytes moved at once; at least an element
    int unroll;
    int items;
    int groups;  ///< the work-groups for each compute unit
};
using Variants = std::span<const Variant>;

// A few persistent work-groups suit large vectors; many small ones suit short vectors.
constexpr Variant kGpuStreams[]{{16, 4, 256, 8},  {16, 2, 512, 4},  {16, 8, 256, 4},   {16, 1, 1024, 2},
                                {16, 4, 512, 64}, {16, 1, 256, 64}, {16, 2, 1024, 32}, {16, 1, 64, 32},
                                {8, 4, 256, 16},  {8, 1, 128, 32}};
constexpr Variant kGpuSingles[]{{1, 4, 256, 8}, {1, 8, 256, 8}, {1, 4, 512, 4}, {1, 1, 128, 32}};
constexpr Variant kGpuShared[]{{16, 1, 256, 8}, {16, 4, 256, 8}, {16, 8, 256, 4}, {16, 4, 512, 4}};
constexpr Variant kGpuOnChip[]{{16, 8, 256, 4}, {16, 4, 512, 2}, {16, 2, 1024, 1}};
// On a CPU, a work-item is an iteration of a loop.
constexpr Variant kCpuStreams[]{{64, 4, 16, 8}, {8, 1, 256, 8}};
constexpr Variant kCpuSingles[]{{1, 4, 64, 8}};
constexpr Variant kCpuShared[]{{64, 4, 4, 1}};
constexpr Variant kCpuOnChip[]{{16, 4, 64, 4}};

Variants variants_of(MemoryOperation operation, bool gpu) {
    if (is_on_chip(operation)) return gpu ? Variants(kGpuOnChip) : Variants(kCpuOnChip);
    if (operation == MemoryOperation::shared) return gpu ? Variants(kGpuShared) : Variants(kCpuShared);
    if (traits_of(operation).is_permuted) return gpu ? Variants(kGpuSingles) : Variants(kCpuSingles);
    return gpu ? Variants(kGpuStreams) : Variants(kCpuStreams);
}

/// Returns the kernels from which the fastest is chosen on a device of this kind.
std::vector<MemoryKernel> candidates(MemoryOperation operation, ElementType type, const DeviceInfo& device) {
    std::vector<MemoryKernel> kernels;
    for (const Variant& v : variants_of(operation, device.is_gpu)) {
        const int vector = std::max(1, v.piece / static_cast<int>(size_of(type)));
        const int groups = v.groups * static_cast<int>(std::max<std::int64_t>(1, device.compute_units));
        const MemoryKernel k{operation, type, vector, v.unroll, v.items, groups};
        const bool fits = v.items <= device.max_work_group &&
                          (!is_on_chip(operation) || size_of(type) * chunk_of(k) <= device.local_memory);
        if (device.is_host || fits) kernels.push_back(k);  // the host device can run any instruction
    }
    return kernels;
}

/// Returns a register for a vector of n elements. A very long one has several columns, because row counts
/// have 31 bits.
Register shape_of(ElementType type, std::int64_t n) {
    const bool one = n <= std::int64_t{1} << 30;
    const std::int64_t rows = one ? n : kColumn;
    return {type, 0, rows, one ? 1 : n / kColumn, rows};
}

}  // namespace

MemoryProbe::MemoryProbe(DeviceWork& work, std::int64_t largest)
    : work_(work), largest_(largest), counts_(work.device().allocate(kMostSums * size_of(ElementType::i32))) {
    for (auto& vector : vectors_) vector = work_.device().allocate(largest);
}

LiveRegister MemoryProbe::vector(std::size_t which, ElementType type, std::int64_t n) const {
    return {shape_of(type, n), vectors_[which].get()};
}

LiveRegister MemoryProbe::counts(std::int64_t rows) const {
    return {{ElementType::i32, 0, rows, 1, rows}, counts_.get()};
}

/// Returns the sum of the first `rows` counts modulo 2^32.
std::int64_t MemoryProbe::total(std::int64_t rows) {
    std::vector<std::uint32_t> values(static_cast<std::size_t>(rows));
    work_.store(counts(rows), values.data());
    std::uint32_t sum = 0;
    for (const std::uint32_t value : values) sum += value;
    return sum;
}

KernelCall MemoryProbe::call_of(const MemoryKernel& k, std::int64_t n) const {
    KernelCall call{memory_kernel(k), {}, {}};
    if (k.operation != MemoryOperation::set) call.registers.push_back(vector(0, k.type, n));
    if (traits_of(k.operation).vectors == 3) call.registers.push_back(vector(1, k.type, n));
    call.registers.push_back(traits_of(k.operation).sums ? counts(groups_of(k, n)) : vector(2, k.type, n));
    if (!call.instruction->scalars.empty()) call.scalars = {ScalarValue(kMeasuredFactor)};
    if (k.operation == MemoryOperation::shared) call.scalars = {ScalarValue(1.0)};
    return call;
}

void MemoryProbe::fill(ElementType type) {
    if (filled_ == type) return;
    const InstructionPtr pattern = memory_pattern(type);
    work_.prepare(*pattern);
    const std::int64_t n = largest_ / size_of(type);
    const KernelCall calls[]{{pattern, {vector(0, type, n)}, {ScalarValue(0.0)}},
                             {pattern, {vector(1, type, n)}, {ScalarValue(double{kSecondShift})}}};
    work_.run(calls);
    filled_ = type;
}

/// Overwrites C, runs the kernel and checks the result.
void MemoryProbe::require_right(const MemoryKernel& k, std::int64_t n) {
    const KernelCall call = call_of(k, n);
    std::int64_t faults = 0;
    if (traits_of(k.operation).sums) {
        work_.run({&call, 1});
        const std::int64_t groups = groups_of(k, n);
        const std::int64_t times = k.operation == MemoryOperation::shared ? groups : 1;
        const std::int64_t used = elements_used(k.operation, n);
        faults = total(groups) != static_cast<std::uint32_t>(pattern_sum(used) * times);
    } else {
        const MemoryOperationTraits& result = traits_of(k.operation);
        const KernelCall clear{memory_pattern(k.type), {vector(2, k.type, n)}, {ScalarValue(1.0)}};
        const KernelCall count{memory_faults(k.type),
                               {vector(2, k.type, n), counts(kPatternGroups)},
                               {ScalarValue(result.p), ScalarValue(result.q), ScalarValue(result.r)}};
        work_.prepare(*count.instruction);
        const KernelCall calls[]{clear, call, count};
        work_.run(calls);
        const Geometry geometry = count.instruction->geometry({std::vector{call.registers.back().shape}, {}});
        faults = total(static_cast<std::int64_t>(geometry.global[0] / geometry.local[0]));
    }
    if (faults != 0)
        throw Error(ErrorCode::device_failed, call.instruction->name + ": wrong results for vectors of " +
                                                  std::to_string(n) + " elements");
}

/// Returns each kernel with the seconds of a launch, the fastest first.
std::vector<MemoryProbe::Trial> MemoryProbe::trials(MemoryOperation operation, ElementType type,
                                                    std::int64_t n) {
    Promising& promising = promising_[{operation, type}];
    if (promising.kernels.empty() || n < promising.n)
        promising.kernels = candidates(operation, type, work_.info());
    promising.n = n;
    std::vector<Trial> tried;
    for (const MemoryKernel& k : promising.kernels) {
        if (operation == MemoryOperation::shared && n % chunk_of(k) != 0) continue;
        const KernelCall call = call_of(k, n);
        work_.prepare(*call.instruction);
        if (std::ranges::find(sound_, call.instruction->name) == sound_.end()) {
            require_right(k, n);
            sound_.push_back(call.instruction->name);
        }
        tried.push_back({k, work_.launch_seconds(call)});
    }
    std::ranges::sort(tried, {}, &Trial::seconds);
    if (!tried.empty() && tried.front().seconds > kLongLaunch && tried.size() > kPromising) {
        promising.kernels.clear();
        for (std::size_t i = 0; i < kPromising; ++i) promising.kernels.push_back(tried[i].kernel);
    }
    return tried;
}

MemoryResult MemoryProbe::measure(MemoryOperation operation, ElementType type, std::int64_t size) {
    if (is_on_chip(operation)) return measure_on_chip(operation, type);
    fill(type);
    std::int64_t n = std::min(size, largest_) / size_of(type);
    if (n > std::int64_t{1} << 30) n -= n % kColumn;
    const std::vector<Trial> tried = trials(operation, type, n);
    if (tried.empty())
        throw Error(
            ErrorCode::invalid_argument,
            std::string(name(operation)) + ": no kernel takes vectors of " + std::to_string(size) + " bytes");
    const MemoryKernel& best = tried.front().kernel;
    require_right(best, n);
    KernelCall call = call_of(best, n);
    double passes = traits_of(operation).vectors;
    if (operation == MemoryOperation::shared) {
        const double sweeps =
            std::clamp(std::floor(kSharedSeconds / tried.front().seconds), 1.0, 1.0 * kMostPasses);
        call.scalars = {ScalarValue(sweeps)};
        passes = sweeps * best.groups;
    }
    MemoryResult result{operation, type, n * size_of(type), 0, {}, call.instruction->name};
    result.bytes = passes * static_cast<double>(elements_used(operation, n) * size_of(type));
    result.times = work_.launch_times(call, {});
    return result;
}

MemoryResult MemoryProbe::measure_on_chip(MemoryOperation operation, ElementType type) {
    constexpr std::int64_t kSteps = 1024;
    MemoryResult best;
    best.operation = operation;
    best.type = type;
    for (const MemoryKernel& k : candidates(operation, type, work_.info())) {
        const std::int64_t items = std::int64_t{k.items} * k.groups;
        const KernelCall call{
            memory_kernel(k), {counts(items)}, {ScalarValue(1.0 * kSteps), ScalarValue(1.0)}};
        work_.prepare(*call.instruction);
        work_.run({&call, 1});
        std::int64_t wanted = 0;
        for (std::int64_t item = 0; item < 4; ++item) wanted += items / 4 * on_chip_sum(k, item, kSteps);
        if (total(items) != static_cast<std::uint32_t>(wanted))
            throw Error(ErrorCode::device_failed, call.instruction->name + ": wrong results");
        const double bytes = static_cast<double>(size_of(type) * chunk_of(k)) * k.groups * kSteps;
        const MemoryResult result{operation, type, 0, bytes, work_.launch_times(call, {}), name(k)};
        if (best.times.samples == 0 || result.rate() > best.rate()) best = result;
    }
    return best;
}

}  // namespace hg
