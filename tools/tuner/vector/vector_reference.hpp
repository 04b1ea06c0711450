#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/kernels/vector.hpp>

namespace hg::kernels {

/// A vector of n elements in host memory.
template <class T>
struct HostElements {
    const T* first = nullptr;
    std::int64_t stride = 1;  ///< may be negative

    [[nodiscard]] T operator[](std::int64_t i) const { return first[i * stride]; }
};

/// The numbers that trials are run with.
struct VectorNumbers {
    double alpha = 1;  ///< of scal and axpy
    double c = 1;      ///< of rot
    double s = 0;
};

/// What is wrong with x and y after an operation that changes them, of n elements, from what they were before: empty
/// if nothing is. y is null for scal.
template <class T>
std::string fault_of_change(VectorOperation operation, const VectorNumbers& numbers, std::int64_t n,
                            HostElements<T> x, HostElements<T> y, HostElements<T> new_x,
                            HostElements<T> new_y);

/// A reduction's result by plain loops.
struct VectorResult {
    long double value = 0;  ///< of iamax the place
    long double terms = 0;  ///< the sum of the terms' sizes, which rounding errors are measured by
};
template <class T>
VectorResult plain_reduction(VectorOperation operation, std::int64_t n, HostElements<T> x, HostElements<T> y);

/// How far a result of a kernel may be from the plain one; 0 for iamax.
double bound_of_result(const VectorParameters& parameters, std::int64_t n, const VectorResult& result);

extern template std::string fault_of_change(VectorOperation, const VectorNumbers&, std::int64_t,
                                            HostElements<float>, HostElements<float>, HostElements<float>,
                                            HostElements<float>);
extern template std::string fault_of_change(VectorOperation, const VectorNumbers&, std::int64_t,
                                            HostElements<double>, HostElements<double>, HostElements<double>,
                                            HostElements<double>);
extern template VectorResult plain_reduction(VectorOperation, std::int64_t, HostElements<float>,
                                             HostElements<float>);
extern template VectorResult plain_reduction(VectorOperation, std::int64_t, HostElements<double>,
                                             HostElements<double>);

}  // namespace hg::kernels
