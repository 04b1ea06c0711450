#include "kernels/emulated/emulated_host.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/emulated/moduli.hpp"

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
    for (std::int64_t line = 0; line < x.count(); ++line)
        for (int l = 0; l < moduli; ++l) {
            const double modulus = kModuli[static_cast<std::size_t>(l)];
            auto* const to = bytes_of<std::int8_t>(residues, line + l * x.count());
            std::fill_n(to, residues.rows * kResiduesOfElement, std::int8_t{0});
            for (std::int64_t p = 0; p < x.depth(); ++p) {
                const double scaled = std::ldexp(x(line, p), call.operands[1].as<std::int32_t>()[line]);
                const auto residue = static_cast<int>(residue_of(std::trunc(scaled), modulus));
                to[p] = static_cast<std::int8_t>(residue == 128 ? -128 : residue);
            }
        }
}

void emulated_product_on_host(const HostCall& call, int moduli) {
    const HostOperand& a = call.operands[0];
    const HostOperand& b = call.operands[1];
    const HostOperand& u = call.operands[4];
    const bool refused = is_refused(call.operands[2]) || is_refused(call.operands[3]);
    *call.operands[5].as<std::int32_t>() = refused;
    if (refused) return;
    const std::int64_t m = a.cols / moduli;
    const std::int64_t n = b.cols / moduli;
    for (int l = 0; l < moduli; ++l) {
        const std::int32_t modulus = kModuli[static_cast<std::size_t>(l)];
        for (std::int64_t j = 0; j < n; ++j) {
            const auto* const right = bytes_of<const std::int8_t>(b, l * n + j);
            for (std::int64_t i = 0; i < m; ++i) {
                const auto* const left = bytes_of<const std::int8_t>(a, l * m + i);
                std::int32_t sum = 0;
                for (std::int64_t p = 0; p < a.rows * kResiduesOfElement; ++p) sum += left[p] * right[p];
                const std::int32_t residue = sum % modulus;
                bytes_of<std::uint8_t>(u, l * n + j)[i] =
                    static_cast<std::uint8_t>(residue < 0 ? residue + modulus : residue);
            }
        }
    }
}

template <class T>
void emulated_sum_on_host(const HostCall& call, int moduli, bool overwrite) {
    const HostOperand& u = call.operands[0];
    const HostOperand& c = call.operands[4];
    if (is_refused(call.operands[3])) {
        for (std::int64_t j = 0; overwrite && j < c.cols; ++j)
            std::fill_n(c.as<T>() + j * c.ld, c.rows, T{0});
        return;
    }
    const auto alpha = call.scalars[0].as<T>();
    const auto beta = call.scalars[1].as<T>();
    const ChineseRemainders remainders = chinese_remainders(moduli);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            const double x = from_residues(remainders, bytes_of<const std::uint8_t>(u, j) + i,
                                           kResiduesOfElement * c.cols * u.ld);
            const int exponent =
                call.operands[1].as<std::int32_t>()[i] + call.operands[2].as<std::int32_t>()[j];
            const T scaled = static_cast<T>(std::ldexp(x, -exponent));
            T& element = c.as<T>()[i + j * c.ld];
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
