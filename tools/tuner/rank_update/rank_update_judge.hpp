#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "tools/tuner/problem/trial.hpp"
#include <hg/kernels/rank_update.hpp>

namespace hg::kernels {

inline RankUpdate rank_update_of(const TuningProblem& problem) {
    return *std::ranges::find_if(
        kRankUpdates, [&](RankUpdate operation) { return name(operation) == problem.routine->word; });
}

/// A rank update of an A of m x n. Each element of A is compared with the update in double precision, within
/// 4 eps times the sum of its terms' sizes; of syr and syr2 the other triangle holds NaN and must stay as it
/// is.
template <class T>
class RankUpdateJudge final : public Judge {
  public:
    explicit RankUpdateJudge(const TuningProblem& problem)
        : operation_(rank_update_of(problem)),
          upper_(problem.operation != 0),
          a_(operation_ == RankUpdate::syr ? 1 : 2) {}

    void prepare(HostOperands& operands) const override {
        if (operation_ != RankUpdate::ger) operands.triangle<T>(a_, upper_).blank_the_rest();
    }

    void see(const HostOperands& before) override {
        x_ = before.x<T>(0);
        y_ = operation_ == RankUpdate::syr ? x_ : before.vector<T>(1);
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& before,
                         const HostOperands& after) override {
        const auto& shape = after.shapes[a_];
        const HostTriangle<const T> stored = after.triangle<T>(a_, upper_);
        for (std::int64_t j = 0; j < shape.cols; ++j)
            for (std::int64_t i = 0; i < shape.rows; ++i) {
                const T& old = before.elements<T>(a_)[i + j * shape.ld];
                const T& now = after.elements<T>(a_)[i + j * shape.ld];
                const bool is_written = operation_ == RankUpdate::ger || stored.has(i, j);
                if (is_written ? !is_right(old, now, i, j) : std::memcmp(&old, &now, sizeof(T)) != 0)
                    return "A(" + std::to_string(i) + ", " + std::to_string(j) + ") is wrong";
            }
        return {};
    }

  private:
    [[nodiscard]] bool is_right(T before, T after, std::int64_t row, std::int64_t column) const {
        const auto i = static_cast<std::size_t>(row), j = static_cast<std::size_t>(column);
        const double first = kExampleAlpha * x_[i] * y_[j];
        const double second = operation_ == RankUpdate::syr2 ? kExampleAlpha * y_[i] * x_[j] : 0;
        const double terms = std::fabs(static_cast<double>(before)) + std::fabs(first) + std::fabs(second);
        return std::fabs(after - (before + first + second)) <=
               4.0 * std::numeric_limits<T>::epsilon() * terms;
    }

    RankUpdate operation_;
    bool upper_;
    std::size_t a_;  ///< A's position among the operands
    std::vector<T> x_;
    std::vector<T> y_;  ///< of syr x
};

}  // namespace hg::kernels
