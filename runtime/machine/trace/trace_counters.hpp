#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/trace/register_use.hpp"
#include <hg/runtime/machine/watched_run.hpp>

namespace hg {

/// Counters of a trace for each device: bytes of its memory that registers in use take, and the rates of its
/// links and of the host's copies for it. A batch of runs gets at most kMost values a counter, each the
/// average over an equal part of the batch's time.
class TraceCounters {
  public:
    static constexpr int kMost = 512;

    /// Appends the counters of runs as elements of a JSON array. `uses` belong to the
    /// runs. The batch begins where the one before it ended.
    void append(const std::vector<const WatchedRun*>& runs, const std::vector<std::vector<RegisterUse>>& uses,
                std::string& text);

  private:
    enum class Counter { memory, link_in, link_out, copies };
    using Key = std::pair<int, Counter>;  ///< a device's counter

    /// A rate or an amount of memory that lasts for a time.
    struct Span {
        double begin = 0;
        double end = 0;
        double value = 0;
    };
    using Spans = std::map<Key, std::vector<Span>>;

    static void add_rates(const WatchedRun& run, Spans& spans);
    static void add_memory(const WatchedRun& run, const std::vector<RegisterUse>& uses, Spans& spans);
    void append_values(const Key& key, const std::vector<Span>& spans, std::string& text);

    std::map<Key, double> ends_;  ///< of each counter's last value, in seconds on the trace's axis
};

}  // namespace hg
