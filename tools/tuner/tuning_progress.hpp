#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "tools/tuner/tune_options.hpp"

namespace hg::kernels {

struct TuneProgress {
    std::string what;         ///< for example "f64 nt 4096 x 4096 x 4096"
    double fraction = 0;      ///< of the whole
    double seconds_left = 0;  ///< about
};

/// Tells how far all types of a tune together are.
class TuningProgress {
  public:
    /// `tell` may be empty.
    TuningProgress(const std::function<void(const TuneProgress&)>& tell, const TuneOptions& options)
        : tell_(tell), types_(static_cast<double>(options.types.size())), budget_(options.budget_seconds) {}

    void begin_type(std::size_t number) { before_ = static_cast<double>(number); }
    /// `done`: the share of this type's work, `elapsed`: seconds since it began.
    void operator()(const TuningProblem& problem, double done, double elapsed);

  private:
    const std::function<void(const TuneProgress&)>& tell_;
    double types_;
    double budget_;
    double before_ = 0;  ///< types that are done
    double most_ = 0;
};

}  // namespace hg::kernels
