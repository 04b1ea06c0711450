#include "kernels/cpu/plain_blas.hpp"

#include "kernels/cpu/plain_parts.hpp"

namespace hg::kernels {

template <class T>
CpuRoutines<T> plain_routines() noexcept {
    CpuRoutines<T> routines;
    set_plain_vectors(routines);
    set_plain_matrix_vector(routines);
    set_plain_products<T>(routines);
    set_plain_triangles<T>(routines);
    set_plain_lu<T>(routines);
    set_plain_cholesky<T>(routines);
    set_plain_qr<T>(routines);
    return routines;
}

template <class T>
CpuComplexRoutines<T> plain_complex_routines() noexcept {
    CpuComplexRoutines<T> routines;
    set_plain_vectors(routines);
    set_plain_matrix_vector(routines);
    set_plain_products<T>(routines);
    set_plain_hermitian_products(routines);
    set_plain_triangles<T>(routines);
    set_plain_lu<T>(routines);
    set_plain_cholesky<T>(routines);
    set_plain_qr<T>(routines);
    return routines;
}

template CpuComplexRoutines<std::complex<double>> plain_complex_routines() noexcept;
template CpuComplexRoutines<std::complex<float>> plain_complex_routines() noexcept;
template CpuRoutines<double> plain_routines() noexcept;
template CpuRoutines<float> plain_routines() noexcept;

}  // namespace hg::kernels
