#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/tuner/tune_options.hpp"
#include "kernels/tuner/tune_report.hpp"
#include "kernels/tuner/tuning_progress.hpp"

namespace hg::kernels {

/// Whether A and B are transposed.
struct Operations {
    bool transpose_a = false;
    bool transpose_b = false;
};

/// Tunes one element type. What is measured goes to `cells` as soon as it is known.
class TypeTuner {
  public:
    TypeTuner(ElementType type, const DeviceModel& device, CandidateRunner& runner,
              const TuneOptions& options, TuningProgress& progress, std::vector<TunedCell>& cells);

    /// False if cells were left, or a search that is to see every kernel was cut short.
    bool run();

  private:
    using Kernels = std::vector<GemmParameters>;

    [[nodiscard]] double elapsed() const { return clock_() - begin_; }
    [[nodiscard]] double left() const { return options_.budget_seconds - elapsed(); }
    [[nodiscard]] GemmShape shape_of(const Operations& op, const GemmExtent& e) const;
    [[nodiscard]] const SearchResult* result_of(const GemmShape& shape) const;
    void store(const GemmShape& shape, SearchResult result);

    [[nodiscard]] GemmExtent searchable_cell();
    [[nodiscard]] double search_seconds(const GemmShape& shape) const;
    /// False if its time ended before a search by the linear or exhaustive method.
    bool search_large(const GemmShape& shape);
    bool serve_cells(const std::vector<GemmExtent>& order);
    void search_slow(const GemmShape& shape, double seconds, double done, double share);
    void search_leftover();

    [[nodiscard]] Kernels winners_at(const GemmShape& shape, std::size_t of_each) const;
    [[nodiscard]] Kernels kernels_for(const GemmShape& shape) const;
    [[nodiscard]] Kernels in_use(const GemmShape& shape) const;
    [[nodiscard]] SearchOptions cell_options() const;
    [[nodiscard]] bool is_slow(const GemmShape& shape) const;
    void run_list(const GemmShape& shape, const Kernels& kernels);
    void run_search(const GemmShape& shape, const SearchOptions& options, double done, double share);

    ElementType type_;
    const DeviceModel& device_;
    CandidateRunner& runner_;
    const TuneOptions& options_;
    TuningProgress& progress_;
    std::vector<TunedCell>& cells_;
    std::size_t first_;  ///< of cells_: those of this type
    std::function<double()> clock_;
    double begin_;
    double longest_ = 0;  ///< seconds of a run of kernels on a cell, at most so far
    std::vector<GemmExtent> extents_;
    GemmExtent large_;  ///< the cell of the searches
};

}  // namespace hg::kernels
