#pragma once

#include <vector>

#include "tools/tuner/candidate.hpp"
#include "tools/tuner/tune_options.hpp"

namespace hg::kernels {

/// Sizes spread over those that a cell of a grid serves, at most `samples`, each once; the cell alone for 1.
/// They lie between the geometric midpoints to the next cells, since the nearest cell by logarithms serves a
/// size; beyond the last cells are none. Each extent has a sample in each of `samples` parts of equal ratio,
/// in the order of Hammersley's points. Of cells that are no combination the samples have the same
/// proportions, between cells that have them too.
std::vector<Extents> samples_of(const TuningGrid& grid, const Extents& cell, int samples);

/// Measures each candidate at several sizes of its cell. Its time is the mean of the seconds per amount
/// there, times the cell's own amount. What goes wrong at one size goes wrong for the cell.
class SampledCells final : public CandidateRunner {
  public:
    /// `runner` must live as long.
    SampledCells(CandidateRunner& runner, TuningGrid grid, int samples)
        : runner_(runner), grid_(std::move(grid)), samples_(samples) {}

    void expect(const std::vector<Candidate>& candidates) override;
    Outcome run(const Candidate& candidate) override;

  private:
    [[nodiscard]] std::vector<Candidate> samples_of(const Candidate& candidate) const;

    CandidateRunner& runner_;
    TuningGrid grid_;
    int samples_;
};

}  // namespace hg::kernels
