// The symbols of BLAS and LAPACK for complex matrices, which libhgblas.so takes in this program.
#include <algorithm>
#include <complex>

#include "faults/interface.hpp"

using ComplexElement = std::complex<double>;

extern "C" {
void zgemm_(const char*, const char*, const int*, const int*, const int*, const ComplexElement*,
            const ComplexElement*, const int*, const ComplexElement*, const int*, const ComplexElement*,
            ComplexElement*, const int*);
void zherk_(const char*, const char*, const int*, const int*, const double*, const ComplexElement*,
            const int*, const double*, ComplexElement*, const int*);
void ztrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const ComplexElement*,
            const ComplexElement*, const int*, ComplexElement*, const int*);
void zgetrf_(const int*, const int*, ComplexElement*, const int*, int*, int*);
void zgesv_(const int*, const int*, ComplexElement*, const int*, int*, ComplexElement*, const int*, int*);
void zposv_(const char*, const int*, const int*, ComplexElement*, const int*, ComplexElement*, const int*,
            int*);
void zgels_(const char*, const int*, const int*, const int*, ComplexElement*, const int*, ComplexElement*,
            const int*, ComplexElement*, const int*, int*);
}

namespace hg::test {
namespace {

constexpr int kLengthOfWork = kOrder * kColumns;

/// Made before any allocation fails.
std::vector<ComplexElement> complex_work(kLengthOfWork);

int call_complex(Routine routine, Operands<ComplexElement>& x, int* ipiv) {
    const int m = kEquations, n = kOrder, nrhs = kColumns, ld = kLd, lwork = kLengthOfWork;
    const ComplexElement one = 1, two = 2;
    const double real_one = 1, real_two = 2;
    int info = 0;
    switch (routine) {
        case Routine::gemm:
            zgemm_("N", "T", &n, &n, &n, &one, x.A.data(), &ld, x.B.data(), &ld, &two, x.C.data(), &ld);
            break;
        case Routine::syrk:
            zherk_("L", "N", &n, &n, &real_one, x.A.data(), &ld, &real_two, x.C.data(), &ld);
            break;
        case Routine::trsm:
            ztrsm_("L", "L", "N", "N", &n, &nrhs, &one, x.A.data(), &ld, x.B.data(), &ld);
            break;
        case Routine::getrf:
            zgetrf_(&n, &n, x.A.data(), &ld, ipiv, &info);
            break;
        case Routine::gesv:
            zgesv_(&n, &nrhs, x.A.data(), &ld, ipiv, x.B.data(), &ld, &info);
            break;
        case Routine::posv:
            zposv_("L", &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, &info);
            break;
        case Routine::gels:
            zgels_("N", &m, &n, &nrhs, x.A.data(), &ld, x.B.data(), &ld, complex_work.data(), &lwork, &info);
            break;
        default:
            info = -1;
    }
    return info;
}

Outcome by_complex_symbol(Routine routine, Operands<ComplexElement>& x) {
    std::array<int, kOrder> ipiv{};
    std::copy(x.ipiv.begin(), x.ipiv.end(), ipiv.begin());
    Outcome outcome;
    outcome.info = call_complex(routine, x, ipiv.data());
    outcome.failed = outcome.info != 0;
    std::copy(ipiv.begin(), ipiv.end(), x.ipiv.begin());
    return outcome;
}

}  // namespace

template <>
const std::vector<Interface<ComplexElement>>& interfaces<ComplexElement>() {
    static const std::vector<Interface<ComplexElement>> interfaces{{"drop-in", by_complex_symbol, true}};
    return interfaces;
}

}  // namespace hg::test
