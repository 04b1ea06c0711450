#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The moduli of emulated products, pairwise coprime. A product with `count` moduli takes the first ones.
inline constexpr std::array<std::int32_t, 18> kModuli{256, 255, 253, 251, 247, 241, 239, 233, 229,
                                                      227, 223, 217, 211, 199, 197, 193, 191, 181};
inline constexpr int kLeastModuli = 2;
inline constexpr int kMostModuli = static_cast<int>(kModuli.size());
/// The deepest product whose sums of products of two residues fit 32 bits.
inline constexpr std::int64_t kDeepestEmulated = (std::int64_t{1} << 17) - 1;
/// Deeper ones are sums of products of this depth.
inline constexpr std::int64_t kDepthOfParts = std::int64_t{1} << 16;

/// The Chinese remainder theorem for P, the product of the first moduli: a number x with |x| < P / 2 and the
/// residues u_l is
///
///     x = sum of w_l u_l - q P,   w_l = (P / p_l) ((P / p_l)^-1 mod p_l),
///     q = the nearest integer to sum / P
///
/// Each w_l, and P, is a sum of three parts. The first two have 40 bits each and are multiples of one power
/// of two for all, so that sums of w_l u_l and q P have exact first and second parts. The third is what is
/// left: 38 bits or fewer for up to 15 moduli, so that all of x is exact; else rounded, which is wrong by
/// 2^-110 P at most.
struct ChineseRemainders {
    using Parts = std::array<double, 3>;
    std::vector<Parts> weights;  ///< w_l
    Parts modulus{};             ///< P
};

/// For the first `count` moduli, kLeastModuli to kMostModuli.
ChineseRemainders chinese_remainders(int count);

/// x of its residues, one each of the first moduli, in 0 .. modulus - 1.
double from_residues(const ChineseRemainders& remainders, const std::uint8_t* residues,
                     std::int64_t distance) noexcept;

/// The binary logarithm that the 2-norms of scaled rows of A and columns of B may have before they are
/// rounded, so that all elements of the product are below P / 2.
double scaled_norm(int count) noexcept;

/// The least number of moduli with which rounding elements to integers costs at most three quarters of the
/// error that a product in this type may have: with eps of the type, for each row a of op(A) and column b of
/// op(B),
///
///     |C - Cref| <= 9/4 eps sqrt(k) |a| |b|
///
/// Of complex elements |C - Cref| is an absolute value, and eps that of their parts. docs/design/emulation.md
/// derives it.
int moduli_for(ElementType type) noexcept;

/// c of the bound |C - Cref| <= c sqrt(k) |a| |b| on what rounding elements to integers costs, likewise.
double rounding_bound(ElementType type, int count) noexcept;

/// The products of real matrices that make up a product. A complex one is three: of real parts, of imaginary
/// parts, and of the sums of both. Modulo p nothing is lost by subtracting the first two from the third.
constexpr int real_products(ElementType type) noexcept {
    return is_complex(type) ? 3 : 1;
}

/// The moduli p and constants as OpenCL C. In double: kModuli, kInverses, kWeights0 to kWeights2 and
/// kModulus[3]. In uint: kIntegers (p), kReciprocals (2^32 / p, rounded up), kLowBytes (the powers 0 to 3 of
/// 256 modulo p, a byte each), kHighBytes (the powers 4 to 7), kBias (what makes up for an integer's sign).
/// kCount is their number.
std::string moduli_source(int count);

}  // namespace hg::kernels
