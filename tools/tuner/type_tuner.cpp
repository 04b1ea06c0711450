#include "tools/tuner/type_tuner.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/machine/measure/timing.hpp"
#include "tools/tuner/search/search.hpp"
#include "tools/tuner/search/trials.hpp"
#include "tools/tuner/tuning_plan.hpp"

namespace hg::kernels {
namespace {

constexpr double kFirstSearch = 0.35;  ///< of a type's budget, for the first operation at the large cell
constexpr double kOtherSearch = 0.10;  ///< likewise, for each of the others
constexpr double kSlowSearch = 0.5;    ///< of a cell's share of what is left, for a search of its own
constexpr double kSearchable = 0.03;   ///< seconds of the default kernel on a cell to search at
constexpr double kFarTooSlow = 4;      ///< times that, at the rate of a larger cell: not even tried
constexpr double kSlow = 0.5;          ///< of the search's rate; below, a cell is searched itself
constexpr double kLeastSearch = 1.5;   ///< seconds that make a search worth beginning
constexpr int kCellLeaders = 2;        ///< that are run again on a cell other than the large one, once

// Shares of the progress.
constexpr double kSearched = 0.5;
constexpr double kServed = 0.9;

constexpr int kFirst = 0;  ///< the operation that is searched most: what is found for it serves the others

double rate(const TuningProblem& problem, const SearchResult& result) {
    return has_winner(result) ? problem.routine->amount(problem) / result.measured.front().outcome.seconds
                              : 0;
}

}  // namespace

TypeTuner::TypeTuner(ElementType type, const DeviceModel& device, CandidateRunner& runner,
                     const TuneOptions& options, TuningProgress& progress, std::vector<TunedCell>& cells)
    : routine_(*options.routine),
      type_(type),
      operations_(static_cast<int>(options.routine->operations.size())),
      device_(device),
      runner_(runner),
      options_(options),
      progress_(progress),
      cells_(cells),
      first_(cells.size()),
      clock_(options.search.clock ? options.search.clock : steady_seconds),
      begin_(clock_()),
      extents_(cells_of(options.grid)) {}

bool TypeTuner::run() {
    if (extents_.empty()) return true;
    if (routine_.trials_of_a_cell > 0) return search_cells();
    large_ = searchable_cell();
    bool all = true;
    for (int operation = 0; operation < operations_; ++operation) {
        const TuningProblem problem = problem_of(operation, large_);
        all = search_large(problem) && all;
        if (left() >= longest_) run_list(problem, in_use(problem));
    }
    all = serve_cells(spread_out(extents_, large_)) && all;
    search_leftover();
    return all;
}

TuningProblem TypeTuner::problem_of(int operation, const Extents& extents) const {
    return {&routine_, type_, operation, extents};
}

const SearchResult* TypeTuner::result_of(const TuningProblem& problem) const {
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (cells_[i].problem == problem) return &cells_[i].result;
    return nullptr;
}

void TypeTuner::store(const TuningProblem& problem, SearchResult result) {
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (cells_[i].problem == problem) return absorb(cells_[i].result, std::move(result));
    cells_.push_back({problem, std::move(result)});
}

Extents TypeTuner::searchable_cell() {
    std::vector<Extents> by_size = extents_;
    std::stable_sort(by_size.begin(), by_size.end(), [&](const Extents& x, const Extents& y) {
        return routine_.amount(problem_of(kFirst, x)) > routine_.amount(problem_of(kFirst, y));
    });
    double rate = std::numeric_limits<double>::infinity();
    for (const Extents& cell : by_size) {
        const TuningProblem problem = problem_of(kFirst, cell);
        const double amount = routine_.amount(problem);
        if (amount / rate > kFarTooSlow * kSearchable) continue;
        progress_(problem, 0, elapsed());
        const double before = elapsed();
        const Outcome outcome =
            runner_.run({for_problem(routine_.default_kernel(problem, device_), problem), problem});
        if (outcome.verdict == Verdict::good && outcome.seconds <= kSearchable) return cell;
        if (outcome.verdict == Verdict::good) rate = amount / outcome.seconds;
        if (left() < elapsed() - before) break;
    }
    return by_size.back();
}

/// The kernels that won for the same cell, with whatever operations.
TypeTuner::Kernels TypeTuner::winners_at(const TuningProblem& problem, std::size_t of_each) const {
    Kernels list;
    for (std::size_t i = first_; i < cells_.size(); ++i) {
        if (cells_[i].problem.extents != problem.extents) continue;
        const SearchResult& result = cells_[i].result;
        for (std::size_t j = 0; j < std::min(of_each, result.measured.size()); ++j)
            if (result.measured[j].outcome.verdict == Verdict::good)
                list.push_back(for_problem(result.measured[j].kernel, problem));
    }
    return list;
}

/// The most that one operation's search at the large cell may take. What the others leave over serves a
/// search that is to see every kernel.
double TypeTuner::search_seconds(const TuningProblem& problem) const {
    if (options_.search.method == SearchMethod::coordinate) {
        const double share = problem.operation == kFirst ? kFirstSearch : kOtherSearch;
        return std::min({options_.search.seconds, share * options_.budget_seconds, left()});
    }
    const double all = extents_.size() > 1 ? kFirstSearch + (operations_ - 1) * kOtherSearch : 1;
    const double to_come = operations_ - problem.operation;
    return std::min(options_.search.seconds, (all * options_.budget_seconds - elapsed()) / to_come);
}

/// One operation's search at the large cell. What others found there is where it begins.
bool TypeTuner::search_large(const TuningProblem& problem) {
    const bool wants_all = options_.search.method != SearchMethod::coordinate;
    SearchOptions options = options_.search;
    options.seconds = search_seconds(problem);
    if (options.seconds <= 0 || (problem.operation != kFirst && left() < longest_)) return !wants_all;
    for (const TunableKernel& kernel : winners_at(problem, 2)) options.starts.push_back(kernel);
    const double each = kSearched / operations_;
    run_search(problem, options, each * problem.operation, each);
    return !wants_all || result_of(problem)->complete;
}

void TypeTuner::run_search(const TuningProblem& problem, const SearchOptions& options, double done,
                           double share) {
    const double before = elapsed();
    store(problem, search(problem, device_, runner_, options, [&](std::size_t, std::size_t, double) {
              const double part = (elapsed() - before) / options.seconds;
              progress_(problem, done + share * std::min(part, 1.0), elapsed());
          }));
}

/// Every cell by itself, the largest first; false if the time did not suffice.
bool TypeTuner::search_cells() {
    constexpr double kAtOnce = 2;  // shares of the time that one cell may take, and half of it at most
    large_ = *std::ranges::max_element(
        extents_, {}, [&](const Extents& extents) { return routine_.amount(problem_of(kFirst, extents)); });
    const std::vector<Extents> order = spread_out(extents_, large_);
    const auto all = static_cast<double>(order.size()) * operations_;
    double done = 0;
    for (const Extents& extents : order)
        for (int operation = 0; operation < operations_; ++operation, ++done) {
            if (done > 0 && left() <= 0) return false;
            const double share = std::max(std::min(kAtOnce / (all - done), 0.5), 1 / (all - done));
            search_cell(problem_of(operation, extents), share * left(), done / all, 1 / all);
        }
    return options_.search.method == SearchMethod::coordinate ||
           std::ranges::all_of(cells_, [](const TunedCell& cell) { return cell.result.complete; });
}

/// A short search from what won nearby. The first one knows nothing yet and is longer.
void TypeTuner::search_cell(const TuningProblem& problem, double seconds, double done, double share) {
    constexpr std::size_t kFirstCell = 3;
    SearchOptions options = cell_options();
    // Operands are made, and checks prepared, for the first kernel: that is no kernel's time.
    runner_.run({for_problem(routine_.default_kernel(problem, device_), problem), problem});
    options.seconds = std::max(std::min({options.seconds, seconds, left()}), 0.0);
    if (options.method == SearchMethod::coordinate)
        options.most = static_cast<std::size_t>(routine_.trials_of_a_cell) * (done > 0 ? 1 : kFirstCell);
    for (const Kernels& kernels : {winner_nearest(problem), winners_at(problem, 1), in_use(problem)})
        options.starts.insert(options.starts.end(), kernels.begin(), kernels.end());
    run_search(problem, options, done, share);
    // What is in use may be no kernel of this cell's space.
    const Kernels used = in_use(problem);
    const std::vector<Measured>& measured = result_of(problem)->measured;
    const bool known = used.empty() || std::ranges::any_of(measured, [&](const Measured& m) {
                           return m.kernel.name == used.front().name;
                       });
    if (!known && left() > 0) run_list(problem, used);
}

/// The kernel that won in the nearest cell, for the same operation.
TypeTuner::Kernels TypeTuner::winner_nearest(const TuningProblem& problem) const {
    const TunedCell* nearest = nullptr;
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (cells_[i].problem.operation == problem.operation && has_winner(cells_[i].result) &&
            (nearest == nullptr || distance(cells_[i].problem.extents, problem.extents) <
                                       distance(nearest->problem.extents, problem.extents)))
            nearest = &cells_[i];
    if (nearest == nullptr) return {};
    return {for_problem(nearest->result.measured.front().kernel, problem)};
}

/// Runs kernels on all cells; false if the time did not suffice.
bool TypeTuner::serve_cells(const std::vector<Extents>& order) {
    const double all = static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (int operation = 0; operation < operations_; ++operation) {
            const TuningProblem problem = problem_of(operation, order[i]);
            if (result_of(problem)) continue;
            if (left() < longest_) return false;
            const auto done = static_cast<double>(i);
            progress_(problem, kSearched + (kServed - kSearched) * done / all, elapsed());
            run_list(problem, kernels_for(problem));
            // What is found for the first operation serves the other operations as well.
            if (problem.operation == kFirst && is_slow(problem))
                search_slow(problem, kSlowSearch * left() / (all - done),
                            kSearched + (kServed - kSearched) * done / all, (kServed - kSearched) / all);
        }
    return left() >= 0;
}

/// For the first operation the finalists of its search; for others the winners of their own search and of the
/// first operation here.
TypeTuner::Kernels TypeTuner::kernels_for(const TuningProblem& problem) const {
    Kernels list;
    for (const int operation : {problem.operation, kFirst})
        if (const SearchResult* searched = result_of(problem_of(operation, large_)); searched && list.empty())
            list = choose_finalists(routine_, *searched, options_.finalists);
    if (list.empty()) list = {routine_.default_kernel(problem, device_)};
    const Kernels here = winners_at(problem_of(kFirst, problem.extents), 2);
    if (problem.operation != kFirst && !here.empty()) {
        list.resize(1);
        list.insert(list.end(), here.begin(), here.end());
    }
    for (TunableKernel& kernel : list) kernel = for_problem(kernel, problem);
    const Kernels known = in_use(problem);
    list.insert(list.end(), known.begin(), known.end());
    return list;
}

/// The kernel that serves a problem today, if its family is searched.
TypeTuner::Kernels TypeTuner::in_use(const TuningProblem& problem) const {
    if (!options_.in_use) return {};
    const std::optional<TunableKernel> kernel = options_.in_use(problem);
    const std::vector<std::string>& searched = options_.search.families;
    if (!kernel ||
        (!searched.empty() && std::find(searched.begin(), searched.end(), kernel->family) == searched.end()))
        return {};
    return {for_problem(*kernel, problem)};
}

SearchOptions TypeTuner::cell_options() const {
    SearchOptions options = options_.search;
    options.leaders = kCellLeaders;
    options.rounds = 1;
    return options;
}

void TypeTuner::run_list(const TuningProblem& problem, const Kernels& kernels) {
    const double before = elapsed();
    SearchOptions options = cell_options();
    options.seconds = std::max(left(), 0.0);
    Trials trials(problem, runner_, options, {});
    trials.expect(kernels);
    for (const TunableKernel& kernel : kernels) trials.seconds(kernel);
    store(problem, trials.finish(true));
    longest_ = std::max(longest_, elapsed() - before);
}

bool TypeTuner::is_slow(const TuningProblem& problem) const {
    const TuningProblem large = problem_of(problem.operation, large_);
    const SearchResult* known = result_of(problem);
    const SearchResult* searched = result_of(large);
    return known && searched && rate(problem, *known) < kSlow * rate(large, *searched);
}

/// A short search of a cell, from what won there.
void TypeTuner::search_slow(const TuningProblem& problem, double seconds, double done, double share) {
    SearchOptions options = cell_options();
    options.method = SearchMethod::coordinate;
    options.seconds = std::min(options.seconds, seconds);
    if (options.seconds < kLeastSearch) return;
    options.starts = winners_at(problem, 1);
    if (const SearchResult* known = result_of(problem); known && has_winner(*known))
        options.parts = routine_.parts_worth_trying(problem, known->measured.front().kernel, device_);
    run_search(problem, options, done, share);
}

/// The time that is left goes to the slow cells of all operations.
void TypeTuner::search_leftover() {
    std::vector<TuningProblem> slow;
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (is_slow(cells_[i].problem)) slow.push_back(cells_[i].problem);
    const double each = (1 - kServed) / static_cast<double>(std::max<std::size_t>(slow.size(), 1));
    for (std::size_t i = 0; i < slow.size(); ++i)
        search_slow(slow[i], left() / static_cast<double>(slow.size() - i),
                    kServed + each * static_cast<double>(i), each);
}

}  // namespace hg::kernels
