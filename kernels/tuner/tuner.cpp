#include "kernels/tuner/tuner.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

#include "kernels/tuner/trials.hpp"
#include "kernels/tuner/tuning_plan.hpp"
#include "runtime/program/error.hpp"

namespace hg::kernels {
namespace {

constexpr double kFirstSearch = 0.35;   ///< of a type's budget, for NN
constexpr double kOtherSearch = 0.10;   ///< likewise, for each of NT, TN and TT
constexpr double kSearchable = 0.1;     ///< seconds of the default kernel on a cell to search at
constexpr double kSlow = 0.5;           ///< of the search's rate; below, a cell is searched itself
constexpr double kLeastSearch = 1.5;    ///< seconds that make a search of a cell worth beginning
constexpr std::size_t kCellRounds = 1;  ///< re-runs of a cell's leaders

struct Operations {
    bool transpose_a, transpose_b;
};
constexpr std::array<Operations, 4> kOperations{{{false, false}, {false, true}, {true, false}, {true, true}}};

double flops(const GemmShape& s) {
    return 2 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
}

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Today in UTC, "2026-11-21".
std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
    return text.data();
}

std::string label(const GemmShape& s) {
    return std::string(hg::name(s.type)) + " " + (s.transpose_a ? "t" : "n") + (s.transpose_b ? "t" : "n") +
           " " + std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k);
}

/// A kernel's parameters for the type and operations of a shape.
GemmParameters for_shape(GemmParameters p, const GemmShape& shape) {
    p.type = shape.type;
    p.transpose_a = shape.transpose_a;
    p.transpose_b = shape.transpose_b;
    return p;
}

/// Tells how far all types together are.
class ProgressReport {
  public:
    ProgressReport(const std::function<void(const TuneProgress&)>& tell, const TuneOptions& options)
        : tell_(tell), types_(static_cast<double>(options.types.size())), budget_(options.budget_seconds) {}

    void begin_type(std::size_t number) { before_ = static_cast<double>(number); }
    /// `done`: the share of this type's work, `elapsed`: seconds since it began.
    void operator()(const GemmShape& shape, double done, double elapsed) {
        if (!tell_) return;
        const double fraction = (before_ + std::clamp(done, 0.0, 1.0)) / types_;
        most_ = std::max(most_, fraction);
        const double left = std::min(budget_ - elapsed, budget_ * (1 - done));
        tell_({label(shape), most_, std::max(0.0, left) + budget_ * (types_ - before_ - 1)});
    }

  private:
    const std::function<void(const TuneProgress&)>& tell_;
    double types_;
    double budget_;
    double before_ = 0;
    double most_ = 0;
};

/// Tunes one element type; what is measured goes to `cells` as soon as it is known.
class TypeTuner {
  public:
    TypeTuner(ElementType type, const DeviceModel& device, CandidateRunner& runner,
              const TuneOptions& options, ProgressReport& progress, std::vector<TunedCell>& cells)
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

    /// False where cells were left.
    bool run() {
        if (extents_.empty()) return true;
        const GemmExtent large = searchable_cell();
        for (const Operations& op : kOperations) search_at(shape_of(op, large));
        const bool all = run_finalists(spread_out(extents_, large), large);
        search_slow_cells(large);
        return all;
    }

  private:
    [[nodiscard]] double elapsed() const { return clock_() - begin_; }
    [[nodiscard]] double left() const { return options_.budget_seconds - elapsed(); }
    [[nodiscard]] GemmShape shape_of(const Operations& op, const GemmExtent& e) const {
        return {type_, op.transpose_a, op.transpose_b, e.m, e.n, e.k};
    }
    [[nodiscard]] SearchResult* result_of(const GemmShape& shape) {
        for (std::size_t i = first_; i < cells_.size(); ++i)
            if (cells_[i].shape == shape) return &cells_[i].result;
        return nullptr;
    }
    void store(const GemmShape& shape, SearchResult result) {
        if (SearchResult* known = result_of(shape))
            absorb(*known, std::move(result));
        else
            cells_.push_back({shape, std::move(result)});
    }

    GemmExtent searchable_cell() {
        std::vector<GemmExtent> by_size = extents_;
        const auto work = [&](const GemmExtent& e) { return flops(shape_of({}, e)); };
        std::stable_sort(by_size.begin(), by_size.end(),
                         [&](const GemmExtent& x, const GemmExtent& y) { return work(x) > work(y); });
        for (const GemmExtent& cell : by_size) {
            const GemmParameters usual = default_gemm(type_, device_.is_gpu);
            const GemmShape shape = shape_of({}, cell);
            progress_(shape, 0, elapsed());
            const Outcome outcome = runner_.run({for_shape(usual, shape), shape});
            if (outcome.verdict == Verdict::good && outcome.seconds <= kSearchable) return cell;
        }
        return by_size.back();
    }

    /// The kernels that won for the same cell with other operations.
    [[nodiscard]] std::vector<GemmParameters> winners_at(const GemmShape& shape, std::size_t of_each) const {
        std::vector<GemmParameters> list;
        for (std::size_t i = first_; i < cells_.size(); ++i) {
            const auto& [other, result] = cells_[i];
            if (other.m != shape.m || other.n != shape.n || other.k != shape.k) continue;
            for (std::size_t j = 0; j < std::min(of_each, result.measured.size()); ++j)
                if (result.measured[j].outcome.verdict == Verdict::good)
                    list.push_back(for_shape(result.measured[j].parameters, shape));
        }
        return list;
    }

    /// One operation's search at the large cell. What others found there is where it begins.
    void search_at(const GemmShape& shape) {
        const bool is_first = !shape.transpose_a && !shape.transpose_b;
        const double share = is_first ? kFirstSearch : kOtherSearch;
        SearchOptions options = options_.search;
        options.seconds = std::min({options.seconds, share * options_.budget_seconds, left()});
        if (options.seconds <= 0) return;
        for (const GemmParameters& p : winners_at(shape, 2)) options.starts.push_back(p);
        run_search(shape, options, searches_done_ / 8, 1.0 / 8);
        ++searches_done_;
    }

    void run_search(const GemmShape& shape, const SearchOptions& options, double done, double share) {
        const double before = elapsed();
        store(shape, search(shape, device_, runner_, options, [&](std::size_t, std::size_t, double) {
                  const double part = (elapsed() - before) / options.seconds;
                  progress_(shape, done + share * std::min(part, 1.0), elapsed());
              }));
    }

    /// Runs each operation's finalists on all cells; false where the time did not suffice.
    bool run_finalists(const std::vector<GemmExtent>& order, const GemmExtent& large) {
        double longest = 0;
        std::size_t done = 0;
        for (const GemmExtent& cell : order)
            for (const Operations& op : kOperations) {
                const GemmShape shape = shape_of(op, cell);
                ++done;
                if (result_of(shape)) continue;
                if (left() < longest) return false;
                const double before = elapsed();
                progress_(shape,
                          0.5 + 0.3 * static_cast<double>(done) / static_cast<double>(4 * order.size()),
                          before);
                run_list(shape, finalists_for(shape, large));
                longest = std::max(longest, elapsed() - before);
            }
        return left() >= 0;
    }

    std::vector<GemmParameters> finalists_for(const GemmShape& shape, const GemmExtent& large) {
        // Where there was no time to search for these operations, those of NN do.
        for (const Operations& op : {Operations{shape.transpose_a, shape.transpose_b}, Operations{}})
            if (const SearchResult* searched = result_of(shape_of(op, large))) {
                std::vector<GemmParameters> list = choose_finalists(*searched, options_.finalists);
                for (GemmParameters& p : list) p = for_shape(p, shape);
                if (!list.empty()) return list;
            }
        return {for_shape(default_gemm(type_, device_.is_gpu), shape)};
    }

    void run_list(const GemmShape& shape, const std::vector<GemmParameters>& kernels) {
        SearchOptions options = options_.search;
        options.seconds = std::max(left(), 0.0);
        Trials trials(shape, runner_, options, {});
        trials.expect(kernels);
        for (const GemmParameters& p : kernels) trials.seconds(p);
        store(shape, trials.finish(true, kCellRounds));
    }

    void search_slow_cells(const GemmExtent& large) {
        std::vector<GemmShape> slow;
        for (std::size_t i = first_; i < cells_.size(); ++i) {
            const GemmShape& s = cells_[i].shape;
            const SearchResult* searched = result_of(shape_of({s.transpose_a, s.transpose_b}, large));
            if (searched && rate(s, cells_[i].result) < kSlow * rate(shape_of({}, large), *searched))
                slow.push_back(s);
        }
        for (std::size_t i = 0; i < slow.size(); ++i) {
            const auto rest = static_cast<double>(slow.size() - i);
            SearchOptions options = options_.search;
            options.method = SearchMethod::coordinate;
            options.seconds = std::min(options.seconds, left() / rest);
            if (options.seconds < kLeastSearch) return;
            options.starts = winners_at(slow[i], 1);
            if (const SearchResult* known = result_of(slow[i]); known && has_winner(*known))
                options.split_k = parts_worth_trying(slow[i], known->measured.front().parameters, device_);
            const double done = static_cast<double>(i) / static_cast<double>(slow.size());
            run_search(slow[i], options, 0.8 + 0.2 * done, 0.2 / static_cast<double>(slow.size()));
        }
    }

    static double rate(const GemmShape& shape, const SearchResult& result) {
        return has_winner(result) ? flops(shape) / result.measured.front().outcome.seconds : 0;
    }

    ElementType type_;
    const DeviceModel& device_;
    CandidateRunner& runner_;
    const TuneOptions& options_;
    ProgressReport& progress_;
    std::vector<TunedCell>& cells_;
    std::size_t first_;  ///< of cells_: those of this type
    std::function<double()> clock_;
    double begin_;
    std::vector<GemmExtent> extents_;
    double searches_done_ = 0;
};

TunedGemm tuned(const TunedCell& cell, const DeviceModel& device, const std::string& driver,
                const std::string& date) {
    const Measured& winner = cell.result.measured.front();
    TunedGemm result{device.traits.product,
                     device.traits.vendor,
                     device.traits.architecture,
                     device.is_gpu,
                     cell.shape,
                     winner.parameters,
                     flops(cell.shape) / winner.outcome.seconds,
                     driver,
                     date};
    result.parameters.overwrite = false;
    return result;
}

/// By type, operations and the order of the grid.
void put_in_order(std::vector<TunedCell>& cells, const TuneOptions& options) {
    const std::vector<GemmExtent> extents = cells_of(options.grid);
    const auto place = [&](const GemmShape& s) {
        const auto type = std::find(options.types.begin(), options.types.end(), s.type);
        const auto extent = std::find(extents.begin(), extents.end(), GemmExtent{s.m, s.n, s.k});
        return std::array{std::distance(options.types.begin(), type),
                          static_cast<std::ptrdiff_t>(2 * s.transpose_a + s.transpose_b),
                          std::distance(extents.begin(), extent)};
    };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](const TunedCell& x, const TunedCell& y) { return place(x.shape) < place(y.shape); });
}

}  // namespace

TuneReport tune(const DeviceModel& device, const std::string& driver, CandidateRunner& runner,
                const TuneOptions& options, const std::function<void(const TuneProgress&)>& progress) {
    TuneReport report;
    ProgressReport tell(progress, options);
    try {
        for (std::size_t i = 0; i < options.types.size(); ++i) {
            if (options.types[i] == ElementType::f64 && !device.has_f64) continue;
            tell.begin_type(i);
            TypeTuner tuner(options.types[i], device, runner, options, tell, report.cells);
            report.complete = tuner.run() && report.complete;
        }
    } catch (const Error& error) {
        report.complete = false;
        report.fault = error.what();
    }
    put_in_order(report.cells, options);
    const std::string date = today();
    for (const TunedCell& cell : report.cells)
        if (has_winner(cell.result))
            report.results.push_back(tuned(cell, device, driver, date));
        else
            report.complete = false;
    return report;
}

}  // namespace hg::kernels
