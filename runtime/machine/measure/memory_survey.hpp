#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/machine/measure/memory_probe.hpp"
#include "runtime/machine/measure/plateaus.hpp"
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// To be asked before each measurement on a device, with what it is and the share of the device that is done;
/// false ends the survey, and what was measured so far is its result.
using SurveyProgress = std::function<bool(const std::string& what, double share)>;

/// What a survey of a device's memories measures.
struct MemorySurveyOptions {
    std::vector<MemoryOperation> operations;  ///< empty: all. The host device has no memory on the chip.
    std::vector<ElementType> types;           ///< those that the device computes
    std::vector<std::int64_t> sizes;          ///< bytes of a vector, ascending, multiples of 64
    bool curves = true;                       ///< SREAD and SMSET too
};

/// What was measured, in the order in which it was.
struct MemorySurvey {
    std::vector<MemoryResult> results;
    std::vector<MemoryResult> sread;  ///< read of n x n floats, n from 100 to 10000
    std::vector<MemoryResult> smset;  ///< set of such matrices

    /// The results of an operation for a type, by ascending size.
    [[nodiscard]] std::vector<const MemoryResult*> of(MemoryOperation operation, ElementType type) const;
    /// What the device's memory carries: the rate of copy at the largest size, in double precision if it was
    /// measured. 0 if copy was not.
    [[nodiscard]] double memory_rate() const;
    /// What a model of the machine has of it, measured by `command`.
    [[nodiscard]] MemoryRates rates(const std::string& command) const;
};

/// The n of a result of sread or smset.
std::int64_t order_of(const MemoryResult& result);

/// The plateaus of an operation's results.
std::vector<Plateau> plateaus_of(const std::vector<const MemoryResult*>& results);

/// The sizes of a survey if nobody names others: powers of two from 4 KiB to `largest`.
std::vector<std::int64_t> survey_sizes(std::int64_t largest);

/// Measures. Throws as MemoryProbe does.
MemorySurvey survey_memory(DeviceWork& work, const MemorySurveyOptions& options, const SurveyProgress& go_on);

/// Vectors of so many bytes lie beyond every cache of today: what is reached there is the memory's.
inline constexpr std::int64_t kCertainlyMemory = std::int64_t{256} << 20;

/// Bytes/s, read and written, of a copy by all cores between such vectors: the best of a few.
double measure_host_memory();

}  // namespace hg
