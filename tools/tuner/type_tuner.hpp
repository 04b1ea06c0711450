#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tune_options.hpp"
#include "tools/tuner/tune_report.hpp"
#include "tools/tuner/tuning_progress.hpp"

namespace hg::kernels {

/// Tunes one element type. What is measured goes to `cells` as soon as it is known.
class TypeTuner {
  public:
    TypeTuner(ElementType type, const DeviceModel& device, CandidateRunner& runner,
              const TuneOptions& options, TuningProgress& progress, std::vector<TunedCell>& cells);

    /// False if cells were left, or a search that is to see every kernel was cut short.
    bool run();

  private:
    using Kernels = std::vector<TunableKernel>;

    [[nodiscard]] double elapsed() const { return clock_() - begin_; }
    [[nodiscard]] double left() const { return options_.budget_seconds - elapsed(); }
    [[nodiscard]] TuningProblem problem_of(int operation, const Extents& extents) const;
    [[nodiscard]] const SearchResult* result_of(const TuningProblem& problem) const;
    void store(const TuningProblem& problem, SearchResult result);

    [[nodiscard]] Extents searchable_cell();
    [[nodiscard]] double search_seconds(const TuningProblem& problem) const;
    /// False if its time ended before a search by the linear or exhaustive method.
    bool search_large(const TuningProblem& problem);
    bool search_cells();
    void search_cell(const TuningProblem& problem, double seconds, double done, double share);
    bool serve_cells(const std::vector<Extents>& order);
    void search_slow(const TuningProblem& problem, double seconds, double done, double share);
    void search_leftover();

    [[nodiscard]] Kernels winners_at(const TuningProblem& problem, std::size_t of_each) const;
    [[nodiscard]] Kernels kernels_for(const TuningProblem& problem) const;
    [[nodiscard]] Kernels winner_nearest(const TuningProblem& problem) const;
    [[nodiscard]] Kernels in_use(const TuningProblem& problem) const;
    [[nodiscard]] SearchOptions cell_options() const;
    [[nodiscard]] bool is_slow(const TuningProblem& problem) const;
    void run_list(const TuningProblem& problem, const Kernels& kernels);
    void run_search(const TuningProblem& problem, const SearchOptions& options, double done, double share);

    const TunableRoutine& routine_;
    ElementType type_;
    int operations_;  ///< how many the routine has
    const DeviceModel& device_;
    CandidateRunner& runner_;
    const TuneOptions& options_;
    TuningProgress& progress_;
    std::vector<TunedCell>& cells_;
    std::size_t first_;  ///< of cells_: those of this type
    std::function<double()> clock_;
    double begin_;
    double longest_ = 0;  ///< seconds of a run of kernels on a cell, at most so far
    std::vector<Extents> extents_;
    Extents large_;  ///< the cell of the searches
};

}  // namespace hg::kernels
