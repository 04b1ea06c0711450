#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// What instructions with alpha and beta share.
namespace hg::kernels {

inline constexpr std::array kVectorCoefficients{VectorCoefficient::number, VectorCoefficient::element,
                                                VectorCoefficient::quotient};

/// The operands a and b that a coefficient has: 0 to 2.
constexpr int operands_of(VectorCoefficient coefficient) noexcept {
    return static_cast<int>(coefficient);
}
/// n (number), a (element) or q (quotient).
constexpr char letter_of(VectorCoefficient coefficient) noexcept {
    return "naq"[static_cast<std::size_t>(coefficient)];
}
/// Adds the operands that it has.
inline void add_coefficient(std::vector<Operand>& operands, VectorCoefficient coefficient, ElementType type,
                            const std::string& a, const std::string& b) {
    if (operands_of(coefficient) > 0) operands.push_back({a, Access::read, type});
    if (operands_of(coefficient) > 1) operands.push_back({b, Access::read, type});
}

/// "_set_aq": what is not the default of an instruction y := alpha (...) + beta y.
template <class Parameters>
std::string coefficients_text(const Parameters& p) {
    std::string text = p.overwrite ? "_set" : "";
    if (p.alpha == VectorCoefficient::number && p.beta == VectorCoefficient::number) return text;
    return text + "_" + letter_of(p.alpha) + letter_of(p.beta);
}

}  // namespace hg::kernels
