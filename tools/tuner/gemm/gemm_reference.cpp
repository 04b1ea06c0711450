#include "tools/tuner/gemm/gemm_reference.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {
namespace {

using Vector = std::vector<double>;
/// An element in double precision.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, PartOf<T>>, double, std::complex<double>>;
template <class T>
using WideVector = std::vector<Wide<T>>;

std::size_t size(std::int64_t extent) {
    return static_cast<std::size_t>(extent);
}

/// op(X) of a matrix as stored: rows x cols after the operation.
template <class T>
struct View {
    const T* data;
    std::int64_t rows, cols, ld;
    bool transposed = false;

    [[nodiscard]] Wide<T> operator()(std::int64_t i, std::int64_t j) const {
        return static_cast<Wide<T>>(transposed ? data[j + i * ld] : data[i + j * ld]);
    }
    /// Calls work(column as stored, its number).
    template <class Work>
    void each_stored_column(Work work) const {
        for (std::int64_t j = 0; j < (transposed ? rows : cols); ++j) work(data + j * ld, j);
    }
    [[nodiscard]] std::int64_t stored_rows() const { return transposed ? cols : rows; }
};

/// op(X) x
template <class T>
WideVector<T> product(const View<T>& matrix, const WideVector<T>& x) {
    WideVector<T> y(size(matrix.rows));
    const std::int64_t length = matrix.stored_rows();
    matrix.each_stored_column([&](const T* column, std::int64_t j) {
        if (matrix.transposed) {
            Wide<T> sum = 0;
            for (std::int64_t i = 0; i < length; ++i)
                sum += multiply(static_cast<Wide<T>>(column[i]), x[size(i)]);
            y[size(j)] = sum;
        } else {
            for (std::int64_t i = 0; i < length; ++i)
                y[size(i)] += multiply(static_cast<Wide<T>>(column[i]), x[size(j)]);
        }
    });
    return y;
}

/// The squared norm of each row of op(X).
template <class T>
Vector row_squares(const View<T>& matrix) {
    Vector squares(size(matrix.rows));
    const std::int64_t length = matrix.stored_rows();
    matrix.each_stored_column([&](const T* column, std::int64_t j) {
        for (std::int64_t i = 0; i < length; ++i)
            squares[size(matrix.transposed ? j : i)] += std::norm(static_cast<Wide<T>>(column[i]));
    });
    return squares;
}

template <class T>
struct Views {
    View<T> a, b, c;

    Views(const GemmShape& s, const GemmOperands<T>& o)
        : a{o.a, s.m, s.k, o.lda, s.transpose_a},
          b{o.b, s.k, s.n, o.ldb, s.transpose_b},
          c{o.c, s.m, s.n, o.ldc} {}
    [[nodiscard]] View<T> b_by_columns() const { return {b.data, b.cols, b.rows, b.ld, !b.transposed}; }
};

std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.3g", value);
    return buffer;
}
std::string text(std::complex<double> value) {
    return "(" + text(value.real()) + "," + text(value.imag()) + ")";
}

template <class T>
Wide<T> wide(std::complex<double> scalar) {
    if constexpr (std::is_same_v<Wide<T>, double>)
        return scalar.real();
    else
        return scalar;
}

/// A part of a complex element is a sum of twice as many products.
template <class T>
double allowance(const GemmShape& shape, const GemmScalars& scalars) {
    const auto products = static_cast<double>(shape.k * (std::is_same_v<T, PartOf<T>> ? 1 : 2));
    return 3 * static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon()) * std::sqrt(products + 2) *
           std::abs(scalars.alpha);
}

template <class T>
double addend_allowance(const GemmScalars& scalars) {
    return 6 * static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon()) * std::abs(scalars.beta);
}

template <class T>
WideVector<T> dense(const View<T>& matrix) {
    WideVector<T> copy(size(matrix.rows * matrix.cols));
    for (std::int64_t j = 0; j < matrix.cols; ++j)
        for (std::int64_t i = 0; i < matrix.rows; ++i) copy[size(i + j * matrix.rows)] = matrix(i, j);
    return copy;
}

template <class T>
class WholeReference final : public GemmReference<T> {
  public:
    WholeReference(const GemmShape& shape, const GemmOperands<T>& operands, const GemmScalars& scalars)
        : shape_(shape),
          ldc_(operands.ldc),
          beta_(wide<T>(scalars.beta)),
          allowance_(allowance<T>(shape, scalars)),
          addend_allowance_(addend_allowance<T>(scalars)) {
        const Views<T> views(shape, operands);
        const WideVector<T> a = dense(views.a);
        const WideVector<T> b = dense(views.b);
        c_ = dense(views.c);
        product_.resize(c_.size());
        cpu_gemm<Wide<T>>(CpuOperation::none, CpuOperation::none, shape.m, shape.n, shape.k,
                          wide<T>(scalars.alpha), a.data(), shape.m, b.data(), shape.k, Wide<T>{0},
                          product_.data(), shape.m);
        row_norms_ = row_squares(views.a);
        column_norms_ = row_squares(views.b_by_columns());
        for (Vector* norms : {&row_norms_, &column_norms_})
            for (double& norm : *norms) norm = std::sqrt(norm);
    }

    [[nodiscard]] std::string fault_of(const T* result, bool reads_c) const override {
        for (std::int64_t j = 0; j < shape_.n; ++j)
            for (std::int64_t i = 0; i < shape_.m; ++i) {
                const Wide<T> c = reads_c ? c_[size(i + j * shape_.m)] : 0;
                const Wide<T> expected = product_[size(i + j * shape_.m)] + beta_ * c;
                const auto got = static_cast<Wide<T>>(result[i + j * ldc_]);
                const double bound = allowance_ * row_norms_[size(i)] * column_norms_[size(j)] +
                                     addend_allowance_ * std::abs(c);
                if (!(std::abs(got - expected) <= bound))
                    return "C(" + std::to_string(i) + ", " + std::to_string(j) + ") is " + text(got) +
                           ", not " + text(expected);
            }
        return {};
    }

  private:
    GemmShape shape_;
    std::int64_t ldc_;
    Wide<T> beta_;
    double allowance_;
    double addend_allowance_;
    WideVector<T> product_;  ///< alpha op(A) op(B), columns m apart
    WideVector<T> c_;
    Vector row_norms_;
    Vector column_norms_;
};

template <class T>
class ProjectedReference final : public GemmReference<T> {
  public:
    ProjectedReference(const GemmShape& shape, const GemmOperands<T>& operands, const GemmScalars& scalars)
        : shape_(shape), ldc_(operands.ldc), signs_(size(shape.n)) {
        std::mt19937 generator(21);
        for (Wide<T>& sign : signs_) sign = (generator() >> 31) != 0 ? 1.0 : -1.0;
        const Views<T> views(shape, operands);
        product_ = product(views.a, product(views.b, signs_));
        addend_ = product(views.c, signs_);
        for (Wide<T>& x : product_) x *= wide<T>(scalars.alpha);
        for (Wide<T>& x : addend_) x *= wide<T>(scalars.beta);
        set_bounds(views, scalars);
    }

    [[nodiscard]] std::string fault_of(const T* result, bool reads_c) const override {
        const WideVector<T> got = product(View<T>{result, shape_.m, shape_.n, ldc_}, signs_);
        for (std::size_t i = 0; i < got.size(); ++i) {
            const Wide<T> expected = product_[i] + (reads_c ? addend_[i] : Wide<T>{0});
            const double bound = product_bounds_[i] + (reads_c ? addend_bounds_[i] : 0);
            if (!(std::abs(got[i] - expected) <= bound))
                return "row " + std::to_string(i) + " of C x is " + text(got[i]) + ", not " + text(expected);
        }
        return {};
    }

  private:
    void set_bounds(const Views<T>& views, const GemmScalars& scalars) {
        double b_square = 0;
        for (const double square : row_squares(views.b)) b_square += square;
        // The sums over n, of the result and of the reference, are rounded as well, in double precision.
        const double sums = 6 * std::numeric_limits<double>::epsilon() *
                            std::sqrt(static_cast<double>(shape_.n + shape_.k + 2));
        product_bounds_ = row_squares(views.a);
        for (double& x : product_bounds_)
            x = (allowance<T>(shape_, scalars) + sums * std::abs(scalars.alpha)) * std::sqrt(x * b_square);
        addend_bounds_ = row_squares(views.c);
        for (double& x : addend_bounds_)
            x = (addend_allowance<T>(scalars) + sums * std::abs(scalars.beta)) * std::sqrt(x);
    }

    GemmShape shape_;
    std::int64_t ldc_;
    WideVector<T> signs_;
    WideVector<T> product_;  ///< alpha op(A) op(B) x
    WideVector<T> addend_;   ///< beta C x
    Vector product_bounds_;
    Vector addend_bounds_;
};

}  // namespace

template <class T>
std::unique_ptr<GemmReference<T>> whole_reference(const GemmShape& shape, const GemmOperands<T>& operands,
                                                  const GemmScalars& scalars) {
    return std::make_unique<WholeReference<T>>(shape, operands, scalars);
}

template <class T>
std::unique_ptr<GemmReference<T>> projected_reference(const GemmShape& shape, const GemmOperands<T>& operands,
                                                      const GemmScalars& scalars) {
    return std::make_unique<ProjectedReference<T>>(shape, operands, scalars);
}

#define HG_REFERENCES_OF(T)                                                                                  \
    template std::unique_ptr<GemmReference<T>> whole_reference(const GemmShape&, const GemmOperands<T>&,     \
                                                               const GemmScalars&);                          \
    template std::unique_ptr<GemmReference<T>> projected_reference(const GemmShape&, const GemmOperands<T>&, \
                                                                   const GemmScalars&);
HG_REFERENCES_OF(float)
HG_REFERENCES_OF(double)
HG_REFERENCES_OF(std::complex<float>)
HG_REFERENCES_OF(std::complex<double>)
#undef HG_REFERENCES_OF

}  // namespace hg::kernels
