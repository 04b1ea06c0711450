// Lets each call of each routine by each interface fail at each place that it reaches, one at a time. A call
// ends in the right result, or in an error with its inputs as they were; the next call works.
//
//     faults [--most N] [--most-first N] [--interface PART] [--routine NAME] [--fault PART] [--at POSITION]
//     [--first-calls NAME]
//
// `most` positions of each place are tried, `most-first` of those in first calls, spread evenly, and for each
// interface, routine and type other ones; all of them without it. Exit status 1 and a line for each fault
// that is found; the last line counts.
#include <execinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "faults/fault_points.hpp"
#include "faults/interface.hpp"
#include "faults/problem.hpp"

namespace hg::test {
namespace {

/// A call that takes longer than this hangs.
constexpr unsigned kLongestSeconds = 120;
/// A position that is never reached.
constexpr std::int64_t kNowhere = -1;

struct Options {
    std::int64_t most = 1 << 30;
    std::int64_t most_first = 1 << 30;  ///< the same for first calls of processes
    std::int64_t at = -1;               ///< the only position to try, to look into a fault; -1: all
    std::string interface, routine, fault;
    /// The only routine whose first calls are tried, which start OpenCL; empty: all of level 3.
    std::string first_calls;
};

/// What is under way, for the words of a signal's handler.
std::array<char, 200> in_flight{};

extern "C" void on_signal(int signal) {
    const auto write_words = [](const char* words) {
        static_cast<void>(::write(STDOUT_FILENO, words, std::strlen(words)) < 0);
    };
    write_words(in_flight.data());
    write_words(signal == SIGALRM ? ": hangs\n" : ": ended by a signal\n");
    std::array<void*, 40> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), static_cast<int>(frames.size())),
                         STDOUT_FILENO);
    _exit(1);
}

bool uses_opencl() {
    const char* const devices = std::getenv("HG_DEVICES");
    return devices == nullptr || std::string_view(devices).find("host") == std::string_view::npos;
}

/// One call that fails at a place, and the next one; what came of them.
struct Trial {
    std::int64_t reached = 0;  ///< places of the kind
    bool failed = false;       ///< with an error, as it may
    const char* wrong = nullptr;
    Outcome outcome;
};

/// What is wrong with a call that met a fault; null if nothing is.
const char* judgement(const FaultProblem& problem, const Interface& interface, const Outcome& outcome) {
    if (outcome.foreign) return "an exception that is no hg::Error";
    if (!problem.has_inputs()) return "an input has changed";
    if (!outcome.failed) return problem.is_right(outcome.info) ? nullptr : "wrong result without an error";
    if (outcome.info > 0 && !interface.tells_by_info) return "a matrix that is not singular is called so";
    return nullptr;
}

Trial tried(FaultProblem& problem, const Interface& interface, Fault fault, std::int64_t position) {
    Trial trial;
    problem.restore();
    const ReadyCall call = interface.prepare(*problem);
    fail_at(fault, position, uses_opencl());
    trial.outcome = call();
    trial.reached = stop_failing();
    trial.failed = trial.outcome.failed;
    trial.wrong = judgement(problem, interface, trial.outcome);
    if (trial.wrong != nullptr || position == kNowhere) return trial;
    const std::vector<double> left = problem.numbers();
    problem.restore();
    const Outcome after = call();
    if (after.failed || !problem.is_right(after.info)) {
        trial.wrong = "the next call fails";
        trial.outcome = after;
    } else if (trial.failed && problem.row().updates_c && !problem.are_old_or_final(left)) {
        trial.wrong = "elements neither old nor final";
    }
    return trial;
}

/// The same in a child of its own, which ends as processes do. The words that it found wrong are constants,
/// at the same place in both.
template <class Try>
Trial tried_in_child(const Try& try_it) {
    Trial trial;
    std::array<int, 2> pipe_ends{};
    if (pipe(pipe_ends.data()) != 0) std::abort();
    const pid_t child = fork();
    if (child == 0) {
        trial = try_it();
        std::exit(::write(pipe_ends[1], &trial, sizeof(trial)) == sizeof(trial) ? 0 : 1);
    }
    close(pipe_ends[1]);
    const bool told = ::read(pipe_ends[0], &trial, sizeof(trial)) == sizeof(trial);
    close(pipe_ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (!told || status != 0) trial.wrong = "the process does not end as it should";
    return trial;
}

class Tally {
  public:
    void count(const Trial& trial) {
        if (trial.wrong == nullptr) {
            ++(trial.failed ? errors_ : right_);
            return;
        }
        ++faults_;
        if (++told_ <= kToldOfAPlace)
            std::printf("%s: %s (info %lld) %s\n", in_flight.data(), trial.wrong,
                        static_cast<long long>(trial.outcome.info), trial.outcome.words.data());
    }
    void next_place() { told_ = 0; }
    void count_places(std::int64_t places) { places_ += places; }
    /// Whether nothing was found, where something could be.
    [[nodiscard]] bool is_good() const noexcept {
        return faults_ == 0 && right_ + errors_ > 0 && places_ > 0;
    }
    [[nodiscard]] int faults() const noexcept { return faults_; }
    [[nodiscard]] int right_calls() const noexcept { return right_; }
    [[nodiscard]] int errors() const noexcept { return errors_; }

  private:
    static constexpr int kToldOfAPlace = 5;
    int right_ = 0, errors_ = 0, faults_ = 0, told_ = 0;
    std::int64_t places_ = 0;
};

/// Tries positions of one place in one routine by one interface. `phase`, from 0 to below 1, says how far the
/// first one is on its way to the second one. `is_first` if the routine was not called by this interface
/// before.
void try_place(const Options& options, FaultProblem& problem, const char* type, const Interface& interface,
               const FaultName& place, double phase, bool is_first, Tally& tally) {
    const char* const routine = problem.row().name;
    const auto call_failing_at = [&](std::int64_t position) {
        std::snprintf(in_flight.data(), in_flight.size(), "%s %s %s, %s %lld", type, interface.name, routine,
                      place.name, static_cast<long long>(position));
        const auto try_it = [&] { return tried(problem, interface, place.fault, position); };
        alarm(kLongestSeconds);
        const Trial trial = interface.first_of_process ? tried_in_child(try_it) : try_it();
        alarm(0);
        tally.count(trial);
        tally.count_places(trial.reached);
        if (position == kNowhere && trial.wrong == nullptr && !interface.first_of_process)
            problem.keep_result();
        return trial.reached;
    };
    tally.next_place();
    if (options.at >= 0) {
        call_failing_at(options.at);
        return;
    }
    // The first call makes what the next ones find made.
    if (is_first) call_failing_at(kNowhere);
    const std::int64_t places = call_failing_at(kNowhere);
    const std::int64_t most =
        std::min(places, interface.first_of_process ? options.most_first : options.most);
    for (std::int64_t i = 0; i < most; ++i) {
        const double distance = static_cast<double>(places) / static_cast<double>(most);
        call_failing_at(static_cast<std::int64_t>((static_cast<double>(i) + phase) * distance));
    }
    if (places > 0)
        std::printf("%s %s %s: %lld of %lld places of kind %s\n", type, interface.name, routine,
                    static_cast<long long>(most), static_cast<long long>(places), place.name);
}

/// First calls of levels 1 and 2 do what those of level 3 do.
bool is_left_out(const Options& options, const FaultRow& row, const char* interface) {
    const bool first_call = std::string_view(interface).find("first call") != std::string_view::npos;
    const bool wanted = options.first_calls.empty() ? !row.has_vectors() : options.first_calls == row.name;
    return first_call && !wanted;
}

bool is_wanted(const std::string& part, const char* name) {
    return std::string_view(name).find(part) != std::string_view::npos;
}

/// OpenCL's compilers end the process when they run out of memory.
bool can_fail(const FaultName& place, const Interface& interface) {
    if (place.fault == Fault::memory) return interface.survives_without_memory && !uses_opencl();
    return place.on_host || uses_opencl();
}

/// The phases of an interface and a type are spread over the routines by multiples of the golden ratio.
double phase_of(double of_interface, std::size_t routine) {
    const double phase = of_interface + 0.618 * static_cast<double>(routine);
    return phase - std::floor(phase);
}

/// All calls by interfaces of this kind.
void try_all(const Options& options, ElementType type, bool first_of_process, Tally& tally) {
    const std::vector<Interface>& all = interfaces();
    for (std::size_t r = 0; r < fault_rows().size(); ++r) {
        const FaultRow& row = fault_rows()[r];
        if ((!options.routine.empty() && options.routine != row.name) || !row.is_for(type)) continue;
        FaultProblem problem(row, type);
        for (std::size_t f = 0; f < all.size(); ++f) {
            if (all[f].first_of_process != first_of_process || is_left_out(options, row, all[f].name) ||
                !(is_complex(type) ? all[f].of_complex : all[f].of_real))
                continue;
            const double phase = phase_of(
                (static_cast<double>(f) + (needs_f64(type) ? 0 : 0.5)) / static_cast<double>(all.size()), r);
            bool is_first = true;
            for (const FaultName& place : kFaults)
                if (can_fail(place, all[f]) && is_wanted(options.interface, all[f].name) &&
                    is_wanted(options.fault, place.name)) {
                    try_place(options, problem, name(type).data(), all[f], place, phase, is_first, tally);
                    is_first = false;
                }
        }
    }
}

Options options_of(int count, char** words) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view name = words[i];
        if (name == "--most") options.most = std::atoll(words[i + 1]);
        if (name == "--most-first") options.most_first = std::atoll(words[i + 1]);
        if (name == "--at") options.at = std::atoll(words[i + 1]);
        if (name == "--first-calls") options.first_calls = words[i + 1];
        if (name == "--interface") options.interface = words[i + 1];
        if (name == "--routine") options.routine = words[i + 1];
        if (name == "--fault") options.fault = words[i + 1];
    }
    return options;
}

int run(int count, char** words) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGALRM}) std::signal(signal, on_signal);
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 12);
    const Options options = options_of(count, words);
    Tally tally;
    // Children begin as processes that have not used hg.
    for (const bool first_of_process : {true, false})
        for (const ElementType type : {ElementType::f64, ElementType::f32, ElementType::c64})
            try_all(options, type, first_of_process, tally);
    std::printf("%d calls right, %d ended in an error as they should, %d faults\n", tally.right_calls(),
                tally.errors(), tally.faults());
    return tally.is_good() ? 0 : 1;
}

}  // namespace
}  // namespace hg::test

int main(int count, char** words) {
    return hg::test::run(count, words);
}
