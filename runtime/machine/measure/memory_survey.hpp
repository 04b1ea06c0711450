#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/machine/measure/memory_probe.hpp"
#include "runtime/machine/measure/plateaus.hpp"
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// Called before each measurement on a device, with the name of the measurement and the completed share of
/// the device's survey. If it returns false, the survey ends with the results so far.
using SurveyProgress = std::function<bool(const std::string& what, double share)>;

/// The measurements of a survey of a device's memories.
struct MemorySurveyOptions {
    std::vector<MemoryOperation> operations;  ///< all if empty; the host device has no on-chip memory
    std::vector<ElementType> types;           ///< the types that the device supports
    std::vector<std::int64_t> sizes;          ///< bytes of a vector, ascending, multiples of 64
    bool curves = true;                       ///< also SREAD and SMSET
};

/// The results, in the order of measurement.
struct MemorySurvey {
    std::vector<MemoryResult> results;
    std::vector<MemoryResult> sread;  ///< read of n x n floats, n from 100 to 10000
    std::vector<MemoryResult> smset;  ///< set of such matrices

    /// Returns the results of an operation for a type by ascending size.
    [[nodiscard]] std::vector<const MemoryResult*> of(MemoryOperation operation, ElementType type) const;
    /// Returns the rate of the device's memory: that of copy at the largest size, in double precision if this
    /// was measured; 0 if copy was not measured.
    [[nodiscard]] double memory_rate() const;
    /// Returns the results in the form of the machine model, as measured by `command`.
    [[nodiscard]] MemoryRates rates(const std::string& command) const;
};

/// Returns the n of a result of sread or smset.
std::int64_t order_of(const MemoryResult& result);

/// Returns the plateaus of an operation's results.
std::vector<Plateau> plateaus_of(const std::vector<const MemoryResult*>& results);

/// Returns the default sizes of a survey: powers of two from 4 KiB to `largest`.
std::vector<std::int64_t> survey_sizes(std::int64_t largest);

/// Performs the survey. Throws like MemoryProbe.
MemorySurvey survey_memory(DeviceWork& work, const MemorySurveyOptions& options, const SurveyProgress& go_on);

/// Vectors of this many bytes exceed every current cache, so that the rate is that of the memory.
inline constexpr std::int64_t kCertainlyMemory = std::int64_t{256} << 20;

/// Returns the bytes/s, read and written, of a copy by all cores between such vectors: the best of several
/// copies.
double measure_host_memory();

}  // namespace hg
