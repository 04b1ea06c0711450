#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/tuner/results/tune_run.hpp"

namespace hgctl {

/// Letters that stand for kernels on maps: "A" for the one that wins most cells. Kernels that differ in
/// their operations alone are one.
class KernelLetters {
  public:
    explicit KernelLetters(const hg::kernels::TuneReport& report);

    struct Entry {
        std::string letter;
        std::string kernel;  ///< its name without operations
        std::size_t cells = 0;
    };
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
    /// The letter of a cell's winner. The cell must have one.
    [[nodiscard]] const std::string& of(const hg::kernels::TunedCell& cell) const;

  private:
    std::vector<Entry> entries_;
    std::map<std::string, std::string> letter_of_;
};

/// One map as a figure: a column for each last extent, a row for each combination of the others, in each cell
/// the winner's letter and rate, coloured by the rate's share of `best_rate`, and with its share of the
/// memory's rate if that is known. Of one cell or more of a run.
std::string tune_map(const TuneRun& run, const std::vector<const hg::kernels::TunedCell*>& cells,
                     const KernelLetters& letters, double best_rate);

/// The unit of the rates on a map.
struct MapUnit {
    const char* name;  ///< "GB/s"
    double size;
    int decimals;  ///< of the largest rates
};
/// By what the routine counts, and the map's best rate.
MapUnit map_unit(const hg::kernels::TunableRoutine& routine, double best_rate);

}  // namespace hgctl
