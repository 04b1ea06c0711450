#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/tuner/problem/guarded_register.hpp"

namespace hg::kernels {

/// Space for the sums that one launch leaves for the next, with guards around it.
template <class T>
class PartialSums {
  public:
    /// The register of rows x cols: the last one if it is of this shape, else a new one.
    LiveRegister of(DeviceWork& work, std::int64_t rows, std::int64_t cols) {
        constexpr std::int64_t kLine = 128 / sizeof(T);
        if (sums_.empty() || sums_[0].rows() != rows || sums_[0].cols() != cols) {
            sums_.clear();
            sums_.push_back({work, rows, cols, rows / kLine * kLine + kLine});
            work.load(sums_[0].all_guard().data(), sums_[0].whole());
        }
        return sums_[0].seen();
    }

    /// What is wrong around it; it must have been asked for.
    [[nodiscard]] std::string fault(DeviceWork& work) const {
        std::vector<T> storage = sums_[0].all_guard();
        work.store(sums_[0].whole(), storage.data());
        return sums_[0].guards_untouched(storage) ? "" : "wrote beside the sums";
    }

  private:
    std::vector<GuardedRegister<T>> sums_;  ///< one, or none yet
};

}  // namespace hg::kernels
