
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/trsv/trsv_rules.hpp"

namespace hg::kernels {
namespace {

/// op(A) with rows and columns counted in the order of the solve: a lower triangle.
template <class T>
class Lower {
  public:
    Lower(const HostOperand& a, bool transposed, bool upper, bool unit)
        : a_(a.as<const T>()),
          n_(a.rows),
          ld_(a.ld),
          transposed_(transposed),
          flip_(upper != transposed),
          unit_(unit) {}

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const {
        if (i == j && unit_) return T{1};
        const std::int64_t row = place(transposed_ ? j : i);
        const std::int64_t col = place(transposed_ ? i : j);
        return a_[row + col * ld_];
    }
    /// Where row i of the solve lies in memory.
    [[nodiscard]] std::int64_t place(std::int64_t i) const { return flip_ ? n_ - 1 - i : i; }
    [[nodiscard]] std::int64_t order() const { return n_; }
    [[nodiscard]] bool flip() const { return flip_; }
    [[nodiscard]] bool unit() const { return unit_; }

  private:
    const T* a_;
    std::int64_t n_, ld_;
    bool transposed_, flip_, unit_;
};

/// Rows first .. first + rows - 1 of the solve.
struct Block {
    std::int64_t first = 0;
    std::int64_t rows = 0;
};

template <class T>
Block block_of(const Lower<T>& l, std::int64_t order, std::int64_t b) {
    // Blocks begin at multiples of their order in memory: it is the first one that may be short, if A is
    // taken from its end.
    const std::int64_t n = l.order();
    const std::int64_t lead = l.flip() ? (n - 1) % order + 1 : order;
    const std::int64_t first = b == 0 ? 0 : lead + (b - 1) * order;
    return {first, std::min(b == 0 ? lead : order, n - first)};
}

/// A matrix of one block, in the order of the solve.
template <class T>
struct Square {
    explicit Square(std::int64_t n) : order(n), data(static_cast<std::size_t>(n * n), T{0}) {}
    T& operator()(std::int64_t i, std::int64_t j) { return data[static_cast<std::size_t>(i + j * order)]; }
    T operator()(std::int64_t i, std::int64_t j) const {
        return data[static_cast<std::size_t>(i + j * order)];
    }
    std::int64_t order;
    std::vector<T> data;
};

template <class T>
Square<T> inverse(const Lower<T>& l, Block b) {
    Square<T> x(b.rows);
    for (std::int64_t c = 0; c < b.rows; ++c)
        for (std::int64_t i = c; i < b.rows; ++i) {
            T sum = i == c ? T{1} : T{0};
            for (std::int64_t k = c; k < i; ++k)
                sum = multiply_add(-l(b.first + i, b.first + k), x(k, c), sum);
            x(i, c) = quotient(sum, l(b.first + i, b.first + i));
        }
    return x;
}

/// The largest row sum of |F| |G|, both lower triangles of this order; infinity if there is NaN.
template <class F, class G>
double growth(std::int64_t order, const F& f, const G& g) {
    std::vector<double> sums(static_cast<std::size_t>(order), 0.0);
    double largest = 0;
    for (std::int64_t i = 0; i < order; ++i) {
        double sum = 0;
        for (std::int64_t k = 0; k <= i; ++k) sums[static_cast<std::size_t>(i)] += double{magnitude(g(i, k))};
        for (std::int64_t k = 0; k <= i; ++k)
            sum += double{magnitude(f(i, k))} * sums[static_cast<std::size_t>(k)];
        largest = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(largest, sum);
    }
    return largest;
}

template <class T>
std::int32_t trust(const Lower<T>& l, Block b, const Square<T>& x, TrustedGrowth limits) {
    const auto of_l = [&](std::int64_t i, std::int64_t k) { return l(b.first + i, b.first + k); };
    const double found = std::min(growth(b.rows, of_l, x), growth(b.rows, x, of_l));
    return found <= limits.alone ? 2 : found <= limits.refined ? 1 : 0;
}

template <class T>
void invert_on_host(const TrsvParameters& p, const HostCall& call) {
    const std::int64_t order = p.blocking.block;
    const Lower<T> l(call.operands[0], p.transposed, call.scalars[0] != 0, call.scalars[1] != 0);
    const HostOperand& scratch = call.operands[1];
    auto* const state = call.operands[2].as<std::int32_t>();
    const std::int64_t blocks = trsv_blocks(p, l.order());
    for (std::int64_t b = 0; b < blocks && p.blocking.items > 1; ++b) {
        const Block rows = block_of(l, order, b);
        const Block cols = b > 0 ? block_of(l, order, b - 1) : Block{};
        const Square<T> x = inverse(l, rows);
        state[1 + b] = trust(l, rows, x, trusted_growth(p.type));
        T* const to = scratch.as<T>() + 2 * b * order * scratch.ld;
        for (std::int64_t c = 0; c < 2 * order; ++c) std::fill_n(to + c * scratch.ld, order, T{0});
        const auto place = [&](Block of, std::int64_t i) { return l.flip() ? of.rows - 1 - i : i; };
        for (std::int64_t j = 0; j < rows.rows; ++j)
            for (std::int64_t i = j; i < rows.rows; ++i)
                to[place(rows, i) + place(rows, j) * scratch.ld] = x(i, j);
        for (std::int64_t j = 0; j < cols.rows; ++j)
            for (std::int64_t i = 0; i < rows.rows; ++i) {
                T sum = 0;
                for (std::int64_t k = 0; k <= i; ++k)
                    sum = multiply_add(x(i, k), l(rows.first + k, cols.first + j), sum);
                to[place(rows, i) + (order + place(cols, j)) * scratch.ld] = sum;
            }
    }
    state[0] = 0;
    for (std::int64_t c = 2 * blocks * order; c < scratch.cols; ++c)  // the room for x
        std::memset(static_cast<void*>(scratch.as<T>() + c * scratch.ld), 0xff,
                    static_cast<std::size_t>(order) * sizeof(T));
}

/// By columns of op(A); zeros in x meet nothing.
template <class T, class X>
void substitute_by_columns(const Lower<T>& l, const X& x) {
    for (std::int64_t j = 0; j < l.order(); ++j) {
        if (x(j) == T{0}) continue;
        if (!l.unit()) x(j) = quotient(x(j), l(j, j));
        const T of_x = x(j);
        for (std::int64_t i = j + 1; i < l.order(); ++i) x(i) = multiply_add(-l(i, j), of_x, x(i));
    }
}

/// By rows of op(A), which are columns of A.
template <class T, class X>
void substitute_by_rows(const Lower<T>& l, const X& x) {
    for (std::int64_t i = 0; i < l.order(); ++i) {
        T sum = x(i);
        for (std::int64_t j = 0; j < i; ++j) sum = multiply_add(-l(i, j), x(j), sum);
        x(i) = l.unit() ? sum : quotient(sum, l(i, i));
    }
}

template <class T>
void solve_on_host(const TrsvParameters& p, const HostCall& call) {
    const Lower<T> l(call.operands[0], p.transposed, call.scalars[0] != 0, call.scalars[1] != 0);
    const HostOperand& of_x = call.operands[3];
    const bool reversed = call.scalars[2] != 0;
    const std::int64_t stride = of_x.rows == 1 ? of_x.ld : 1;
    const auto x = [&](std::int64_t i) -> T& {
        const std::int64_t place = l.place(i);
        return of_x.as<T>()[(reversed ? l.order() - 1 - place : place) * stride];
    };
    const bool conjugated = is_complex(p.type) && call.scalars[3] != 0;
    for (std::int64_t i = 0; i < l.order(); ++i) x(i) = conjugated_if(conjugated, x(i));
    if (p.transposed)
        substitute_by_rows(l, x);
    else
        substitute_by_columns(l, x);
    for (std::int64_t i = 0; i < l.order(); ++i) x(i) = conjugated_if(conjugated, x(i));
}

}  // namespace

std::function<void(const HostCall&)> trsv_inverses_on_host(const TrsvParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) { invert_on_host<T>(p, call); });
}

std::function<void(const HostCall&)> trsv_solve_on_host(const TrsvParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) { solve_on_host<T>(p, call); });
}

}  // namespace hg::kernels
