#include "tools/tuner/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/search/surrogate.hpp"
#include "tools/tuner/search/trials.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {
namespace {

constexpr double kHopeless = 1.5;
/// Kernels that the runner hears of ahead.
constexpr std::ptrdiff_t kAhead = 32;

using Group = std::vector<TunableKernel>;

/// The space in order, cut into groups.
std::vector<Group> groups_of(const SearchSpace& space, bool pruned) {
    std::vector<Group> groups;
    std::map<std::pair<std::string, std::vector<int>>, std::size_t> places;
    for (const TunableKernel& p : space.kernels()) {
        std::pair key(p.family, std::vector<int>());
        for (const std::size_t field : space.problem().routine->blocking)
            key.second.push_back(p.values[field]);
        const auto [place, is_new] = places.try_emplace(std::move(key), groups.size());
        if (is_new || !pruned) groups.emplace_back();
        groups[pruned ? place->second : groups.size() - 1].push_back(p);
    }
    return groups;
}

/// The next kernels from a place in the list of groups: the first of each, and the rest of this one.
void expect_from(const std::vector<Group>& groups, std::size_t place, Trials& trials) {
    std::vector<TunableKernel> next = groups[place];
    for (std::size_t i = place + 1; i < groups.size() && std::ssize(next) < kAhead; ++i)
        next.push_back(groups[i].front());
    trials.expect(next);
}

/// SearchMethod::linear and, without pruning, SearchMethod::exhaustive: every kernel in order.
///
/// Pruned, kernels that share a family and the values of their routine's blocking form a group (for GEMM:
/// tile and work sizes and split_k). The first of a group is measured; if it takes more than 1.5 times the
/// best so far, the rest of its group is skipped. That is a rule of experience, not a bound: what is left
/// (vectors, padding, unrolling, stages, order) seldom makes up for a blocking that far behind. Returns false
/// if the time was over.
bool search_linear(const SearchSpace& space, Trials& trials, bool pruned) {
    trials.plan(space.kernels().size());
    const std::vector<Group> groups = groups_of(space, pruned);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        expect_from(groups, i, trials);
        for (const TunableKernel& p : groups[i]) {
            if (trials.over()) return false;
            const double seconds = trials.seconds(p);
            if (&p == &groups[i].front() && seconds > kHopeless * trials.best()) break;
        }
    }
    return true;
}

using Kernels = std::vector<TunableKernel>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kSpread = 6;  ///< kernels of each family to begin with
constexpr double kPromising = 1.6;  ///< families further behind the best are walked late
constexpr double kRemote = 4;       ///< families further behind the best are not walked at all
constexpr std::size_t kRound = 6;   ///< kernels of the surrogate at a time
/// Kernels of a family among which the surrogate chooses each time; of more, as many are drawn at random.
constexpr std::size_t kGuesses = 6000;
constexpr std::size_t kSizeOfPatience =
    16000;                         ///< larger spaces get no more patience than those of this size
constexpr double kBetter = 0.995;  ///< of the best time: what counts as progress

class CoordinateSearch {
  public:
    CoordinateSearch(const SearchSpace& space, Trials& trials, const SearchOptions& options)
        : space_(space), trials_(trials), random_(options.seed) {}

    bool run(const SearchOptions& options, const TunableKernel& default_kernel) {
        measure_starts(options, default_kernel);
        // Starts that others found tell where to look: then one kernel of each family is enough.
        const bool cold = options.starts.empty();
        if (!cold) walk_families(kPromising);
        measure_spread(cold ? kSpread : 1);
        walk_families(kPromising);
        follow_surrogates();
        // A few kernels may have told too little of a family that seemed far behind.
        const double before = trials_.best();
        if (cold) walk_families(kRemote);
        if (trials_.best() < before) follow_surrogates();
        return !trials_.over();
    }

  private:
    void follow_surrogates() {
        for (std::size_t idle = 0; idle < patience() && !trials_.over(); idle += kRound) {
            const Kernels round = promising();
            trials_.expect(round);
            const double before = trials_.best();
            for (const TunableKernel& p : round) {
                const double best = trials_.best();
                if (trials_.seconds(p) < best) walk(p);
            }
            if (trials_.best() < kBetter * before) idle = 0;
        }
    }

    /// Kernels without progress after which the search ends.
    [[nodiscard]] std::size_t patience() const {
        return 36 + std::min(space_.kernels().size(), kSizeOfPatience) / 120;
    }

    void measure_starts(const SearchOptions& options, const TunableKernel& default_kernel) {
        Kernels first;
        const auto add = [&](const TunableKernel& wanted) {
            if (const TunableKernel* p = space_.nearest(wanted)) first.push_back(*p);
        };
        for (const TunableKernel& start : options.starts) add(start);
        add(default_kernel);
        measure(first);
    }

    void measure_spread(std::size_t of_each_family) {
        Kernels spread;
        for (const std::string& family : space_.families()) {
            const Kernels more = spread_over(family, of_each_family);
            spread.insert(spread.end(), more.begin(), more.end());
        }
        measure(spread);
    }

    void measure(const Kernels& kernels) {
        trials_.expect(kernels);
        for (const TunableKernel& p : kernels) trials_.seconds(p);
    }

    /// From the best of each family that is not further behind than that and was not the start of a walk.
    void walk_families(double behind) {
        for (const std::string& family : families_by_time()) {
            const Measured best = best_of(family);
            if (best.outcome.seconds <= behind * trials_.best() && started_.insert(best.kernel.name).second)
                walk(best.kernel);
        }
    }

    /// Kernels far from each other, beginning with the family's default: each is the one of some random ones
    /// whose least distance from those before is largest.
    Kernels spread_over(const std::string& family, std::size_t count) {
        const std::vector<std::size_t> all = space_.kernels_of(family);
        Kernels chosen;
        if (const TunableKernel* default_kernel = space_.default_kernel(family))
            chosen.push_back(*default_kernel);
        while (!all.empty() && chosen.size() < std::min(count, all.size())) {
            constexpr int kTries = 24;
            const TunableKernel* furthest = nullptr;
            int most = -1;
            for (int i = 0; i < kTries; ++i) {
                const TunableKernel& p = space_.kernels()[all[random_() % all.size()]];
                int least = std::numeric_limits<int>::max();
                for (const TunableKernel& other : chosen) least = std::min(least, differences(p, other));
                if (least > most) {
                    most = least;
                    furthest = &p;
                }
            }
            chosen.push_back(*furthest);
        }
        return chosen;
    }

    [[nodiscard]] int differences(const TunableKernel& x, const TunableKernel& y) const {
        const auto& axes = space_.axes(x.family);
        return static_cast<int>(std::count_if(axes.begin(), axes.end(), [&](const KernelAxis& axis) {
            return x.values[axis.field] != y.values[axis.field];
        }));
    }

    [[nodiscard]] Measured best_of(const std::string& family) const {
        Measured best;
        best.outcome.seconds = kInfinity;
        for (const Measured& m : trials_.measured())
            if (m.kernel.family == family && m.outcome.verdict == Verdict::good &&
                m.outcome.seconds < best.outcome.seconds)
                best = m;
        return best;
    }

    [[nodiscard]] std::vector<std::string> families_by_time() const {
        std::vector<std::string> list;
        for (const std::string& family : space_.families())
            if (best_of(family).outcome.seconds < kInfinity) list.push_back(family);
        std::stable_sort(list.begin(), list.end(), [&](const std::string& x, const std::string& y) {
            return best_of(x).outcome.seconds < best_of(y).outcome.seconds;
        });
        return list;
    }

    /// Along each axis in turn, until none of them gives a faster kernel.
    void walk(TunableKernel at) {
        const std::vector<KernelAxis>& axes = space_.axes(at.family);
        for (std::size_t still = 0, i = 0; still < axes.size() && !trials_.over();
             i = (i + 1) % axes.size()) {
            expect_around(at, i);
            still = step(at, axes[i]) ? 1 : still + 1;
        }
    }

    /// The neighbours on all axes, those on axis `first` first: compilers work ahead of the walk.
    void expect_around(const TunableKernel& at, std::size_t first) {
        const std::vector<KernelAxis>& axes = space_.axes(at.family);
        Kernels around;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const Kernels line = space_.line(at, axes[(first + i) % axes.size()]);
            around.insert(around.end(), line.begin(), line.end());
        }
        trials_.expect(around);
    }

    /// To the fastest neighbour on an axis and on in its direction while it gets better.
    bool step(TunableKernel& at, const KernelAxis& axis) {
        const Kernels line = space_.line(at, axis);
        const auto here = std::find(line.begin(), line.end(), at);
        if (here == line.end()) return false;
        const double before = trials_.seconds(at);
        double best = before;
        const auto go = [&](auto first, auto last) {
            for (auto p = first; p != last; ++p) {
                const double seconds = trials_.seconds(*p);
                if (seconds >= best) return;
                best = seconds;
                at = *p;
            }
        };
        go(std::next(here), line.end());
        go(std::make_reverse_iterator(here), line.rend());
        return best < before;
    }

    /// The kernels not measured yet that surrogates, one a family, hold for the fastest.
    [[nodiscard]] Kernels promising() {
        std::vector<std::pair<double, std::size_t>> guesses;
        for (const std::string& family : space_.families()) add_guesses(family, guesses);
        const std::size_t count = std::min(kRound, guesses.size());
        std::partial_sort(guesses.begin(), guesses.begin() + static_cast<std::ptrdiff_t>(count),
                          guesses.end());
        Kernels kernels;
        for (std::size_t i = 0; i < count; ++i) kernels.push_back(space_.kernels()[guesses[i].second]);
        return kernels;
    }

    void add_guesses(const std::string& family, std::vector<std::pair<double, std::size_t>>& guesses) {
        Kernels known;
        std::vector<double> times;
        for (const Measured& m : trials_.measured())
            if (m.kernel.family == family) {
                known.push_back(m.kernel);
                const bool good = m.outcome.verdict == Verdict::good;
                times.push_back(std::log(good ? m.outcome.seconds : 4 * trials_.best()));
            }
        const Surrogate guess(space_.axes(family), known, times);
        std::vector<std::size_t> among = space_.kernels_of(family);
        if (among.size() > kGuesses) {
            std::vector<std::size_t> drawn;
            std::ranges::sample(among, std::back_inserter(drawn), kGuesses, random_);
            among = std::move(drawn);
        }
        for (const std::size_t i : among)
            if (!trials_.knows(space_.kernels()[i].name)) guesses.emplace_back(guess(space_.kernels()[i]), i);
    }

    const SearchSpace& space_;
    Trials& trials_;
    std::mt19937_64 random_;
    std::set<std::string> started_;  ///< kernels that walks have started from
};

/// SearchMethod::coordinate. It measures the given starts, the default and a few kernels spread over each
/// family (one of each if there are starts). From the fastest it goes along one axis at a time as long as
/// that gets better, and likewise from the best start of each family that is not far behind. Then it
/// measures, a few at a time, the kernels that a surrogate predicts to be fastest, and walks from those that
/// win, until several rounds bring nothing. Last comes a walk in each family that seemed further behind.
/// Returns false if the time was over before that.
bool search_coordinates(const SearchSpace& space, Trials& trials, const SearchOptions& options,
                        const TunableKernel& default_kernel) {
    return CoordinateSearch(space, trials, options).run(options, default_kernel);
}

}  // namespace

SearchResult search(const TuningProblem& problem, const DeviceModel& device, CandidateRunner& runner,
                    const SearchOptions& options, const SearchProgress& progress) {
    const SearchSpace space(problem, device, options);
    Trials trials(problem, runner, options, progress);
    const bool complete =
        options.method == SearchMethod::coordinate
            ? search_coordinates(space, trials, options, problem.routine->default_kernel(problem, device))
            : search_linear(space, trials, options.method == SearchMethod::linear);
    SearchResult result = trials.finish(complete);
    result.tried = result.measured.size();
    result.candidates = space.kernels().size();
    return result;
}

}  // namespace hg::kernels
