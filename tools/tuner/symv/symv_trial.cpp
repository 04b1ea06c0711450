#include "tools/tuner/symv/symv_trial.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/matrix_vector/host_triangle.hpp"
#include "tools/tuner/matrix_vector/matrix_trial.hpp"
#include "tools/tuner/matrix_vector/partial_sums.hpp"
#include "tools/tuner/matrix_vector/plain_sum.hpp"
#include <hg/kernels/symv.hpp>

namespace hg::kernels {
namespace {

constexpr double kAlpha = 1.375;  // exact in both types
constexpr double kBeta = -0.4375;

/// alpha A x + beta y
template <class T>
std::vector<PlainSum> plain_product(const HostTriangle<const T>& a, const std::vector<T>& x,
                                    const std::vector<T>& y) {
    std::vector<PlainSum> sums(x.size());
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (std::int64_t j = 0; j < a.n; ++j) {
        PlainSum& sum = sums[at(j)];
        sum.add(kBeta * y[at(j)]);
        sum.add(kAlpha * a(j, j) * x[at(j)]);
        for (std::int64_t i = a.first(j); i < a.last(j); ++i) {
            const double scaled = kAlpha * a(i, j);
            sum.add(scaled * x[at(i)]);
            sums[at(i)].add(scaled * x[at(j)]);
        }
    }
    return sums;
}

template <class T>
class SymvTrial final : public MatrixTrial<T> {
    using Base = MatrixTrial<T>;
    using typename Base::Contents;
    using typename Base::Set;

  public:
    SymvTrial(DeviceWork& work, bool upper, std::int64_t n, const OperandLayout& layout)
        : Base(work, 1, n, n, layout.aligned) {
        const auto triangle = [this, upper, n](Contents& contents) {
            return HostTriangle<T>{contents.a.data(), n, this->leading_dimension(), upper};
        };
        this->add_sets(
            {n, n}, layout.set_bytes, [&](Contents& contents) { triangle(contents).blank_the_rest(); },
            [&](const Contents& contents) {
                plain_ = plain_product<T>({contents.a.data(), n, this->leading_dimension(), upper},
                                          this->elements(contents.vectors[0], n, !this->aligned()),
                                          this->elements(contents.vectors[1], n, false));
            });
    }

  private:
    std::string fault_of_result(const Contents& after) override {
        const std::vector<T> y = this->elements(after.vectors[1], this->rows(), false);
        constexpr double kEps = 4.0 * std::numeric_limits<T>::epsilon();
        for (std::size_t i = 0; i < y.size(); ++i)
            if (!(std::fabs(static_cast<double>(y[i]) - plain_[i].value) <= kEps * plain_[i].terms))
                return "y(" + std::to_string(i) + ") is wrong";
        return {};
    }

    std::string fault_beside_result(const PreparedKernel& /*prepared*/) override {
        return sums_.fault(this->work());
    }

    void add_calls(const PreparedKernel& prepared, const Set& set, std::vector<KernelCall>& calls) override {
        const std::int64_t n = this->rows();
        const LiveRegister sums =
            sums_.of(this->work(), n, sums_of(parse_symv(prepared.kernel.name).value(), n));
        const ScalarValue x_reversed = this->aligned() ? 0 : 1, y_reversed = 0;
        calls.push_back(
            {prepared.instructions.at(0), {set.a.seen(), set.vectors[0].seen(), sums}, {x_reversed}});
        calls.push_back(
            {prepared.instructions.at(1), {sums, set.vectors[1].seen()}, {kAlpha, kBeta, y_reversed}});
    }

    std::vector<PlainSum> plain_;  ///< of the first set
    PartialSums<T> sums_;
};

}  // namespace

std::unique_ptr<TrialOperands> make_symv_trial(DeviceWork& work, ElementType type, bool upper, std::int64_t n,
                                               const OperandLayout& layout) {
    return for_real_type(type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<SymvTrial<decltype(zero)>>(work, upper, n, layout);
    });
}

}  // namespace hg::kernels
