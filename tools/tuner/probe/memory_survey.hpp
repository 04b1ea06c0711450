#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/tuner/probe/memory_probe.hpp"
#include "tools/tuner/probe/plateaus.hpp"

namespace hg::kernels {

/// What a survey of a device's memories measures.
struct MemorySurveyOptions {
    /// Names of operations, "local", "private"; empty: all. The host device has no local memory.
    std::vector<std::string> functions;
    std::vector<ElementType> types;   ///< those that the device computes
    std::vector<std::int64_t> sizes;  ///< bytes of a vector, ascending, multiples of 64
    bool curves = true;               ///< SREAD and SMSET too
};

/// What was measured, in the order in which it was.
struct MemorySurvey {
    std::vector<MemoryResult> results;
    std::vector<MemoryResult> sread;  ///< read of n x n floats, n from 100 to 10000
    std::vector<MemoryResult> smset;  ///< set of such matrices

    /// The results of a function for a type, by ascending size.
    [[nodiscard]] std::vector<const MemoryResult*> of(const std::string& function, ElementType type) const;
    /// What the device's memory carries: the rate of copy at the largest size, in double precision if it was
    /// measured. 0 if copy was not.
    [[nodiscard]] double memory_rate() const;
};

/// The names of all functions: kMemoryOperations, "local", "private".
std::vector<std::string> memory_functions();

/// The n of a result of sread or smset.
std::int64_t order_of(const MemoryResult& result);

/// The plateaus of a function's results.
std::vector<Plateau> plateaus_of(const std::vector<const MemoryResult*>& results);

/// The sizes of a survey if nobody names others: powers of two from 4 KiB to `largest`.
std::vector<std::int64_t> survey_sizes(std::int64_t largest);

/// Measures. `go_on` is asked before each measurement, with what it is and the share that is done; false ends the survey, and what was
/// measured so far is its result. Throws as MemoryProbe does.
MemorySurvey survey_memory(DeviceWork& work, const MemorySurveyOptions& options,
                           const std::function<bool(const std::string& what, double share)>& go_on);

}  // namespace hg::kernels
