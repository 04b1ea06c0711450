#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/tuner/search/search_options.hpp"
#include "tools/tuner/search/search_result.hpp"

namespace hg::kernels {

/// The kernels that one search has measured, none twice, and its time.
class Trials {
  public:
    Trials(const TuningProblem& problem, CandidateRunner& runner, const SearchOptions& options,
           const SearchProgress& progress);

    /// The kernel's seconds, measured if they are not known yet; infinity for one that is not good, or
    /// when the time is over.
    double seconds(const TunableKernel& kernel);
    [[nodiscard]] bool knows(const std::string& kernel) const { return positions_.contains(kernel); }
    /// Tells the runner which kernels come next; those that are known are left out.
    void expect(const std::vector<TunableKernel>& kernels);

    /// True when no kernel can be measured any more and the leaders run again within the time given. Their
    /// runs are left a third of it at most: if kernels are slow, new ones tell more.
    [[nodiscard]] bool over() const;
    /// About how many kernels there are to measure, for the progress; 0: as many as the time allows.
    void plan(std::size_t kernels) { planned_ = kernels; }
    [[nodiscard]] double best() const noexcept { return best_; }
    /// What is known so far, in the order of measurement.
    [[nodiscard]] const std::vector<Measured>& measured() const noexcept { return measured_; }

    /// Runs the leaders again, interleaved, as often as ends in time, and orders all kernels: the leaders by
    /// the median of their new times, then the other good ones by time, then the rest.
    SearchResult finish(bool complete);

  private:
    Outcome run(const TunableKernel& kernel);
    void report() const;
    [[nodiscard]] double elapsed() const { return clock_() - begin_; }
    /// Seconds that a good kernel takes to check and time.
    [[nodiscard]] double each() const { return good_ > 0 ? spent_on_good_ / static_cast<double>(good_) : 0; }
    [[nodiscard]] std::vector<std::size_t> leaders() const;
    void run_again(std::size_t leader, std::vector<double>& times);

    TuningProblem problem_;
    CandidateRunner& runner_;
    double limit_;
    std::size_t most_;
    std::size_t most_leaders_;
    int rounds_;
    std::function<double()> clock_;
    SearchProgress progress_;
    double begin_;
    std::vector<Measured> measured_;
    std::map<std::string, std::size_t> positions_;  ///< in measured_, by name
    std::size_t planned_ = 0;
    double best_;
    double spent_on_good_ = 0;  ///< seconds that good kernels took to check and time
    std::size_t good_ = 0;
};

}  // namespace hg::kernels
