#include "tools/tuner/rank_update/rank_update_trial.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/matrix_vector/host_triangle.hpp"
#include "tools/tuner/matrix_vector/matrix_trial.hpp"

namespace hg::kernels {
namespace {

constexpr double kAlpha = 1.375;  // exact in both types

template <class T>
class RankUpdateTrial final : public MatrixTrial<T> {
    using Base = MatrixTrial<T>;
    using typename Base::Contents;
    using typename Base::Set;

  public:
    RankUpdateTrial(DeviceWork& work, const RankUpdateParameters& update, std::int64_t m, std::int64_t n,
                    const OperandLayout& layout)
        : Base(work, Base::kMatrix, m, n, layout.aligned),
          operation_(update.operation),
          upper_(update.upper) {
        const std::vector<std::int64_t> lengths =
            operation_ == RankUpdate::syr ? std::vector{n} : std::vector{m, n};
        this->add_sets(
            lengths, layout.set_bytes,
            [this](Contents& contents) {
                if (operation_ != RankUpdate::ger) triangle<T>(contents.a.data()).blank_the_rest();
            },
            [this](const Contents& contents) {
                x_ = this->elements(contents.vectors[0], this->rows(), !this->aligned());
                y_ = operation_ == RankUpdate::syr ? x_
                                                   : this->elements(contents.vectors[1], this->cols(), false);
            });
    }

  private:
    template <class E>
    [[nodiscard]] HostTriangle<E> triangle(E* a) const {
        return {a, this->cols(), this->leading_dimension(), upper_};
    }

    [[nodiscard]] bool is_right(T before, T after, std::size_t i, std::size_t j) const {
        const double first = kAlpha * x_[i] * y_[j];
        const double second = operation_ == RankUpdate::syr2 ? kAlpha * y_[i] * x_[j] : 0;
        const double terms = std::fabs(static_cast<double>(before)) + std::fabs(first) + std::fabs(second);
        return std::fabs(after - (before + first + second)) <=
               4.0 * std::numeric_limits<T>::epsilon() * terms;
    }

    std::string fault_of_result(const Contents& after) override {
        const std::int64_t ld = this->leading_dimension();
        const HostTriangle<const T> stored = triangle<const T>(after.a.data());
        for (std::int64_t j = 0; j < this->cols(); ++j) {
            const T* const old = this->matrix().data() + j * ld;
            const T* const now = after.a.data() + j * ld;
            for (std::int64_t i = 0; i < this->rows(); ++i) {
                const bool is_written = operation_ == RankUpdate::ger || stored.has(i, j);
                if (is_written
                        ? !is_right(old[i], now[i], static_cast<std::size_t>(i), static_cast<std::size_t>(j))
                        : std::memcmp(old + i, now + i, sizeof(T)) != 0)
                    return "A(" + std::to_string(i) + ", " + std::to_string(j) + ") is wrong";
            }
        }
        return {};
    }

    void add_calls(const PreparedKernel& prepared, const Set& set, std::vector<KernelCall>& calls) override {
        const ScalarValue x_reversed = this->aligned() ? 0 : 1, y_reversed = 0;
        std::vector<LiveRegister> operands;
        std::vector<ScalarValue> scalars{kAlpha, x_reversed};
        for (const GuardedRegister<T>& vector : set.vectors) operands.push_back(vector.seen());
        if (operands.size() == 2) scalars.push_back(y_reversed);
        operands.push_back(set.a.seen());
        calls.push_back({prepared.instructions.at(0), std::move(operands), std::move(scalars)});
    }

    RankUpdate operation_;
    bool upper_;
    std::vector<T> x_;  ///< of the first set
    std::vector<T> y_;  ///< likewise; of syr x
};

}  // namespace

std::unique_ptr<TrialOperands> make_rank_update_trial(DeviceWork& work, const RankUpdateParameters& update,
                                                      std::int64_t m, std::int64_t n,
                                                      const OperandLayout& layout) {
    return for_real_type(update.type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<RankUpdateTrial<decltype(zero)>>(work, update, m, n, layout);
    });
}

}  // namespace hg::kernels
