#include "kernels/emulated/emulated_host.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"

namespace hg::kernels {
namespace {

/// Element p of a line.
template <class T>
class Lines {
  public:
    Lines(const HostOperand& x, bool lines_are_rows)
        : data_(x.as<T>()),
          along_(lines_are_rows ? x.ld : 1),
          across_(lines_are_rows ? 1 : x.ld),
          count_(lines_are_rows ? x.rows : x.cols),
          depth_(lines_are_rows ? x.cols : x.rows) {}

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    [[nodiscard]] std::int64_t depth() const noexcept { return depth_; }
    [[nodiscard]] double operator()(std::int64_t line, std::int64_t p) const noexcept {
        return static_cast<double>(data_[line * across_ + p * along_]);
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
    for (std::int64_t p = 0; p < x.depth(); ++p) {
        finite = finite && std::isfinite(x(line, p));
        largest = std::max(largest, std::fabs(x(line, p)));
    }
    if (!finite || largest == 0) return 0;
    const int size = std::ilogb(largest);
    double squares = 0;
    for (std::int64_t p = 0; p < x.depth(); ++p) {
        const double element = std::ldexp(x(line, p), -size);
        squares = std::fma(element, element, squares);
    }
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

template <class T>
void emulated_residues_on_host(const HostCall& call, bool lines_are_rows, int moduli) {
    if (is_refused(call.operands[2])) return;
    const Lines<T> x(call.operands[0], lines_are_rows);
    const HostOperand& residues = call.operands[3];
    for (std::int64_t block = 0; block < residues.cols; ++block)
        std::fill_n(bytes_of<std::int8_t>(residues, block), residues.rows * kResiduesOfElement,
                    std::int8_t{0});
    for (std::int64_t line = 0; line < x.count(); ++line) {
        auto* const to = bytes_of<std::int8_t>(residues, line / kBlockLines);
        const int exponent = call.operands[1].as<std::int32_t>()[line];
        for (std::int64_t p = 0; p < x.depth(); ++p) {
            const double integer = std::trunc(std::ldexp(x(line, p), exponent));
            for (int l = 0; l < moduli; ++l) {
                const auto residue =
                    static_cast<int>(residue_of(integer, kModuli[static_cast<std::size_t>(l)]));
                to[operand_byte(line, p, l, moduli, residues.rows)] =
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
std::array<std::int8_t, kPieceBytes> piece_at(const std::int8_t* bytes) {
    std::array<std::int8_t, kPieceBytes> piece;
    std::memcpy(piece.data(), bytes, sizeof(piece));
    return piece;
}

/// The sum of products of two lines that are `depth` deep, in pieces that lie together.
std::int32_t dot(const std::int8_t* a, std::int64_t i, const std::int8_t* b, std::int64_t j,
                 std::int64_t depth) {
    std::int32_t sum = 0;
    for (std::int64_t p = 0; p < depth; p += kPieceBytes) {
        const auto x = piece_at(a + operand_byte(i, p, 0, 1, 0));
        const auto y = piece_at(b + operand_byte(j, p, 0, 1, 0));
        for (std::size_t byte = 0; byte < x.size(); ++byte) sum += x[byte] * y[byte];
    }
    return sum;
}

/// Which lines of a block of an operand, one behind the other along k, have only zeros: those beyond its last, above all.
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
            const double x =
                from_residues(remainders, residues, blocks_of(c.rows, kBlockLines) * kProductBlock);
            const int exponent =
                call.operands[1].as<std::int32_t>()[i] + call.operands[2].as<std::int32_t>()[j];
            const T scaled = static_cast<T>(std::ldexp(x, -exponent));
            element = overwrite ? alpha * scaled : std::fma(beta, element, alpha * scaled);
        }
}

template void emulated_exponents_on_host<float>(const HostCall&, bool);
template void emulated_exponents_on_host<double>(const HostCall&, bool);
template void emulated_residues_on_host<float>(const HostCall&, bool, int);
template void emulated_residues_on_host<double>(const HostCall&, bool, int);
template void emulated_sum_on_host<float>(const HostCall&, int, bool);
template void emulated_sum_on_host<double>(const HostCall&, int, bool);

}  // namespace hg::kernels
