#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/sparse/spmv_rules.hpp"

/// Host implementations on sparse matrices, and what they share.
namespace hg::kernels {

/// alpha or beta with the registers at the front of `operands`.
template <class T>
T coefficient_of(VectorCoefficient kind, const ScalarValue& scalar, std::span<const HostOperand> operands) {
    T value = scalar.as<T>();
    if (kind != VectorCoefficient::number) value = multiply(value, operands[0].as<const T>()[0]);
    if (kind == VectorCoefficient::quotient) value = quotient(value, operands[1].as<const T>()[0]);
    return value;
}

/// Y := p A X + q Y for elements of which the sums are known. Registers of coefficients begin at `first`.
template <class T>
struct SpmvResult {
    SpmvResult(const SpmvParameters& parameters, const HostCall& call, std::size_t first)
        : y(call.operands[first - 1]), overwrite(parameters.overwrite) {
        const auto of_alpha = call.operands.subspan(first);
        const auto of_beta = of_alpha.subspan(static_cast<std::size_t>(operands_of(parameters.alpha)));
        p = coefficient_of<T>(parameters.alpha, call.scalars[0], of_alpha);
        if (parameters.kernel == SpmvKernel::coo) q = T{1};
        if (has_beta(parameters)) q = coefficient_of<T>(parameters.beta, call.scalars[1], of_beta);
    }

    void set(std::int64_t row, std::int64_t column, T sum) const {
        T& element = y.as<T>()[row + column * y.ld];
        const T product = p == T{0} ? T{0} : multiply(p, sum);
        element = overwrite || q == T{0} ? product : scaled_sum(q, element, product);
    }

    HostOperand y;
    bool overwrite;
    T p{};
    T q{};
};

/// A column of X, by its rows.
template <class T>
struct ColumnOfX {
    ColumnOfX(const SpmvParameters& p, const HostOperand& x, std::int64_t column)
        : first(x.as<const T>() + column * (p.turned ? 1 : x.ld)), step(p.turned ? x.ld : 1) {}

    T operator[](std::int64_t row) const { return first[row * step]; }

    const T* first;
    std::int64_t step;
};

/// A's elements, which stand in two operands.
template <class T>
struct SparseElements {
    SparseElements(const HostOperand& columns, const HostOperand& values, bool conjugate)
        : column(columns.as<const std::int32_t>()), value(values.as<const T>()), conjugated(conjugate) {}

    [[nodiscard]] T at(std::int64_t place) const { return conjugated_if(conjugated, value[place]); }

    const std::int32_t* column;
    const T* value;
    bool conjugated;
};

/// The host implementation of kernels that leave a rest.
std::function<void(const HostCall&)> shares_on_host(const SpmvParameters& parameters);

/// The host implementation of spmv_kernel(): those of csr_rows, sell and ell add in the order of the kernel's
/// work-items.
std::function<void(const HostCall&)> spmv_on_host(const SpmvParameters& parameters);

/// The host implementation of spmv_rest().
std::function<void(const HostCall&)> spmv_rest_on_host(const SpmvParameters& parameters);

}  // namespace hg::kernels
