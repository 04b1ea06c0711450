#include "kernels/cpu/plain_blas.hpp"

#include "kernels/cpu/plain_parts.hpp"

namespace hg::kernels {

template <class T>
CpuRoutines<T> plain_routines() noexcept {
    CpuRoutines<T> routines;
    set_plain_vectors(routines);
    set_plain_matrix_vector(routines);
    set_plain_products(routines);
    set_plain_triangles(routines);
    set_plain_lu(routines);
    set_plain_cholesky(routines);
    set_plain_qr(routines);
    return routines;
}

template CpuRoutines<std::complex<double>> plain_routines() noexcept;
template CpuRoutines<std::complex<float>> plain_routines() noexcept;
template CpuRoutines<double> plain_routines() noexcept;
template CpuRoutines<float> plain_routines() noexcept;

}  // namespace hg::kernels
