#include "tools/tuner/gemv/trmv_trial.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/matrix_vector/host_triangle.hpp"
#include "tools/tuner/matrix_vector/matrix_trial.hpp"
#include "tools/tuner/matrix_vector/partial_sums.hpp"
#include "tools/tuner/matrix_vector/plain_sum.hpp"
#include <hg/kernels/gemv.hpp>

namespace hg::kernels {
namespace {

/// op(A) x
template <class T>
std::vector<PlainSum> triangular_product(const HostTriangle<const T>& a, bool transpose,
                                         const std::vector<T>& x) {
    std::vector<PlainSum> sums(x.size());
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t j = 0; j < a.n; ++j) {
        sums[at(j)].add(a(j, j) * x[at(j)]);
        for (std::int64_t i = a.first(j); i < a.last(j); ++i)
            sums[at(transpose ? j : i)].add(a(i, j) * x[at(transpose ? i : j)]);
    }
    return sums;
}

template <class T>
class TrmvTrial final : public MatrixTrial<T> {
    using Base = MatrixTrial<T>;
    using typename Base::Contents;
    using typename Base::Set;

  public:
    TrmvTrial(DeviceWork& work, bool transpose, std::int64_t n, const OperandLayout& layout)
        : Base(work, 0, n, n, layout.aligned) {
        this->add_sets(
            {n}, layout.set_bytes,
            [this, n](Contents& contents) {
                HostTriangle<T>{contents.a.data(), n, this->leading_dimension(), is_upper()}.make_dominant();
            },
            [&](const Contents& contents) {
                plain_ =
                    triangular_product<T>({contents.a.data(), n, this->leading_dimension(), is_upper()},
                                          transpose, this->elements(contents.vectors[0], n, is_reversed()));
            });
    }

  private:
    [[nodiscard]] bool is_upper() const { return !this->aligned(); }
    [[nodiscard]] bool is_reversed() const { return !this->aligned(); }

    std::string fault_of_result(const Contents& after) override {
        const double eps =
            std::numeric_limits<T>::epsilon() * (std::sqrt(static_cast<double>(this->rows())) + 4);
        const std::vector<T> x = this->elements(after.vectors[0], this->rows(), is_reversed());
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!(std::fabs(static_cast<double>(x[i]) - plain_[i].value) <= eps * plain_[i].terms))
                return "x(" + std::to_string(i) + ") is wrong";
        return {};
    }

    std::string fault_beside_result(const PreparedKernel& /*prepared*/) override {
        return sums_.fault(this->work());
    }

    void add_calls(const PreparedKernel& prepared, const Set& set, std::vector<KernelCall>& calls) override {
        const int split = parse_gemv(prepared.kernel.name).value().blocking.split;
        const LiveRegister sums = sums_.of(this->work(), this->rows(), split);
        const ScalarValue reversed = is_reversed() ? 1 : 0, upper = is_upper() ? 1 : 0, unit = 0, alpha = 1;
        const LiveRegister x = set.vectors[0].seen();
        calls.push_back({prepared.instructions.at(0), {set.a.seen(), x, sums}, {reversed, upper, unit}});
        calls.push_back({prepared.instructions.at(1), {sums, x}, {alpha, reversed}});
    }

    std::vector<PlainSum> plain_;  ///< of the first set
    PartialSums<T> sums_;
};

}  // namespace

std::unique_ptr<TrialOperands> make_trmv_trial(DeviceWork& work, ElementType type, bool transpose,
                                               std::int64_t n, const OperandLayout& layout) {
    return for_real_type(type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<TrmvTrial<decltype(zero)>>(work, transpose, n, layout);
    });
}

}  // namespace hg::kernels
