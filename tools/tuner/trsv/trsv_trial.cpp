#include "tools/tuner/trsv/trsv_trial.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/matrix_vector/host_triangle.hpp"
#include "tools/tuner/matrix_vector/matrix_trial.hpp"
#include <hg/kernels/trsv.hpp>

namespace hg::kernels {
namespace {

struct Solution {
    std::vector<double> x;
    double terms = 0;  ///< the largest sum of the sizes of what x(i) is made of
};

/// op(A)^-1 x by substitution.
template <class T>
Solution plain_solution(const HostTriangle<const T>& a, bool transposed, const std::vector<T>& b) {
    Solution found{{b.begin(), b.end()}, 0};
    std::vector<double>& x = found.x;
    std::vector<double> terms(x.size());
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    const auto solve = [&](std::int64_t j) {
        found.terms = std::max(found.terms, (terms[at(j)] + std::fabs(b[at(j)])) / std::fabs(a(j, j)));
        x[at(j)] /= a(j, j);
    };
    const auto subtract = [&](std::int64_t to, double term) {
        x[at(to)] -= term;
        terms[at(to)] += std::fabs(term);
    };
    for (std::int64_t step = 0; step < a.n; ++step) {
        const std::int64_t j = a.upper == transposed ? step : a.n - 1 - step;
        if (!transposed) solve(j);
        for (std::int64_t i = a.first(j); i < a.last(j); ++i)
            if (transposed)
                subtract(j, a(i, j) * x[at(i)]);
            else
                subtract(i, a(i, j) * x[at(j)]);
        if (transposed) solve(j);
    }
    return found;
}

template <class T>
class TrsvTrial final : public MatrixTrial<T> {
    using Base = MatrixTrial<T>;
    using typename Base::Contents;
    using typename Base::Set;

  public:
    TrsvTrial(DeviceWork& work, bool transposed, std::int64_t n, const OperandLayout& layout)
        : Base(work, 0, n, n, layout.aligned), transposed_(transposed) {
        this->add_sets(
            {n}, layout.set_bytes,
            [this, n](Contents& contents) {
                HostTriangle<T>{contents.a.data(), n, this->leading_dimension(), is_upper()}.make_dominant();
            },
            [this, n](const Contents& contents) {
                solution_ =
                    plain_solution<T>({contents.a.data(), n, this->leading_dimension(), is_upper()},
                                      transposed_, this->elements(contents.vectors[0], n, is_reversed()));
            });
    }

  private:
    [[nodiscard]] bool is_upper() const { return !this->aligned(); }
    [[nodiscard]] bool is_reversed() const { return !this->aligned(); }

    std::string fault_of_result(const Contents& after) override {
        const std::int64_t n = this->rows();
        const std::vector<T> x = this->elements(after.vectors[0], n, is_reversed());
        const double bound = 4.0 * std::numeric_limits<T>::epsilon() *
                             (std::sqrt(static_cast<double>(n)) + 4) * solution_.terms;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!(std::fabs(static_cast<double>(x[i]) - solution_.x[i]) <= bound))
                return "x(" + std::to_string(i) + ") is wrong";
        return {};
    }

    std::string fault_beside_result(const PreparedKernel& /*prepared*/) override {
        return untouched(scratch_[0]) && untouched(state_[0]) ? "" : "wrote beside the inverses";
    }

    template <class E>
    [[nodiscard]] bool untouched(const GuardedRegister<E>& reg) const {
        std::vector<E> storage = reg.all_guard();
        this->work().store(reg.whole(), storage.data());
        return reg.guards_untouched(storage);
    }

    /// Space for the inverses of the diagonal blocks.
    void require_scratch(const TrsvParameters& p) {
        const std::int64_t block = p.blocking.block;
        if (!scratch_.empty() && scratch_[0].rows() == block) return;
        const std::int64_t blocks = trsv_blocks(p, this->rows());
        scratch_.clear();
        state_.clear();
        scratch_.push_back({this->work(), block, blocks * (2 * block + 2), block});
        state_.push_back({this->work(), 1 + blocks, 1, 1 + blocks});
        this->work().load(scratch_[0].all_guard().data(), scratch_[0].whole());
        this->work().load(state_[0].all_guard().data(), state_[0].whole());
    }

    void add_calls(const PreparedKernel& prepared, const Set& set, std::vector<KernelCall>& calls) override {
        require_scratch(parse_trsv(prepared.kernel.name).value());
        const LiveRegister scratch = scratch_[0].seen(), state = state_[0].seen();
        const ScalarValue upper = is_upper() ? 1 : 0, unit = 0, reversed = is_reversed() ? 1 : 0;
        calls.push_back({prepared.instructions.at(0), {set.a.seen(), scratch, state}, {upper, unit}});
        calls.push_back({prepared.instructions.at(1),
                         {set.a.seen(), scratch, state, set.vectors[0].seen()},
                         {upper, unit, reversed}});
    }

    bool transposed_;
    Solution solution_;                                 ///< of the first set
    std::vector<GuardedRegister<T>> scratch_;           ///< one, or none yet
    std::vector<GuardedRegister<std::int32_t>> state_;  ///< likewise
};

}  // namespace

std::unique_ptr<TrialOperands> make_trsv_trial(DeviceWork& work, ElementType type, bool transposed,
                                               std::int64_t n, const OperandLayout& layout) {
    return for_real_type(type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<TrsvTrial<decltype(zero)>>(work, transposed, n, layout);
    });
}

}  // namespace hg::kernels
