#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/device_selection.hpp"
#include "tools/report/report_files.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tune_options.hpp"

namespace hgctl {

inline constexpr int kMostSamples = 16;  ///< of a cell

/// What the command line says of a tune.
struct TuneCommand {
    std::string device;
    std::vector<std::string> types;
    std::optional<double> budget;  ///< seconds of all routines and types together
    bool full = false;
    std::string method = "coordinate";
    std::vector<std::string> families;
    std::string grid;
    int samples = 1;
    std::string sizes;
    double time_limit = 20;
    std::string save_kernel;
    std::string save_kernels;
    bool no_save = false;
    ReportFiles files;
};

/// Where tuned kernels are kept for later runs: tuned.json of the device's cache folder. Empty if `no_save`,
/// or without such a folder.
std::string results_path(const OneDevice& device, bool no_save);

/// The options of one routine's tune; its budget is that of a tune that nobody limits. Throws
/// hg::Error{invalid_argument} for types, families, sizes and grids that do not fit the device or the
/// routine.
hg::kernels::TuneOptions tune_options(const TuneCommand& command, const OneDevice& device,
                                      const hg::kernels::TunableRoutine& routine);

/// Gives each of the tunes its part of the budget that the command line names, if it names one.
void share_budget(const TuneCommand& command, std::vector<hg::kernels::TuneOptions>& tunes);

}  // namespace hgctl
