#include "tools/hgctl/check/gemm_reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/threads/parallel_for.hpp"
#include "tools/hgctl/check/known_matrix.hpp"

namespace hgctl {
namespace {

/// op(X) of a column-major matrix, element by element. Its elements stand in memory, or are known without.
template <class T, class Data = const T*>
struct View {
    Data data;
    std::int64_t ld;
    bool transposed;

    Wide<T> operator()(std::int64_t i, std::int64_t j) const {
        return transposed ? data[j + i * ld] : data[i + j * ld];
    }
};

template <class T>
View<T> view_a(const GemmCall<T>& call) {
    return {call.a, call.lda, call.op_a != hg::Op::none};
}

template <class T>
View<T> view_b(const GemmCall<T>& call) {
    return {call.b, call.ldb, call.op_b != hg::Op::none};
}

template <class T>
bool has_product(const GemmCall<T>& call) {
    return call.alpha != 0 && call.k > 0;
}

template <class T>
double frobenius(View<T> x, std::int64_t rows, std::int64_t cols) {
    Wide<T> sum = 0;
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i) sum += x(i, j) * x(i, j);
    return static_cast<double>(std::sqrt(sum));
}

/// Difference in units of the bound; NaN counts as infinitely far.
double relative(double difference, double bound) {
    if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
    if (difference == 0) return 0;
    return bound > 0 ? difference / bound : std::numeric_limits<double>::infinity();
}

template <class T>
double bound(const GemmCall<T>& call, double norm_a, double norm_b, double norm_c) {
    const double product =
        std::sqrt(static_cast<double>(call.k) + 2) * std::abs(static_cast<double>(call.alpha));
    return 3 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
           (product * norm_a * norm_b + 2 * std::abs(static_cast<double>(call.beta)) * norm_c);
}

/// X x and the squared norms of X's rows, summed column by column when that is how X lies in memory.
template <class T>
struct RowSums {
    std::vector<Wide<T>> product;
    std::vector<Wide<T>> squares;
};

template <class T, class Data>
RowSums<T> row_sums(View<T, Data> matrix, std::int64_t rows, const std::vector<Wide<T>>& x,
                    unsigned threads) {
    RowSums<T> sums{std::vector<Wide<T>>(static_cast<std::size_t>(rows)),
                    std::vector<Wide<T>>(static_cast<std::size_t>(rows))};
    const auto add = [&](std::int64_t i, std::int64_t j) {
        const Wide<T> value = matrix(i, j);
        sums.product[static_cast<std::size_t>(i)] += value * x[static_cast<std::size_t>(j)];
        sums.squares[static_cast<std::size_t>(i)] += value * value;
    };
    const auto cols = static_cast<std::int64_t>(x.size());
    const auto add_rows = [&](std::int64_t first, std::int64_t last) {
        if (matrix.transposed)
            for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t j = 0; j < cols; ++j) add(i, j);
        else
            for (std::int64_t j = 0; j < cols; ++j)
                for (std::int64_t i = first; i < last; ++i) add(i, j);
    };
    hg::parallel_for(rows, add_rows, {.threads = static_cast<int>(threads)});
    return sums;
}

}  // namespace

template <class T>
double gemm_error(const GemmCall<T>& call, const std::vector<T>& c0) {
    const View<T> a = view_a(call);
    const View<T> b = view_b(call);
    const View<T> before{c0.data(), call.ldc, false};
    const View<T> after{call.c, call.ldc, false};
    Wide<T> squares = 0;
    for (std::int64_t j = 0; j < call.n; ++j)
        for (std::int64_t i = 0; i < call.m; ++i) {
            Wide<T> sum = 0;
            for (std::int64_t p = 0; has_product(call) && p < call.k; ++p) sum += a(i, p) * b(p, j);
            Wide<T> expected = has_product(call) ? call.alpha * sum : 0;
            if (call.beta != 0) expected += call.beta * before(i, j);
            const Wide<T> difference = after(i, j) - expected;
            squares += difference * difference;
        }
    const double norm_a = has_product(call) ? frobenius(a, call.m, call.k) : 0;
    const double norm_b = has_product(call) ? frobenius(b, call.k, call.n) : 0;
    const double norm_c = call.beta != 0 ? frobenius(before, call.m, call.n) : 0;
    return relative(static_cast<double>(std::sqrt(squares)), bound(call, norm_a, norm_b, norm_c));
}

namespace {

template <class T, class Data>
double estimate(const GemmCall<T>& call, const View<T, Data>& c0, unsigned threads) {
    const std::vector<Wide<T>> x = random_signs<T>(call.n);
    const RowSums<T> c = row_sums(View<T>{call.c, call.ldc, false}, call.m, x, threads);
    RowSums<T> a{std::vector<Wide<T>>(static_cast<std::size_t>(call.m)),
                 std::vector<Wide<T>>(static_cast<std::size_t>(call.m))};
    Wide<T> squares_b = 0;
    if (has_product(call)) {
        const RowSums<T> b = row_sums(view_b(call), call.k, x, threads);
        for (const Wide<T> square : b.squares) squares_b += square;
        a = row_sums(view_a(call), call.m, b.product, threads);
    }
    RowSums<T> before = a;
    if (call.beta != 0) before = row_sums(c0, call.m, x, threads);
    double worst = 0;
    for (std::size_t i = 0; i < c.product.size(); ++i) {
        Wide<T> expected = has_product(call) ? call.alpha * a.product[i] : 0;
        if (call.beta != 0) expected += call.beta * before.product[i];
        const double row_bound = bound(
            call, std::sqrt(static_cast<double>(a.squares[i])), std::sqrt(static_cast<double>(squares_b)),
            call.beta != 0 ? std::sqrt(static_cast<double>(before.squares[i])) : 0);
        worst = std::max(worst, relative(std::abs(static_cast<double>(c.product[i] - expected)), row_bound));
    }
    return worst;
}

}  // namespace

template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const T* c0, unsigned threads) {
    return estimate(call, View<T>{c0, call.ldc, false}, threads);
}

template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const RandomElements<T>& c0, unsigned threads) {
    return estimate(call, View<T, RandomElements<T>>{c0, call.ldc, false}, threads);
}

template double gemm_error(const GemmCall<float>&, const std::vector<float>&);
template double gemm_error(const GemmCall<double>&, const std::vector<double>&);
template double gemm_error_estimate(const GemmCall<float>&, const float*, unsigned);
template double gemm_error_estimate(const GemmCall<double>&, const double*, unsigned);
template double gemm_error_estimate(const GemmCall<float>&, const RandomElements<float>&, unsigned);
template double gemm_error_estimate(const GemmCall<double>&, const RandomElements<double>&, unsigned);

}  // namespace hgctl
