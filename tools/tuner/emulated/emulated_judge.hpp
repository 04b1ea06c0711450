#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// The product, for each modulus, of random residues of op(A), m x k, and op(B), k x n. Elements are compared
/// with exact sums: all of a small product, a sample of a large one.
class EmulatedJudge final : public Judge {
  public:
    explicit EmulatedJudge(const TuningProblem& problem)
        : moduli_(moduli_for(problem.type)),
          m_(problem.extents.at(0)),
          n_(problem.extents.at(1)),
          k_(problem.extents.at(2)) {}

    void see(const HostOperands& before) override {
        residues_ = before;
        residues_.storage.resize(2);  // those of A and B
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        constexpr std::size_t kProduct = 4, kRefused = 5;
        if (*after.elements<std::int32_t>(kRefused) != 0) return "refused the product";
        const Register& product = after.shapes[kProduct];
        const auto* elements = after.elements<std::int32_t>(kProduct);
        const std::int64_t step = distance_of_samples();
        for (int l = 0; l < moduli_; ++l)
            for (std::int64_t j = l % step; j < n_; j += step) {
                const std::vector<std::int8_t> b = line_of(1, j, l);
                const auto* column =
                    reinterpret_cast<const std::uint8_t*>(elements + j / kBlockLines * product.ld);
                for (std::int64_t i = (l + j) % step; i < m_; i += step) {
                    const std::vector<std::int8_t> a = line_of(0, i, l);
                    const std::int64_t sum =
                        std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
                    const std::int64_t p = kModuli[static_cast<std::size_t>(l)];
                    if (column[product_byte(i, j, l, moduli_, product.rows)] != (sum % p + p) % p)
                        return "element (" + std::to_string(i) + ", " + std::to_string(j) + ") modulo " +
                               std::to_string(p) + " is wrong";
                }
            }
        return {};
    }

  private:
    /// Bytes of a line for a modulus, those that fill the last block included: kernels multiply them too.
    [[nodiscard]] std::int64_t depth() const { return blocks_of(k_, kBlockDepth) * kBlockDepth; }

    /// Of rows, and of columns, that are compared: as many as a host adds up in a fraction of a second.
    [[nodiscard]] std::int64_t distance_of_samples() const {
        constexpr double kMostSteps = 0x1p26;
        const double all =
            static_cast<double>(m_) * static_cast<double>(n_) * static_cast<double>(depth()) * moduli_;
        return static_cast<std::int64_t>(std::ceil(std::sqrt(std::max(all / kMostSteps, 1.0))));
    }

    [[nodiscard]] std::vector<std::int8_t> line_of(std::size_t operand, std::int64_t line, int l) const {
        const Register& shape = residues_.shapes[operand];
        const auto* bytes = reinterpret_cast<const std::int8_t*>(residues_.elements<std::int32_t>(operand) +
                                                                 line / kBlockLines * shape.ld);
        std::vector<std::int8_t> found(static_cast<std::size_t>(depth()));
        for (std::int64_t p = 0; p < depth(); p += kLinePieceBytes)
            std::copy_n(bytes + operand_byte(line, p, l, moduli_, shape.rows), kLinePieceBytes,
                        found.begin() + p);
        return found;
    }

    int moduli_;
    std::int64_t m_, n_, k_;
    HostOperands residues_;
};

}  // namespace hg::kernels
