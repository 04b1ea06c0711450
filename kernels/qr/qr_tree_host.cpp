#include "kernels/qr/qr_tree_host.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <vector>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/cpu_qr.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "kernels/qr/qr_host.hpp"

namespace hg::kernels {
namespace {

/// A matrix of its own, or a window of an operand.
template <class T>
struct View {
    T* data;
    std::int64_t rows, cols, ld;

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) const { return data[i + j * ld]; }
};

template <class T>
View<T> view(const HostOperand& x) {
    return {x.as<T>(), x.rows, x.cols, x.ld};
}

template <class T>
class Square {
  public:
    explicit Square(std::int64_t n) : n_(n), elements_(static_cast<std::size_t>(n * n)) {}
    [[nodiscard]] View<T> view() { return {elements_.data(), n_, n_, n_}; }
    T& operator()(std::int64_t i, std::int64_t j) { return view()(i, j); }

  private:
    std::int64_t n_;
    std::vector<T> elements_;
};

/// C := op(A) B
template <class T>
void make_product(CpuOperation op, View<T> a, View<T> b, View<T> c) {
    cpu_gemm<T>(op, CpuOperation::none, c.rows, c.cols, b.rows, T{1}, a.data, a.ld, b.data, b.ld, T{0},
                c.data, c.ld);
}

/// Block b of a level.
template <class T>
struct Block {
    View<T> v;
    View<T> t;  ///< n x n
};

template <class T>
Block<T> block_of(const HostCall& call, std::size_t v, std::size_t t, std::int64_t b, std::int64_t rows) {
    const View<T> all = view<T>(call.operands[v]);
    const View<T> triangles = view<T>(call.operands[t]);
    const std::int64_t n = all.cols;
    return {{all.data + b * rows, std::min(rows, all.rows - b * rows), n, all.ld},
            {triangles.data + b * n * triangles.ld, n, n, triangles.ld}};
}

/// M = T V1^H X, V1 being the first n rows of V.
template <class T>
void make_middle(const Block<T>& block, View<T> x, View<T> m) {
    const std::int64_t n = x.rows;
    Square<T> y(n);
    const std::int64_t rows = std::min(block.v.rows, n);
    make_product<T>(kAdjoint<T>, {block.v.data, rows, n, block.v.ld}, {x.data, rows, n, x.ld}, y.view());
    make_product<T>(CpuOperation::none, block.t, y.view(), m);
}

/// (X, 0) - V M to q, which may be V.
template <class T>
void expand_block(const Block<T>& block, View<T> x, View<T> q) {
    const std::int64_t n = x.rows;
    Square<T> m(n);
    make_middle(block, x, m.view());
    std::vector<T> product(static_cast<std::size_t>(block.v.rows * n));
    const View<T> vm{product.data(), block.v.rows, n, block.v.rows};
    make_product<T>(CpuOperation::none, block.v, m.view(), vm);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < q.rows; ++i) q(i, j) = (i < n ? x(i, j) : T{0}) - vm(i, j);
}

/// Q1 = L U + S, in place: L and U without their diagonals.
template <class T>
struct TopFactors {
    Square<T> q;
    std::vector<T> pivots;
    std::vector<PartOf<T>> signs;
    std::vector<char> still;  ///< columns with tau = 0
};

/// `last`: the column without rows below the diagonal, if there is one.
template <class T>
void factor_top(TopFactors<T>& f, View<T> r, std::int64_t last) {
    using Part = PartOf<T>;
    const auto n = static_cast<std::int64_t>(f.still.size());
    for (std::int64_t j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const T pivot = f.q(j, j);
        if (j == last && std::imag(pivot) == Part{0}) f.still[at] = 1;
        const bool still = f.still[at] != 0;
        const Part real = std::real(pivot);
        const Part same = std::copysign(Part{1}, real == Part{0} ? std::real(r(j, j)) : real);
        f.signs[at] = still ? same : -same;
        f.pivots[at] = still ? T{1} : pivot - f.signs[at];
        for (std::int64_t i = j + 1; i < n; ++i) f.q(i, j) = still ? T{0} : f.q(i, j) / f.pivots[at];
        for (std::int64_t c = j + 1; c < n; ++c) {
            for (std::int64_t i = j + 1; i < n; ++i) f.q(i, c) -= multiply(f.q(i, j), f.q(j, c));
            if (still) f.q(j, c) = 0;
        }
    }
}

/// T with T L^H = -U S
template <class T>
void solve_for_t(TopFactors<T>& f, View<T> t) {
    for (std::int64_t i = 0; i < t.rows; ++i)
        for (std::int64_t j = 0; j < t.cols; ++j) {
            const auto at = static_cast<std::size_t>(i);
            const auto to = static_cast<std::size_t>(j);
            T sum = -(j > i ? f.q(i, j) : f.pivots[at]) * f.signs[to];
            for (std::int64_t c = i; c < j; ++c) sum -= multiply(t(i, c), conjugated_if(true, f.q(j, c)));
            t(i, j) = j < i || f.still[to] ? T{0} : sum;
        }
}

/// X with X U = I
template <class T>
void solve_for_inverse(TopFactors<T>& f, View<T> x) {
    for (std::int64_t i = 0; i < x.rows; ++i)
        for (std::int64_t j = 0; j < x.cols; ++j) {
            T sum = i == j ? T{1} : T{0};
            for (std::int64_t c = i; c < j; ++c) sum -= multiply(x(i, c), f.q(c, j));
            x(i, j) = j < i ? T{0} : sum / f.pivots[static_cast<std::size_t>(j)];
        }
}

}  // namespace

template <class T>
void factor_qr_level(const HostCall& call, std::int64_t rows) {
    const View<T> a = view<T>(call.operands[0]);
    const View<T> r = view<T>(call.operands[3]);
    const std::int64_t n = a.cols;
    for (std::int64_t b = 0; b * rows < a.rows; ++b) {
        const Block<T> block = block_of<T>(call, 1, 2, b, rows);
        const std::int64_t padded = std::max(block.v.rows, n);
        std::vector<T> factors(static_cast<std::size_t>(padded * n));
        std::vector<T> v(factors.size());
        std::vector<T> tau(static_cast<std::size_t>(n));
        for (std::int64_t j = 0; j < n; ++j)
            std::copy_n(&a(b * rows, j), block.v.rows, factors.data() + j * padded);
        const HostOperand operands[] = {{factors.data(), padded, n, padded},
                                        {v.data(), padded, n, padded},
                                        {tau.data(), n, 1, n},
                                        {block.t.data, n, n, block.t.ld}};
        factor_qr_panel<T>({operands, {}});
        for (std::int64_t j = 0; j < n; ++j) {
            std::copy_n(v.data() + j * padded, block.v.rows, &block.v(0, j));
            for (std::int64_t i = 0; i < n; ++i)
                r(b * n + i, j) = i <= j ? factors[static_cast<std::size_t>(i + j * padded)] : T{0};
        }
    }
}

template <class T>
void expand_qr_level(const HostCall& call, std::int64_t rows) {
    const View<T> c = view<T>(call.operands[2]);
    const View<T> q = view<T>(call.operands[3]);
    const std::int64_t n = c.cols;
    for (std::int64_t b = 0; b * rows < q.rows; ++b) {
        const Block<T> block = block_of<T>(call, 0, 1, b, rows);
        expand_block<T>(block, {&c(b * n, 0), n, n, c.ld}, {&q(b * rows, 0), block.v.rows, n, q.ld});
        const T below_one = 1 - std::numeric_limits<PartOf<T>>::epsilon() / 2;
        if (b == 0)
            for (std::int64_t i = 0; i < n; ++i)
                if (q(i, i) == T{1} && block.t(i, i) != T{0}) q(i, i) = below_one;
    }
}

template <class T>
void reconstruct_qr(const HostCall& call) {
    const View<T> c = view<T>(call.operands[2]);
    const View<T> r = view<T>(call.operands[3]);
    const View<T> f = view<T>(call.operands[7]);
    const std::int64_t n = c.cols;
    const Block<T> block = block_of<T>(call, 0, 1, 0, n);
    const auto count = static_cast<std::size_t>(n);
    TopFactors<T> top{Square<T>(n), std::vector<T>(count), std::vector<PartOf<T>>(count),
                      std::vector<char>(count)};
    bool still = true;
    for (std::int64_t i = 0; i < n; ++i) {
        still = still && c(i, i) == T{1} && block.t(i, i) == T{0};
        top.still[static_cast<std::size_t>(i)] = still;
    }
    expand_block<T>(block, {c.data, n, n, c.ld}, top.q.view());
    factor_top(top, r, call.operands[0].rows - 1);
    solve_for_t(top, view<T>(call.operands[5]));
    solve_for_inverse(top, view<T>(call.operands[6]));
    for (std::int64_t j = 0; j < n; ++j) {
        call.operands[4].as<T>()[j] = view<T>(call.operands[5])(j, j);
        for (std::int64_t i = 0; i < n; ++i)
            f(i, j) = i <= j ? top.signs[static_cast<std::size_t>(i)] * r(i, j) : top.q(i, j);
    }
}

template <class T>
void finish_qr_tree(const HostCall& call, std::int64_t rows) {
    const View<T> a = view<T>(call.operands[0]);
    const View<T> c = view<T>(call.operands[3]);
    const View<T> f = view<T>(call.operands[5]);
    const std::int64_t n = a.cols;
    for (std::int64_t b = 0; b * rows < a.rows; ++b) {
        const Block<T> block = block_of<T>(call, 1, 2, b, rows);
        Square<T> x(n);
        make_product<T>(CpuOperation::none, {&c(b * n, 0), n, n, c.ld}, view<T>(call.operands[4]), x.view());
        expand_block<T>(block, x.view(), block.v);
        for (std::int64_t j = 0; j < n; ++j) {
            if (b == 0)
                for (std::int64_t i = 0; i < n; ++i) block.v(i, j) = i > j ? f(i, j) : i == j ? T{1} : T{0};
            std::copy_n(&block.v(0, j), block.v.rows, &a(b * rows, j));
            if (b == 0) std::copy_n(&f(0, j), j + 1, &a(0, j));
        }
    }
}

#define HG_INSTANTIATE(T)                                            \
    template void factor_qr_level<T>(const HostCall&, std::int64_t); \
    template void expand_qr_level<T>(const HostCall&, std::int64_t); \
    template void reconstruct_qr<T>(const HostCall&);                \
    template void finish_qr_tree<T>(const HostCall&, std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg::kernels
