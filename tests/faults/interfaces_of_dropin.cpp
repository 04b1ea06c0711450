// The symbols of BLAS and LAPACK, which libhgblas.so takes in this program.
#include <algorithm>
#include <type_traits>

#include "faults/interface.hpp"

extern "C" {
#define HG_SYMBOLS(T, x)                                                                                    \
    T x##dot_(const int*, const T*, const int*, const T*, const int*);                                      \
    void x##ger_(const int*, const int*, const T*, const T*, const int*, const T*, const int*, T*,          \
                 const int*);                                                                               \
    void x##trsv_(const char*, const char*, const char*, const int*, const T*, const int*, T*, const int*); \
    void x##gemm_(const char*, const char*, const int*, const int*, const int*, const T*, const T*,         \
                  const int*, const T*, const int*, const T*, T*, const int*);                              \
    void x##symm_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,         \
                  const T*, const int*, const T*, T*, const int*);                                          \
    void x##syrk_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,         \
                  const T*, T*, const int*);                                                                \
    void x##syr2k_(const char*, const char*, const int*, const int*, const T*, const T*, const int*,        \
                   const T*, const int*, const T*, T*, const int*);                                         \
    void x##trmm_(const char*, const char*, const char*, const char*, const int*, const int*, const T*,     \
                  const T*, const int*, T*, const int*);                                                    \
    void x##trsm_(const char*, const char*, const char*, const char*, const int*, const int*, const T*,     \
                  const T*, const int*, T*, const int*);                                                    \
    void x##getrf_(const int*, const int*, T*, const int*, int*, int*);                                     \
    void x##getrs_(const char*, const int*, const int*, const T*, const int*, const int*, T*, const int*,   \
                   int*);                                                                                   \
    void x##gesv_(const int*, const int*, T*, const int*, int*, T*, const int*, int*);                      \
    void x##posv_(const char*, const int*, const int*, T*, const int*, T*, const int*, int*);               \
    void x##potri_(const char*, const int*, T*, const int*, int*);                                          \
    void x##gels_(const char*, const int*, const int*, const int*, T*, const int*, T*, const int*, T*,      \
                  const int*, int*);
HG_SYMBOLS(float, s)
HG_SYMBOLS(double, d)
void dsgesv_(const int*, const int*, double*, const int*, int*, const double*, const int*, double*,
             const int*, double*, float*, int*, int*);
void dsposv_(const char*, const int*, const int*, double*, const int*, const double*, const int*, double*,
             const int*, double*, float*, int*, int*);
}

namespace hg::test {
namespace {

const int n = kOrder;
const int nrhs = kColumns;
const int ld = kLd;
const int inc = 1;
const int m = kEquations;

/// Made before any allocation fails.
std::vector<double> work(static_cast<std::size_t>(n* nrhs));
std::vector<float> swork(static_cast<std::size_t>(n*(n + nrhs)));

const int lwork = n * nrhs;

/// As much as the CPU's LAPACK needs for its blocks, and more.
template <class T>
T* work_of() {
    if constexpr (std::is_same_v<T, double>)
        return work.data();
    else
        return swork.data();
}

#define HG_CALL(T, x_)                                                                                       \
    int call(Routine routine, Operands<T>& x, int* ipiv) {                                                   \
        const T one = 1, two = 2;                                                                            \
        int info = 0;                                                                                        \
        switch (routine) {                                                                                   \
            case Routine::dot:                                                                               \
                x.C[0] = x_##dot_(&n, x.A.data(), &inc, x.B.data(), &inc);                                   \
                break;                                                                                       \
            case Routine::ger:                                                                               \
                x_##ger_(&n, &n, &one, x.A.data(), &inc, x.B.data(), &inc, x.C.data(), &ld);                 \
                break;                                                                                       \
            case Routine::trsv:                                                                              \
                x_##trsv_("L", "N", "N", &n, x.A.data(), &ld, x.B.data(), &inc);                             \
                break;                                                                                       \
            case Routine::gemm:                                                                              \
                x_##gemm_("N", "T", &n, &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(),    \
                          &ld);                                                                              \
                break;                                                                                       \
            case Routine::symm:                                                                              \
                x_##symm_("L", "L", &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(), &ld);  \
                break;                                                                                       \
            case Routine::syrk:                                                                              \
                x_##syrk_("L", "N", &n, &n, &one, x.A.data(), &ld, &two, x.C.data(), &ld);                   \
                break;                                                                                       \
            case Routine::syr2k:                                                                             \
                x_##syr2k_("L", "N", &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(), &ld); \
                break;                                                                                       \
            case Routine::trmm:                                                                              \
                x_##trmm_("L", "L", "N", "N", &n, &nrhs, &one, x.A.data(), &ld, x.B.data(), &ld);            \
                break;                                                                                       \
            case Routine::trsm:                                                                              \
                x_##trsm_("L", "L", "N", "N", &n, &nrhs, &one, x.A.data(), &ld, x.B.data(), &ld);            \
                break;                                                                                       \
            case Routine::getrf:                                                                             \
                x_##getrf_(&n, &n, x.A.data(), &ld, ipiv, &info);                                            \
                break;                                                                                       \
            case Routine::getrs:                                                                             \
                x_##getrs_("N", &n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, &info);                   \
                break;                                                                                       \
            case Routine::gesv:                                                                              \
                x_##gesv_(&n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, &info);                         \
                break;                                                                                       \
            case Routine::posv:                                                                              \
                x_##posv_("L", &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, &info);                          \
                break;                                                                                       \
            case Routine::potri:                                                                             \
                x_##potri_("L", &n, x.A.data(), &ld, &info);                                                 \
                break;                                                                                       \
            case Routine::gels:                                                                              \
                x_##gels_("N", &m, &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, work_of<T>(), &lwork,        \
                          &info);                                                                            \
                break;                                                                                       \
            case Routine::dsgesv:                                                                            \
                info = call_dsgesv(x, ipiv);                                                                 \
                break;                                                                                       \
            case Routine::dsposv:                                                                            \
                info = call_dsposv(x);                                                                       \
        }                                                                                                    \
        return info;                                                                                         \
    }

int call_dsgesv(Operands<float>&, int*) {
    return -1;
}
int call_dsgesv(Operands<double>& x, int* ipiv) {
    int iter = 0, info = 0;
    dsgesv_(&n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, x.C.data(), &ld, work.data(), swork.data(),
            &iter, &info);
    x.iter = iter;
    return info;
}
int call_dsposv(Operands<float>&) {
    return -1;
}
int call_dsposv(Operands<double>& x) {
    int iter = 0, info = 0;
    dsposv_("L", &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, x.C.data(), &ld, work.data(), swork.data(),
            &iter, &info);
    x.iter = iter;
    return info;
}
HG_CALL(float, s)
HG_CALL(double, d)

template <class T>
Outcome by_symbol(Routine routine, Operands<T>& x) {
    std::array<int, kOrder> ipiv{};
    std::copy(x.ipiv.begin(), x.ipiv.end(), ipiv.begin());
    Outcome outcome;
    outcome.info = call(routine, x, ipiv.data());
    outcome.failed = outcome.info != 0;
    std::copy(ipiv.begin(), ipiv.end(), x.ipiv.begin());
    return outcome;
}

}  // namespace

template <class T>
const std::vector<Interface<T>>& interfaces() {
    static const std::vector<Interface<T>> interfaces{
        {"drop-in, first call of a process", by_symbol<T>, true, true}, {"drop-in", by_symbol<T>, true}};
    return interfaces;
}

template const std::vector<Interface<float>>& interfaces();
template const std::vector<Interface<double>>& interfaces();

}  // namespace hg::test
