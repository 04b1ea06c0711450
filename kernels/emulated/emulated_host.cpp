#include "kernels/emulated/emulated_host.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"

namespace hg::kernels {
namespace {

/// Parts of elements of a line.
template <class T>
class Lines {
  public:
    static constexpr int kParts = sizeof(T) / sizeof(PartOf<T>);

    Lines(const HostOperand& x, bool lines_are_rows)
        : data_(x.as<T>()),
          along_(lines_are_rows ? x.ld : 1),
          across_(lines_are_rows ? 1 : x.ld),
          count_(lines_are_rows ? x.rows : x.cols),
          depth_(lines_are_rows ? x.cols : x.rows) {}

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    [[nodiscard]] std::int64_t depth() const noexcept { return depth_; }
    [[nodiscard]] double operator()(std::int64_t line, std::int64_t p, int part = 0) const noexcept {
        const T& element = data_[line * across_ + p * along_];
        if constexpr (kParts == 1)
            return static_cast<double>(element);
        else
            return static_cast<double>(part == 0 ? element.real() : element.imag());
    }
    /// each(x) with all parts of all elements of a line.
    template <class Each>
    void each_part(std::int64_t line, const Each& each) const {
        for (std::int64_t p = 0; p < depth_; ++p)
            for (int part = 0; part < kParts; ++part) each((*this)(line, p, part));
    }

  private:
    const T* data_;
    std::int64_t along_, across_, count_, depth_;
};

bool is_refused(const HostOperand& refused) {
    return *refused.as<std::int32_t>() != 0;
}

/// The bytes of a column.
template <class Byte>
Byte* bytes_of(const HostOperand& x, std::int64_t column) {
    return reinterpret_cast<Byte*>(x.as<std::int32_t>() + column * x.ld);
}

double residue_of(double x, double modulus) {
    const double inverse = 1 / modulus;
    const double near = std::fma(-std::rint(x * inverse), modulus, x);
    return std::fma(-std::rint(near * inverse), modulus, near);
}

template <class T>
int exponent_of(const Lines<T>& x, std::int64_t line, double norm, bool& finite) {
    double largest = 0;
    x.each_part(line, [&](double part) {
        finite = finite && std::isfinite(part);
        largest = std::max(largest, std::fabs(part));
    });
    if (!finite || largest == 0) return 0;
    const int size = std::ilogb(largest);
    double squares = 0;
    x.each_part(line, [&](double part) {
        const double scaled = std::ldexp(part, -size);
        squares = std::fma(scaled, scaled, squares);
    });
    return static_cast<int>(std::floor(norm - 0.5 * std::log2(squares))) - size;
}

}  // namespace

template <class T>
void emulated_exponents_on_host(const HostCall& call, bool lines_are_rows) {
    const Lines<T> x(call.operands[0], lines_are_rows);
    for (std::int64_t line = 0; line < x.count(); ++line) {
        bool finite = true;
        call.operands[1].as<std::int32_t>()[line] =
            exponent_of(x, line, call.scalars[0].as<double>(), finite);
        if (!finite) *call.operands[2].as<std::int32_t>() = 1;
    }
}

namespace {

/// The integers that an element of a line becomes: the nearest ones to its parts, and their sum if there are
/// two.
template <class T>
std::vector<double> integers_of(const Lines<T>& x, std::int64_t line, std::int64_t p, int exponent,
                                bool conjugated) {
    std::vector<double> integers;
    for (int part = 0; part < Lines<T>::kParts; ++part)
        integers.push_back(std::rint(std::ldexp(x(line, p, part), exponent)));
    if constexpr (Lines<T>::kParts == 2) {
        if (conjugated) integers[1] = -integers[1];
        integers.push_back(integers[0] + integers[1]);
    }
    return integers;
}

}  // namespace

template <class T>
void emulated_residues_on_host(const HostCall& call, bool lines_are_rows, int moduli) {
    if (is_refused(call.operands[2])) return;
    const Lines<T> x(call.operands[0], lines_are_rows);
    const HostOperand& residues = call.operands[3];
    const bool conjugated = is_complex(element_type_of<T>()) && call.scalars[0].as<std::int32_t>() != 0;
    for (std::int64_t block = 0; block < residues.cols; ++block)
        std::fill_n(bytes_of<std::int8_t>(residues, block), residues.rows * kResiduesOfElement,
                    std::int8_t{0});
    for (std::int64_t line = 0; line < x.count(); ++line) {
        auto* const to = bytes_of<std::int8_t>(residues, line / kBlockLines);
        const int exponent = call.operands[1].as<std::int32_t>()[line];
        for (std::int64_t p = 0; p < x.depth(); ++p) {
            int l = 0;
            for (const double integer : integers_of(x, line, p, exponent, conjugated))
                for (int m = 0; m < moduli; ++m, ++l) {
                    const auto residue =
                        static_cast<int>(residue_of(integer, kModuli[static_cast<std::size_t>(m)]));
                    to[operand_byte(line, p, l, real_products(element_type_of<T>()) * moduli,
                                    residues.rows)] =
                        static_cast<std::int8_t>(residue == 128 ? -128 : residue);
                }
        }
    }
}

namespace {

/// Whether block (row, col) of a product is left out.
bool is_outside(std::int32_t triangle, std::int64_t row, std::int64_t col) {
    return (triangle == 1 && row < col) || (triangle == 2 && row > col);
}

/// Bytes of a line that lie together, taken at once: where sanitizers watch each access, that is one of many.
std::array<std::int8_t, kLinePieceBytes> piece_at(const std::int8_t* bytes) {
    std::array<std::int8_t, kLinePieceBytes> piece;
    std::memcpy(piece.data(), bytes, sizeof(piece));
    return piece;
}

/// The sum of products of two lines that are `depth` deep, in pieces that lie together.
std::int32_t dot(const std::int8_t* a, std::int64_t i, const std::int8_t* b, std::int64_t j,
                 std::int64_t depth) {
    std::int32_t sum = 0;
    for (std::int64_t p = 0; p < depth; p += kLinePieceBytes) {
        const auto x = piece_at(a + operand_byte(i, p, 0, 1, 0));
        const auto y = piece_at(b + operand_byte(j, p, 0, 1, 0));
        for (std::size_t byte = 0; byte < x.size(); ++byte) sum += x[byte] * y[byte];
    }
    return sum;
}

/// Which lines of a block of an operand, one behind the other along k, have only zeros: those beyond its
/// last, above all.
std::array<bool, kBlockLines> zero_lines(const std::int8_t* operand, std::int64_t depth) {
    std::array<bool, kBlockLines> zeros{};
    zeros.fill(true);
    for (std::int64_t byte = 0; byte < depth * kBlockLines; ++byte)
        if (operand[byte] != 0) zeros[static_cast<std::size_t>(byte % kOperandBlock / kBlockDepth)] = false;
    return zeros;
}

/// One block of a product for one modulus, of blocks of both operands that are `depth` deep.
void multiply_block(const std::int8_t* a, const std::int8_t* b, std::int64_t depth, std::int32_t modulus,
                    std::uint8_t* u) {
    const auto zeros_a = zero_lines(a, depth), zeros_b = zero_lines(b, depth);
    for (std::int64_t j = 0; j < kBlockLines; ++j)
        for (std::int64_t i = 0; i < kBlockLines; ++i) {
            const bool is_zero = zeros_a[static_cast<std::size_t>(i)] || zeros_b[static_cast<std::size_t>(j)];
            const std::int32_t residue = is_zero ? 0 : dot(a, i, b, j, depth) % modulus;
            u[product_byte(i, j, 0, 1, 0)] =
                static_cast<std::uint8_t>(residue < 0 ? residue + modulus : residue);
        }
}

}  // namespace

void emulated_product_on_host(const HostCall& call, int moduli) {
    const HostOperand& a = call.operands[0];
    const HostOperand& b = call.operands[1];
    const HostOperand& u = call.operands[4];
    const bool refused = is_refused(call.operands[2]) || is_refused(call.operands[3]);
    *call.operands[5].as<std::int32_t>() = refused;
    if (refused) return;
    const std::int64_t depth = a.rows * kResiduesOfElement / kOperandBlock / moduli * kBlockDepth;
    for (std::int64_t col = 0; col < b.cols; ++col)
        for (std::int64_t row = 0; row < a.cols; ++row)
            for (int l = 0; l < moduli; ++l)
                if (!is_outside(call.scalars[0].as<std::int32_t>(), row, col))
                    multiply_block(bytes_of<const std::int8_t>(a, row) + l * depth * kBlockLines,
                                   bytes_of<const std::int8_t>(b, col) + l * depth * kBlockLines, depth,
                                   kModuli[static_cast<std::size_t>(l)],
                                   bytes_of<std::uint8_t>(u, col) + (l * a.cols + row) * kProductBlock);
}

namespace {

/// The product's parts of one element, of its residues: for real elements those of one product, else of
/// three.
template <class T>
T product_of(const ChineseRemainders& remainders, const std::uint8_t* residues, std::int64_t distance,
             int exponent) {
    const auto part = [&](const std::uint8_t* of_part, std::int64_t apart) {
        return static_cast<PartOf<T>>(std::ldexp(from_residues(remainders, of_part, apart), -exponent));
    };
    if constexpr (Lines<T>::kParts == 1) {
        return part(residues, distance);
    } else {
        const auto moduli = static_cast<int>(remainders.weights.size());
        std::array<std::uint8_t, kMostModuli> real{}, imaginary{};
        for (int l = 0; l < moduli; ++l) {
            const std::int32_t modulus = kModuli[static_cast<std::size_t>(l)];
            const std::int32_t first = residues[l * distance];
            const std::int32_t second = residues[(moduli + l) * distance];
            const std::int32_t mixed = residues[(2 * moduli + l) * distance];
            real[static_cast<std::size_t>(l)] =
                static_cast<std::uint8_t>((first - second + modulus) % modulus);
            imaginary[static_cast<std::size_t>(l)] =
                static_cast<std::uint8_t>((mixed - first - second + 2 * modulus) % modulus);
        }
        return {part(real.data(), 1), part(imaginary.data(), 1)};
    }
}

}  // namespace

template <class T>
void emulated_sum_on_host(const HostCall& call, int moduli, bool overwrite) {
    const HostOperand& u = call.operands[0];
    const HostOperand& c = call.operands[4];
    const auto triangle = call.scalars[2].as<std::int32_t>();
    const bool refused = is_refused(call.operands[3]);
    const auto alpha = call.scalars[0].as<T>();
    const auto beta = call.scalars[1].as<T>();
    const ChineseRemainders remainders = chinese_remainders(moduli);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            if (is_outside(triangle, i, j) || (refused && !overwrite)) continue;
            T& element = c.as<T>()[i + j * c.ld];
            if (refused) {
                element = T{0};
                continue;
            }
            const auto* const residues =
                bytes_of<const std::uint8_t>(u, j / kBlockLines) + product_byte(i, j, 0, moduli, u.rows);
            // What registers hold may be any integers; beyond this, elements overflow or vanish.
            constexpr std::int64_t kMostExponent = 10000;
            const std::int64_t sum =
                std::int64_t{call.operands[1].as<std::int32_t>()[i]} + call.operands[2].as<std::int32_t>()[j];
            const auto exponent = static_cast<int>(std::clamp(sum, -kMostExponent, kMostExponent));
            const T product =
                multiply(alpha, product_of<T>(remainders, residues,
                                              blocks_of(c.rows, kBlockLines) * kProductBlock, exponent));
            element = overwrite ? product : scaled_sum(beta, element, product);
        }
}

#define HG_EMULATED_ON_HOST(T)                                              \
    template void emulated_exponents_on_host<T>(const HostCall&, bool);     \
    template void emulated_residues_on_host<T>(const HostCall&, bool, int); \
    template void emulated_sum_on_host<T>(const HostCall&, int, bool);
HG_EMULATED_ON_HOST(float)
HG_EMULATED_ON_HOST(double)
HG_EMULATED_ON_HOST(std::complex<float>)
HG_EMULATED_ON_HOST(std::complex<double>)
#undef HG_EMULATED_ON_HOST

}  // namespace hg::kernels
