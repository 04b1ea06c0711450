#include "tools/workload/vectors/vector_filling.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <complex>

#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {
namespace {

/// Products with it and solves neither grow nor shrink much, however often they are repeated.
template <class T>
void make_near_identity(T* a, std::int64_t n) {
    tbb::parallel_for(std::int64_t{0}, n, [&](std::int64_t j) {
        T* const c = a + j * n;
        for (std::int64_t i = 0; i < n; ++i)
            c[i] = i == j ? T(1 - std::abs(c[i]) / 128) : c[i] / static_cast<PartOf<T>>(n);
    });
}

}  // namespace

template <class T>
void fill(T* data, std::int64_t count, const VectorOperand& operand, std::uint64_t seed) {
    fill_random(data, count, seed);
    if (operand.filling == Filling::near_identity) make_near_identity(data, operand.rows);
}

template void fill(double*, std::int64_t, const VectorOperand&, std::uint64_t);
template void fill(float*, std::int64_t, const VectorOperand&, std::uint64_t);
template void fill(std::complex<double>*, std::int64_t, const VectorOperand&, std::uint64_t);
template void fill(std::complex<float>*, std::int64_t, const VectorOperand&, std::uint64_t);

}  // namespace hgctl
