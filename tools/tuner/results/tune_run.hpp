#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tuner.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

/// How many candidates went which way.
struct VerdictCounts {
    std::size_t good = 0, wrong = 0, rejected = 0, crashed = 0, timed_out = 0;

    void add(const hg::kernels::SearchResult& result);
    [[nodiscard]] std::size_t all() const { return good + wrong + rejected + crashed + timed_out; }
};

/// What `hgctl tune` reports.
struct TuneRun {
    hg::DeviceInfo device;
    hg::kernels::TuneReport report;
    hg::kernels::TuneOptions options;
    double seconds = 0;
    double memory_rate = 0;  ///< bytes/s that were measured of the device's memory; 0: not known
    std::string saved_to;    ///< the user's database; empty: not saved

    [[nodiscard]] VerdictCounts verdicts() const;
};

/// The fastest kernel of a cell, and the next; null if there is none.
const hg::kernels::Measured* winner(const hg::kernels::TunedCell& cell);
const hg::kernels::Measured* runner_up(const hg::kernels::TunedCell& cell);
/// The kernel that served a cell before it was tuned; null if it was not measured or does not work.
const hg::kernels::Measured* in_use(const hg::kernels::TunedCell& cell);
/// Times of the kernels in use, as multiples of the winners' times.
struct InUse {
    std::size_t cells = 0;  ///< for which both are known
    double median = 0;
    double worst = 0;
};
InUse in_use(const hg::kernels::TuneReport& report);
/// What the routine counts, in a second of a kernel on a cell: flop/s or bytes/s.
double rate(const hg::kernels::TunedCell& cell, const hg::kernels::Measured& measured);
/// "54.20 TFLOP/s" or "3812.0 GB/s", as the routine counts.
std::string rate_text(const hg::kernels::TunableRoutine& routine, double rate);
/// The same of a kernel on a cell; if the memory's rate is known and rates are of bytes, with the share of
/// it: "3812.0 GB/s, 91 %". From caches kernels may read faster than that.
std::string rate_text(const TuneRun& run, const hg::kernels::TunedCell& cell,
                      const hg::kernels::Measured& measured);
/// That share; 0 if it is not known.
double share_of_memory(const TuneRun& run, const hg::kernels::TunableRoutine& routine, double rate);
/// A line for each candidate that computed wrong: which, where, and how.
std::vector<std::string> wrong_lines(const hg::kernels::TuneReport& report);

}  // namespace hgctl
