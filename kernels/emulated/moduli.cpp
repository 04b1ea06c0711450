#include "kernels/emulated/moduli.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

namespace hg::kernels {
namespace {

constexpr int kBitsOfPart = 40;  // sums of 18 products of these with residues of 8 bits fit 53
/// Of scaled_norm(): what the logarithm of a norm may be wrong by.
constexpr double kSlack = 0.01;
/// What rounding to integers may take of the bound of a product. The rest is for the roundings of C.
constexpr double kShareOfBound = 0.75;
/// The square root of the depth of products, at most.
constexpr double kRootOfDepth = 362.1;
static_assert(kRootOfDepth * kRootOfDepth > kDeepestEmulated);
/// The 2-norm of what rounding adds to a line, at most: both parts of a complex element move by 1/2.
constexpr double kMostMoved = 256.1;
static_assert(4 * kMostMoved * kMostMoved > 2 * kDeepestEmulated);
constexpr int kModuliOfFourBytes = 7;  ///< scaled integers fit 32 bits for up to so many

/// A whole number of any size, its digits to the base 2^32, the lowest first.
class WideInteger {
  public:
    explicit WideInteger(std::uint32_t value) : digits_{value} {}

    WideInteger& operator*=(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint32_t& digit : digits_) {
            carry += std::uint64_t{digit} * factor;
            digit = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry > 0) digits_.push_back(static_cast<std::uint32_t>(carry));
        return *this;
    }

    /// Divides, and returns the remainder.
    std::uint32_t divide(std::uint32_t divisor) {
        std::uint64_t rest = 0;
        for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit) {
            rest = rest << 32 | *digit;
            *digit = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        return static_cast<std::uint32_t>(rest);
    }

    [[nodiscard]] int bits() const noexcept {
        int bits = static_cast<int>(digits_.size()) * 32;
        while (bits > 0 && !bit(bits - 1)) --bits;
        return bits;
    }

    /// Bits [first, end), in place.
    [[nodiscard]] double part(int first, int end) const noexcept {
        double value = 0;
        for (int b = first; b < end; ++b)
            if (bit(b)) value += std::ldexp(1.0, b);
        return value;
    }

  private:
    [[nodiscard]] bool bit(int b) const noexcept {
        const auto digit = static_cast<std::size_t>(b / 32);
        return digit < digits_.size() && (digits_[digit] >> (b % 32) & 1) != 0;
    }

    std::vector<std::uint32_t> digits_;
};

std::uint32_t modulus(int l) {
    return static_cast<std::uint32_t>(kModuli[static_cast<std::size_t>(l)]);
}

/// The product of the first moduli, but for number `without`.
WideInteger product(int count, int without) {
    WideInteger all(1);
    for (int l = 0; l < count; ++l)
        if (l != without) all *= modulus(l);
    return all;
}

std::uint32_t inverse(std::uint32_t x, std::uint32_t modulus) {
    for (std::uint32_t y = 1; y < modulus; ++y)
        if (x * y % modulus == 1) return y;
    return 0;
}

double log2_of_product(int count) {
    double sum = 0;
    for (int l = 0; l < count; ++l) sum += std::log2(static_cast<double>(modulus(l)));
    return sum;
}

std::string exactly(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", x);
    return text;
}

/// A table in OpenCL C of value(0), value(1) ...
template <class Value>
std::string table(const std::string& name, std::size_t count, const Value& value) {
    std::string text = "constant double " + name + "[] = {";
    for (std::size_t l = 0; l < count; ++l) text += (l == 0 ? "" : ", ") + exactly(value(l));
    return text + "};\n";
}

}  // namespace

ChineseRemainders chinese_remainders(int count) {
    const WideInteger P = product(count, -1);
    const int bits = P.bits();
    const int first = std::max(0, bits - kBitsOfPart);
    const int second = std::max(0, first - kBitsOfPart);
    const auto parts = [&](const WideInteger& x) {
        return ChineseRemainders::Parts{x.part(first, bits), x.part(second, first), x.part(0, second)};
    };
    ChineseRemainders remainders;
    for (int l = 0; l < count; ++l) {
        WideInteger weight = product(count, l);
        WideInteger rest = weight;
        weight *= inverse(rest.divide(modulus(l)), modulus(l));
        remainders.weights.push_back(parts(weight));
    }
    remainders.modulus = parts(P);
    return remainders;
}

double from_residues(const ChineseRemainders& r, const std::uint8_t* residues,
                     std::int64_t distance) noexcept {
    ChineseRemainders::Parts sum{};
    for (std::size_t l = 0; l < r.weights.size(); ++l)
        for (std::size_t part = 0; part < sum.size(); ++part)
            sum[part] =
                std::fma(r.weights[l][part], residues[static_cast<std::int64_t>(l) * distance], sum[part]);
    const double multiple = std::rint((sum[0] + sum[1]) / (r.modulus[0] + r.modulus[1]));
    for (std::size_t part = 0; part < sum.size(); ++part)
        sum[part] = std::fma(-multiple, r.modulus[part], sum[part]);
    // The first two without an error: they may cancel each other.
    const double near = sum[0] + sum[1];
    const double second = near - sum[0];
    const double lost = (sum[0] - (near - second)) + (sum[1] - second);
    return near + (lost + sum[2]);
}

/// Rounding doubles an element at most.
double scaled_norm(int count) noexcept {
    const double most = std::exp2((log2_of_product(count) - 1) / 2);
    return std::log2(std::max(most - kMostMoved, most / 2)) - kSlack;
}

/// Both parts of a complex element are rounded.
double rounding_bound(ElementType type, int count) noexcept {
    const double moved = is_complex(type) ? std::numbers::sqrt2 / 2 : 0.5;  // an element, at most
    const double unit = 2 * std::exp2(-scaled_norm(count)) * moved;
    return 2 * unit + kRootOfDepth * unit * unit;
}

int moduli_for(ElementType type) noexcept {
    const double eps = needs_f64(type) ? std::numeric_limits<double>::epsilon()
                                       : double{std::numeric_limits<float>::epsilon()};
    int count = kLeastModuli;
    while (count < kMostModuli && rounding_bound(type, count) > kShareOfBound * 3 * eps) ++count;
    return count;
}

namespace {

/// A table in OpenCL C of value(p) for the first `count` moduli p.
template <class Value>
std::string table_of_integers(const std::string& name, int count, const Value& value) {
    std::string text = "constant uint " + name + "[] = {";
    for (int l = 0; l < count; ++l)
        text += (l == 0 ? "" : ", ") + std::to_string(static_cast<std::uint32_t>(value(modulus(l)))) + "u";
    return text + "};\n";
}

/// 256^exponent modulo p
std::uint32_t power_of_256(int exponent, std::uint32_t p) {
    std::uint32_t power = 1;
    for (int i = 0; i < exponent; ++i) power = power * 256 % p;
    return power;
}

/// The powers `first` to first + 3 of 256 modulo p, a byte each.
std::uint32_t four_powers(int first, std::uint32_t p) {
    std::uint32_t bytes = 0;
    for (int byte = 0; byte < 4; ++byte) bytes |= power_of_256(first + byte, p) << (8 * byte);
    return bytes;
}

/// Integers x of 4 or 8 bytes are taken as x + 2^31 or x + 2^63, which has no sign.
std::uint32_t sign_bias(int count, std::uint32_t p) {
    const std::uint32_t top = 128 * power_of_256(count <= kModuliOfFourBytes ? 3 : 7, p) % p;
    return (p - top) % p;
}

std::string integer_tables(int count) {
    return table_of_integers("kIntegers", count, [](std::uint64_t p) { return p; }) +
           table_of_integers("kReciprocals", count,
                             [](std::uint64_t p) { return ((std::uint64_t{1} << 32) + p - 1) / p; }) +
           table_of_integers("kLowBytes", count, [](std::uint32_t p) { return four_powers(0, p); }) +
           table_of_integers("kHighBytes", count, [](std::uint32_t p) { return four_powers(4, p); }) +
           table_of_integers("kBias", count, [&](std::uint32_t p) { return sign_bias(count, p); });
}

}  // namespace

std::string moduli_source(int count) {
    const ChineseRemainders r = chinese_remainders(count);
    const std::size_t size = r.weights.size();
    std::string text = "#define kCount " + std::to_string(count) + "\n" +
                       table("kModuli", size, [](std::size_t l) { return 1.0 * kModuli[l]; }) +
                       table("kInverses", size, [](std::size_t l) { return 1.0 / kModuli[l]; });
    for (std::size_t part = 0; part < r.modulus.size(); ++part)
        text +=
            table("kWeights" + std::to_string(part), size, [&](std::size_t l) { return r.weights[l][part]; });
    return text + integer_tables(count) +
           table("kModulus", r.modulus.size(), [&](std::size_t part) { return r.modulus[part]; });
}

}  // namespace hg::kernels
