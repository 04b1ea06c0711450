#include "kernels/tuner/type_tuner.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "kernels/tuner/search/search.hpp"
#include "kernels/tuner/search/trials.hpp"
#include "kernels/tuner/tuning_plan.hpp"
#include "kernels/tuner/worker/timing.hpp"

namespace hg::kernels {
namespace {

constexpr double kFirstSearch = 0.35;  ///< of a type's budget, for NN at the large cell
constexpr double kOtherSearch = 0.10;  ///< likewise, for each of NT, TN and TT
constexpr double kSlowSearch = 0.5;    ///< of a cell's share of what is left, for a search of its own
constexpr double kSearchable = 0.03;   ///< seconds of the default kernel on a cell to search at
constexpr double kFarTooSlow = 4;      ///< times that, at the rate of a larger cell: not even tried
constexpr double kSlow = 0.5;          ///< of the search's rate; below, a cell is searched itself
constexpr double kLeastSearch = 1.5;   ///< seconds that make a search worth beginning
constexpr int kCellLeaders = 2;        ///< that are run again on a cell other than the large one, once

// Shares of the progress.
constexpr double kSearched = 0.5;
constexpr double kServed = 0.9;

constexpr std::array<Operations, 4> kOperations{{{false, false}, {false, true}, {true, false}, {true, true}}};

bool is_plain(const GemmShape& shape) {
    return !shape.transpose_a && !shape.transpose_b;
}

/// A kernel's parameters for the type and operations of a shape.
GemmParameters for_shape(GemmParameters p, const GemmShape& shape) {
    p.type = shape.type;
    p.transpose_a = shape.transpose_a;
    p.transpose_b = shape.transpose_b;
    return p;
}

double rate(const GemmShape& shape, const SearchResult& result) {
    return has_winner(result) ? flops(shape) / result.measured.front().outcome.seconds : 0;
}

}  // namespace

TypeTuner::TypeTuner(ElementType type, const DeviceModel& device, CandidateRunner& runner,
                     const TuneOptions& options, TuningProgress& progress, std::vector<TunedCell>& cells)
    : type_(type),
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
    large_ = searchable_cell();
    bool all = true;
    for (const Operations& op : kOperations) {
        all = search_large(shape_of(op, large_)) && all;
        if (left() >= longest_) run_list(shape_of(op, large_), in_use(shape_of(op, large_)));
    }
    all = serve_cells(spread_out(extents_, large_)) && all;
    search_leftover();
    return all;
}

GemmShape TypeTuner::shape_of(const Operations& op, const GemmExtent& e) const {
    return {type_, op.transpose_a, op.transpose_b, e.m, e.n, e.k};
}

const SearchResult* TypeTuner::result_of(const GemmShape& shape) const {
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (cells_[i].shape == shape) return &cells_[i].result;
    return nullptr;
}

void TypeTuner::store(const GemmShape& shape, SearchResult result) {
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (cells_[i].shape == shape) return absorb(cells_[i].result, std::move(result));
    cells_.push_back({shape, std::move(result)});
}

GemmExtent TypeTuner::searchable_cell() {
    std::vector<GemmExtent> by_size = extents_;
    std::stable_sort(by_size.begin(), by_size.end(), [&](const GemmExtent& x, const GemmExtent& y) {
        return flops(shape_of({}, x)) > flops(shape_of({}, y));
    });
    double rate = std::numeric_limits<double>::infinity();
    for (const GemmExtent& cell : by_size) {
        const GemmShape shape = shape_of({}, cell);
        if (flops(shape) / rate > kFarTooSlow * kSearchable) continue;
        progress_(shape, 0, elapsed());
        const double before = elapsed();
        const Outcome outcome = runner_.run({for_shape(default_gemm(type_, device_.is_gpu), shape), shape});
        if (outcome.verdict == Verdict::good && outcome.seconds <= kSearchable) return cell;
        if (outcome.verdict == Verdict::good) rate = flops(shape) / outcome.seconds;
        if (left() < elapsed() - before) break;
    }
    return by_size.back();
}

/// The kernels that won for the same cell, with whatever operations.
TypeTuner::Kernels TypeTuner::winners_at(const GemmShape& shape, std::size_t of_each) const {
    Kernels list;
    for (std::size_t i = first_; i < cells_.size(); ++i) {
        const auto& [other, result] = cells_[i];
        if (other.m != shape.m || other.n != shape.n || other.k != shape.k) continue;
        for (std::size_t j = 0; j < std::min(of_each, result.measured.size()); ++j)
            if (result.measured[j].outcome.verdict == Verdict::good)
                list.push_back(for_shape(result.measured[j].parameters, shape));
    }
    return list;
}

/// The most that one operation's search at the large cell may take. What the others leave over serves a
/// search that is to see every kernel.
double TypeTuner::search_seconds(const GemmShape& shape) const {
    if (options_.search.method == SearchMethod::coordinate) {
        const double share = is_plain(shape) ? kFirstSearch : kOtherSearch;
        return std::min({options_.search.seconds, share * options_.budget_seconds, left()});
    }
    const double all = extents_.size() > 1 ? kFirstSearch + 3 * kOtherSearch : 1;
    const double to_come = 4 - (2 * shape.transpose_a + shape.transpose_b);
    return std::min(options_.search.seconds, (all * options_.budget_seconds - elapsed()) / to_come);
}

/// One operation's search at the large cell. What others found there is where it begins.
bool TypeTuner::search_large(const GemmShape& shape) {
    const bool wants_all = options_.search.method != SearchMethod::coordinate;
    SearchOptions options = options_.search;
    options.seconds = search_seconds(shape);
    if (options.seconds <= 0 || (!is_plain(shape) && left() < longest_)) return !wants_all;
    for (const GemmParameters& p : winners_at(shape, 2)) options.starts.push_back(p);
    const double each = kSearched / kOperations.size();
    run_search(shape, options, each * (2 * shape.transpose_a + shape.transpose_b), each);
    return !wants_all || result_of(shape)->complete;
}

void TypeTuner::run_search(const GemmShape& shape, const SearchOptions& options, double done, double share) {
    const double before = elapsed();
    store(shape, search(shape, device_, runner_, options, [&](std::size_t, std::size_t, double) {
              const double part = (elapsed() - before) / options.seconds;
              progress_(shape, done + share * std::min(part, 1.0), elapsed());
          }));
}

/// Runs kernels on all cells; false if the time did not suffice.
bool TypeTuner::serve_cells(const std::vector<GemmExtent>& order) {
    const double all = static_cast<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const Operations& op : kOperations) {
            const GemmShape shape = shape_of(op, order[i]);
            if (result_of(shape)) continue;
            if (left() < longest_) return false;
            const auto done = static_cast<double>(i);
            progress_(shape, kSearched + (kServed - kSearched) * done / all, elapsed());
            run_list(shape, kernels_for(shape));
            // What is found for NN serves the other operations as well.
            if (is_plain(shape) && is_slow(shape))
                search_slow(shape, kSlowSearch * left() / (all - done),
                            kSearched + (kServed - kSearched) * done / all, (kServed - kSearched) / all);
        }
    return left() >= 0;
}

/// For NN the finalists of its search; for other operations the winners of their own search and of NN here.
TypeTuner::Kernels TypeTuner::kernels_for(const GemmShape& shape) const {
    Kernels list;
    for (const Operations& op : {Operations{shape.transpose_a, shape.transpose_b}, Operations{}})
        if (const SearchResult* searched = result_of(shape_of(op, large_)); searched && list.empty())
            list = choose_finalists(*searched, options_.finalists);
    if (list.empty()) list = {default_gemm(type_, device_.is_gpu)};
    const Kernels here = winners_at(shape_of({}, {shape.m, shape.n, shape.k}), 2);
    if (!is_plain(shape) && !here.empty()) {
        list.resize(1);
        list.insert(list.end(), here.begin(), here.end());
    }
    for (GemmParameters& p : list) p = for_shape(p, shape);
    const Kernels known = in_use(shape);
    list.insert(list.end(), known.begin(), known.end());
    return list;
}

/// The kernel that serves a shape today, if its family is searched.
TypeTuner::Kernels TypeTuner::in_use(const GemmShape& shape) const {
    if (options_.in_use == nullptr) return {};
    const GemmParameters p = options_.in_use->choose(shape, device_).parameters;
    const std::vector<GemmFamily>& searched = options_.search.families;
    if (!searched.empty() && std::find(searched.begin(), searched.end(), p.family) == searched.end())
        return {};
    return {for_shape(p, shape)};
}

SearchOptions TypeTuner::cell_options() const {
    SearchOptions options = options_.search;
    options.leaders = kCellLeaders;
    options.rounds = 1;
    return options;
}

void TypeTuner::run_list(const GemmShape& shape, const Kernels& kernels) {
    const double before = elapsed();
    SearchOptions options = cell_options();
    options.seconds = std::max(left(), 0.0);
    Trials trials(shape, runner_, options, {});
    trials.expect(kernels);
    for (const GemmParameters& p : kernels) trials.seconds(p);
    store(shape, trials.finish(true));
    longest_ = std::max(longest_, elapsed() - before);
}

bool TypeTuner::is_slow(const GemmShape& shape) const {
    const GemmShape large = shape_of({shape.transpose_a, shape.transpose_b}, large_);
    const SearchResult* known = result_of(shape);
    const SearchResult* searched = result_of(large);
    return known && searched && rate(shape, *known) < kSlow * rate(large, *searched);
}

/// A short search of a cell, from what won there.
void TypeTuner::search_slow(const GemmShape& shape, double seconds, double done, double share) {
    SearchOptions options = cell_options();
    options.method = SearchMethod::coordinate;
    options.seconds = std::min(options.seconds, seconds);
    if (options.seconds < kLeastSearch) return;
    options.starts = winners_at(shape, 1);
    if (const SearchResult* known = result_of(shape); known && has_winner(*known))
        options.split_k = parts_worth_trying(shape, known->measured.front().parameters, device_);
    run_search(shape, options, done, share);
}

/// The time that is left goes to the slow cells of all operations.
void TypeTuner::search_leftover() {
    std::vector<GemmShape> slow;
    for (std::size_t i = first_; i < cells_.size(); ++i)
        if (is_slow(cells_[i].shape)) slow.push_back(cells_[i].shape);
    const double each = (1 - kServed) / static_cast<double>(std::max<std::size_t>(slow.size(), 1));
    for (std::size_t i = 0; i < slow.size(); ++i)
        search_slow(slow[i], left() / static_cast<double>(slow.size() - i),
                    kServed + each * static_cast<double>(i), each);
}

}  // namespace hg::kernels
