#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

// A routine lists its candidates as data, and a function builds the program of a candidate. plan() skips
// candidates that do not fit the devices' memory, and takes the first of the others or the fastest in
// simulation.

namespace hg {

/// The time of a candidate that does not fit the devices' memory.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Returns build(), or nothing if it throws Error{out_of_memory}, which is then stored in `fault`.
template <class Build>
std::optional<std::invoke_result_t<Build>> if_it_fits(const Build& build,
                                                      std::optional<Error>* fault = nullptr) {
    try {
        return build();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
        if (fault != nullptr) *fault = error;
        return std::nullopt;
    }
}

/// Returns build(candidate) for the first candidate that fits the devices' memory. There must be at least one
/// candidate; they are in order of preference. If none fits, throws the Error{out_of_memory} of the last one.
template <class List, class Build>
auto plan(const List& candidates, const Build& build) {
    std::optional<Error> fault;
    for (const auto& candidate : candidates)
        if (auto built = if_it_fits([&] { return build(candidate); }, &fault)) return *std::move(built);
    throw *std::move(fault);
}

/// The candidates for one number of devices: the fastest is taken. Those that can be compared by == are built
/// only once.
template <class Candidate>
struct Candidates {
    std::vector<Candidate> list{};
    double least_seconds = 0;  ///< a lower bound of the time of each candidate
    /// If a candidate takes this many times as long as the best one, the rest of the list is skipped.
    double much_worse = kNever;
    std::vector<Candidate> otherwise{};  ///< used if no candidate of the list fits the devices' memory
    /// Further candidates, derived from the best one and its seconds (or from the last one and kNever if none
    /// fits). The search continues as long as they are faster by a significant share.
    std::function<std::vector<Candidate>(const Candidate&, double)> neighbours{};

    [[nodiscard]] bool is_one() const noexcept { return list.size() + otherwise.size() == 1 && !neighbours; }
};

/// A candidate with its program.
template <class Candidate, class Result = Program>
struct Planned {
    Candidate candidate;
    Result program;
};

/// Returns the seconds of programs in simulation on a target, times Target::learned. Pinned matrices need no
/// staging.
class Simulator {
  public:
    Simulator(Target target, bool pinned);

    [[nodiscard]] double operator()(const Program& program) const;
    [[nodiscard]] const Target& target() const noexcept { return target_; }

  private:
    Target target_;
};

/// Returns the number of devices for which a program has commands.
std::size_t devices_in_use(const Program& program);

/// Returns groups for 1, 2, ..., `most` devices, for a call with the given flops on devices of at most `rate`
/// flop/s each. 0 flops: unknown.
std::vector<Candidates<std::size_t>> device_counts(std::size_t most, double flops = 0, double rate = 1);

/// Returns the position of the group of candidates to run, given a lower bound of each group's seconds.
/// Groups are ordered by their number of devices, and there is at least one. seconds_of(i) simulates group i
/// and returns kNever if none of its candidates fits. Several threads call it concurrently, for the most
/// promising groups first; groups that are too slow by their lower bounds are skipped, which does not change
/// the result. More devices must be faster, on GPUs by more than the error of the simulation: a twentieth and
/// 0.3 ms. If no group fits, returns 0. Throws what seconds_of() threw for the smallest position.
std::size_t fastest_group(std::span<const double> least_seconds, const Target& target,
                          const std::function<double(std::size_t)>& seconds_of);

/// Returns the Error{out_of_memory} of `work`, such as "a QR factorization of 3 x 2 elements", which needs
/// the given number of bytes on a device.
Error too_little_memory(const std::string& work, double bytes, const DeviceModel& device);

/// Finds the fastest of the candidates for one number of devices.
template <class Candidate, class Build, class Simulate>
class CandidateSearch {
    using Result = std::invoke_result_t<Build, const Candidate&>;

  public:
    CandidateSearch(const Candidates<Candidate>& candidates, const Build& build, const Simulate& simulate)
        : candidates_(candidates), build_(build), simulate_(simulate) {}

    /// Returns the seconds of the fastest candidate; kNever if none fits the devices' memory.
    double run() {
        compare(candidates_.list);
        if (!program_) compare(candidates_.otherwise);
        while (candidates_.neighbours) {
            const double before = seconds_;
            compare(candidates_.neighbours(*best_, before));
            if (seconds_ >= kWorthwhile * before) break;
        }
        return seconds_;
    }

    /// Returns the fastest candidate. Throws the Error{out_of_memory} of the last candidate if none fits.
    Planned<Candidate, Result> result() && {
        if (!program_) throw *std::move(fault_);
        return {*std::move(best_), *std::move(program_)};
    }

  private:
    static constexpr double kWorthwhile = 0.995;

    void compare(const std::vector<Candidate>& list) {
        for (const Candidate& candidate : list) {
            if (was_seen(candidate)) continue;
            std::optional<Result> program = if_it_fits([&] { return build_(candidate); }, &fault_);
            const double seconds = program ? simulate_(*program) : kNever;
            if (seconds > candidates_.much_worse * seconds_) break;
            if (program_ && seconds >= seconds_) continue;
            best_ = candidate;
            program_ = std::move(program);
            seconds_ = seconds;
        }
    }

    bool was_seen(const Candidate& candidate) {
        if constexpr (std::equality_comparable<Candidate>) {
            if (std::find(seen_.begin(), seen_.end(), candidate) != seen_.end()) return true;
            seen_.push_back(candidate);
        }
        return false;
    }

    const Candidates<Candidate>& candidates_;
    const Build& build_;
    const Simulate& simulate_;
    std::vector<Candidate> seen_{};
    std::optional<Candidate> best_{};  ///< the last candidate if none fits yet
    std::optional<Result> program_{};
    std::optional<Error> fault_{};
    double seconds_ = kNever;
};

/// Returns the candidate that is fastest in simulation, with its program. Groups are ordered as for
/// fastest_group(), with at least one candidate in total; simulate(program) returns the seconds on
/// simulate.target(). A single candidate is not simulated. If no candidate fits the devices' memory, throws
/// the Error{out_of_memory} of the first group's last one.
template <class Candidate, class Build, class Simulate>
auto plan(const std::vector<Candidates<Candidate>>& groups, const Build& build, const Simulate& simulate)
    -> Planned<Candidate, std::invoke_result_t<Build, const Candidate&>> {
    if (groups.size() == 1 && groups.front().is_one()) {
        const Candidates<Candidate>& only = groups.front();
        const Candidate& candidate = only.list.empty() ? only.otherwise.front() : only.list.front();
        return {candidate, build(candidate)};
    }
    std::vector<double> least_seconds;
    std::vector<CandidateSearch<Candidate, Build, Simulate>> searches;
    for (const Candidates<Candidate>& group : groups) {
        least_seconds.push_back(group.least_seconds);
        searches.emplace_back(group, build, simulate);
    }
    const std::size_t best =
        fastest_group(least_seconds, simulate.target(), [&](std::size_t i) { return searches[i].run(); });
    return std::move(searches[best]).result();
}

}  // namespace hg
