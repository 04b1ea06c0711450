#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tools/peers/routines/nvidia_letters.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"
#include "tools/workload/vectors/vector_arguments.hpp"

namespace hgctl {

/// Levels 1 and 2 of cuBLAS in one element type.
template <class T>
class NvidiaVectors {
  public:
    /// Of the functions called "cublas", `letter` as a capital, routine, "_v2".
    NvidiaVectors(const SharedLibrary& library, const std::string& letter) : library_(library) {
        const auto find = [&](auto*& function, const std::string& name) {
            using Function = std::remove_pointer_t<std::remove_reference_t<decltype(function)>>;
            function = library_.function<Function>(("cublas" + capital(name) + "_v2").c_str());
            complete_ = complete_ && function != nullptr;
        };
        const VectorNames names(letter);
        find(copy_, letter + "copy");
        find(swap_, letter + "swap");
        find(scal_, letter + "scal");
        find(axpy_, letter + "axpy");
        find(rot_, names.rot());
        find(dot_, names.either("dot", "dotu"));
        if (names.is_complex) find(dotc_, letter + "dotc");
        find(asum_, names.sum("asum"));
        find(nrm2_, names.sum("nrm2"));
        find(iamax_, "I" + letter + "amax");
        find(gemv_, letter + "gemv");
        find(ger_, names.either("ger", "geru"));
        if (names.is_complex) find(gerc_, letter + "gerc");
        find(symv_, names.either("symv", "hemv"));
        find(syr_, names.either("syr", "her"));
        find(syr2_, names.either("syr2", "her2"));
        find(trmv_, letter + "trmv");
        find(trsv_, letter + "trsv");
    }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

    /// Enqueues a call on operands at these addresses: matrix, vectors, result. Returns its status.
    /// Results are written to device memory, if the handle says so.
    int run(void* handle, const VectorArguments& call, const std::vector<void*>& at) const {
        return call.routine < VectorRoutine::gemv ? run_level_1(handle, call, at)
                                                  : run_level_2(handle, call, at);
    }

  private:
    using Real = PartOf<T>;
    using Two = int(void*, int, T*, int, T*, int);
    using Scal = int(void*, int, const T*, T*, int);
    using Axpy = int(void*, int, const T*, const T*, int, T*, int);
    using Rot = int(void*, int, T*, int, T*, int, const Real*, const Real*);
    using Dot = int(void*, int, const T*, int, const T*, int, T*);
    using Norm = int(void*, int, const T*, int, Real*);
    using Place = int(void*, int, const T*, int, int*);
    using Gemv = int(void*, int, int, int, const T*, const T*, int, const T*, int, const T*, T*, int);
    using Ger = int(void*, int, int, const T*, const T*, int, const T*, int, T*, int);
    using Symv = int(void*, int, int, const T*, const T*, int, const T*, int, const T*, T*, int);
    using Syr = int(void*, int, int, const Real*, const T*, int, T*, int);
    using Syr2 = int(void*, int, int, const T*, const T*, int, const T*, int, T*, int);
    using Triangle = int(void*, int, int, int, int, const T*, int, T*, int);

    int run_level_1(void* handle, const VectorArguments& call, const std::vector<void*>& at) const {
        const auto x = [&](std::size_t i) { return static_cast<T*>(at[i]); };
        const int n = static_cast<int>(call.n);
        const int incx = static_cast<int>(call.incx);
        const int incy = static_cast<int>(call.incy);
        const T alpha = static_cast<Real>(call.alpha);
        const auto c = static_cast<Real>(call.c), s = static_cast<Real>(call.s);
        switch (call.routine) {
            case VectorRoutine::copy:
                return copy_(handle, n, x(0), incx, x(1), incy);
            case VectorRoutine::swap:
                return swap_(handle, n, x(0), incx, x(1), incy);
            case VectorRoutine::scal:
                return scal_(handle, n, &alpha, x(0), incx);
            case VectorRoutine::axpy:
                return axpy_(handle, n, &alpha, x(0), incx, x(1), incy);
            case VectorRoutine::rot:
                return rot_(handle, n, x(0), incx, x(1), incy, &c, &s);
            case VectorRoutine::dotc:
                return dotc_(handle, n, x(0), incx, x(1), incy, x(2));
            case VectorRoutine::dot:
            case VectorRoutine::dotu:
                return dot_(handle, n, x(0), incx, x(1), incy, x(2));
            case VectorRoutine::asum:
                return asum_(handle, n, x(0), incx, static_cast<Real*>(at[1]));
            case VectorRoutine::nrm2:
                return nrm2_(handle, n, x(0), incx, static_cast<Real*>(at[1]));
            default:
                return iamax_(handle, n, x(0), incx, static_cast<int*>(at[1]));
        }
    }

    int run_level_2(void* handle, const VectorArguments& call, const std::vector<void*>& at) const {
        const auto x = [&](std::size_t i) { return static_cast<T*>(at[i]); };
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int incx = static_cast<int>(call.incx);
        const int incy = static_cast<int>(call.incy);
        const int ld = static_cast<int>(call.ld());
        const int op = nvidia(call.op);
        const int uplo = call.uplo == hg::Uplo::lower ? 0 : 1;
        const int diag = call.diag == hg::Diag::non_unit ? 0 : 1;
        const auto real_alpha = static_cast<Real>(call.alpha);
        const T alpha = real_alpha;
        const T zero = 0;
        switch (call.routine) {
            case VectorRoutine::gemv:
                return gemv_(handle, op, m, n, &alpha, x(0), ld, x(1), incx, &zero, x(2), incy);
            case VectorRoutine::gerc:
                return gerc_(handle, m, n, &alpha, x(1), incx, x(2), incy, x(0), ld);
            case VectorRoutine::ger:
            case VectorRoutine::geru:
                return ger_(handle, m, n, &alpha, x(1), incx, x(2), incy, x(0), ld);
            case VectorRoutine::symv:
            case VectorRoutine::hemv:
                return symv_(handle, uplo, n, &alpha, x(0), ld, x(1), incx, &zero, x(2), incy);
            case VectorRoutine::syr:
            case VectorRoutine::her:
                return syr_(handle, uplo, n, &real_alpha, x(1), incx, x(0), ld);
            case VectorRoutine::syr2:
            case VectorRoutine::her2:
                return syr2_(handle, uplo, n, &alpha, x(1), incx, x(2), incy, x(0), ld);
            default:
                return (call.routine == VectorRoutine::trmv ? trmv_ : trsv_)(handle, uplo, op, diag, n, x(0),
                                                                             ld, x(1), incx);
        }
    }

    SharedLibrary library_;
    bool complete_ = true;
    Two *copy_, *swap_;
    Scal* scal_;
    Axpy* axpy_;
    Rot* rot_;
    Dot* dot_;
    Dot* dotc_ = nullptr;  ///< these two if elements are complex
    Ger* gerc_ = nullptr;
    Norm *asum_, *nrm2_;
    Place* iamax_;
    Gemv* gemv_;
    Ger* ger_;
    Symv* symv_;
    Syr* syr_;
    Syr2* syr2_;
    Triangle *trmv_, *trsv_;
};

}  // namespace hgctl
