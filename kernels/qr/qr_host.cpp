#include "kernels/qr/qr_host.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "host_blas/cpu_blas.hpp"
#include "host_blas/cpu_qr.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {
namespace {

/// T of a block reflector of n columns, of G = V^H V and tau. T has zeros below its diagonal.
template <class T>
void make_t(std::int64_t n, const T* g, std::int64_t g_ld, const T* tau, T* t, std::int64_t t_ld) {
    for (std::int64_t j = 0; j < n; ++j) {
        std::fill_n(t + j * t_ld, n, T{0});
        for (std::int64_t c = 0; c < j; ++c)
            for (std::int64_t i = 0; i <= c; ++i)
                t[i + j * t_ld] -= multiply(t[i + c * t_ld], multiply(tau[j], g[c + j * g_ld]));
        t[j * (t_ld + 1)] = tau[j];
    }
}

}  // namespace

template <class T>
void factor_qr_panel(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& v = call.operands[1];
    const HostOperand& t = call.operands[3];
    T* tau = call.operands[2].as<T>();
    cpu_geqrf<T>(a.rows, a.cols, a.as<T>(), a.ld, tau);
    for (std::int64_t j = 0; j < a.cols; ++j) {
        T* column = v.as<T>() + j * v.ld;
        std::fill_n(column, j, T{0});
        column[j] = 1;
        std::copy(a.as<T>() + j * a.ld + j + 1, a.as<T>() + j * a.ld + a.rows, column + j + 1);
    }
    std::vector<T> g(static_cast<std::size_t>(a.cols * a.cols));
    cpu_gemm<T>(kAdjoint<T>, CpuOperation::none, a.cols, a.cols, a.rows, T{1}, v.as<T>(), v.ld, v.as<T>(),
                v.ld, T{0}, g.data(), a.cols);
    make_t(a.cols, g.data(), a.cols, tau, t.as<T>(), t.ld);
}

template <class T>
void make_qr_triangles(const HostCall& call, std::int64_t block) {
    const HostOperand& g = call.operands[0];
    const HostOperand& t = call.operands[2];
    for (std::int64_t j = 0; j < t.cols; ++j) std::fill_n(t.as<T>() + j * t.ld, t.rows, T{0});
    for (std::int64_t k = 0; k < g.cols; k += block)
        make_t(std::min(block, g.cols - k), g.as<T>() + k * (g.ld + 1), g.ld, call.operands[1].as<T>() + k,
               t.as<T>() + k * (t.ld + 1), t.ld);
}

#define HG_INSTANTIATE(T)                              \
    template void factor_qr_panel<T>(const HostCall&); \
    template void make_qr_triangles<T>(const HostCall&, std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg::kernels
