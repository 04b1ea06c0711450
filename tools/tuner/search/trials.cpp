#include "tools/tuner/search/trials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/machine/measure/timing.hpp"

namespace hg::kernels {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::infinity();
/// Kernels slower than the best by more than runs differ are no leaders.
constexpr double kNear = 1.15;
/// Of a search's time, for runs of its leaders at most.
constexpr double kRunAgain = 1.0 / 3;

bool faster(const Measured& x, const Measured& y) {
    const bool x_good = x.outcome.verdict == Verdict::good;
    const bool y_good = y.outcome.verdict == Verdict::good;
    return x_good != y_good ? x_good : x_good && x.outcome.seconds < y.outcome.seconds;
}

}  // namespace

Trials::Trials(const TuningProblem& problem, CandidateRunner& runner, const SearchOptions& options,
               const SearchProgress& progress)
    : problem_(problem),
      runner_(runner),
      limit_(options.seconds),
      most_(options.most),
      most_leaders_(static_cast<std::size_t>(std::max(options.leaders, 1))),
      rounds_(options.rounds),
      clock_(options.clock ? options.clock : steady_seconds),
      progress_(progress),
      begin_(clock_()),
      best_(kNoTime) {}

bool Trials::over() const {
    if (measured_.empty()) return false;
    if (most_ > 0 && measured_.size() >= most_) return true;
    const double again = static_cast<double>(std::min(good_, most_leaders_)) * rounds_ * each();
    return elapsed() + std::min(again, kRunAgain * limit_) + each() > limit_;
}

void Trials::expect(const std::vector<TunableKernel>& kernels) {
    std::vector<Candidate> candidates;
    for (const TunableKernel& kernel : kernels)
        if (!knows(kernel.name)) candidates.push_back({kernel, problem_});
    if (!candidates.empty()) runner_.expect(candidates);
}

Outcome Trials::run(const TunableKernel& kernel) {
    const double before = clock_();
    Outcome outcome = runner_.run({kernel, problem_});
    if (outcome.verdict == Verdict::good) {
        spent_on_good_ += clock_() - before;
        ++good_;
    }
    return outcome;
}

double Trials::seconds(const TunableKernel& kernel) {
    const auto [place, unknown] = positions_.try_emplace(kernel.name, measured_.size());
    if (!unknown) {
        const Outcome& outcome = measured_[place->second].outcome;
        return outcome.verdict == Verdict::good ? outcome.seconds : kNoTime;
    }
    if (over()) {
        positions_.erase(place);
        return kNoTime;
    }
    measured_.push_back({kernel, run(kernel)});
    const Outcome& outcome = measured_.back().outcome;
    const double seconds = outcome.verdict == Verdict::good ? outcome.seconds : kNoTime;
    best_ = std::min(best_, seconds);
    report();
    return seconds;
}

void Trials::report() const {
    if (!progress_) return;
    const auto done = static_cast<double>(measured_.size());
    const double in_time = done * limit_ / std::max(elapsed(), 1e-9);
    const double most = planned_ > 0 ? static_cast<double>(planned_) : in_time;
    progress_(measured_.size(), static_cast<std::size_t>(std::max(done, std::min(most, in_time))), best_);
}

/// Positions in measured_, the fastest first.
std::vector<std::size_t> Trials::leaders() const {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < measured_.size(); ++i)
        if (measured_[i].outcome.verdict == Verdict::good && measured_[i].outcome.seconds <= kNear * best_)
            list.push_back(i);
    std::stable_sort(list.begin(), list.end(),
                     [&](std::size_t x, std::size_t y) { return faster(measured_[x], measured_[y]); });
    list.resize(std::min(list.size(), most_leaders_));
    return list;
}

void Trials::run_again(std::size_t leader, std::vector<double>& times) {
    Outcome& outcome = measured_[leader].outcome;
    if (outcome.verdict != Verdict::good) return;
    Outcome again = run(measured_[leader].kernel);
    if (again.verdict == Verdict::good)
        times.push_back(again.seconds);
    else
        outcome = std::move(again);
}

SearchResult Trials::finish(bool complete) {
    const std::vector<std::size_t> list = leaders();
    std::vector<std::vector<double>> times(list.size());
    const double each_round = static_cast<double>(list.size()) * each();
    for (int round = 0; round < rounds_ && list.size() > 1 && elapsed() + each_round <= limit_; ++round)
        for (std::size_t i = 0; i < list.size(); ++i) run_again(list[i], times[i]);
    SearchResult result{.measured = {}, .complete = complete};
    for (std::size_t i = 0; i < list.size(); ++i) {
        Measured& leader = measured_[list[i]];
        if (!times[i].empty() && leader.outcome.verdict == Verdict::good)
            leader.outcome.seconds = median(times[i]);
        result.measured.push_back(leader);
    }
    const auto count = static_cast<std::ptrdiff_t>(result.measured.size());
    for (std::size_t i = 0; i < measured_.size(); ++i)
        if (std::find(list.begin(), list.end(), i) == list.end()) result.measured.push_back(measured_[i]);
    std::stable_sort(result.measured.begin(), result.measured.begin() + count, faster);
    std::stable_sort(result.measured.begin() + count, result.measured.end(), faster);
    // A leader that failed when it ran again is none.
    std::stable_partition(result.measured.begin(), result.measured.end(),
                          [](const Measured& m) { return m.outcome.verdict == Verdict::good; });
    return result;
}

}  // namespace hg::kernels
