#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tools/hgctl/peers/routines/cblas_letters.hpp"
#include "tools/hgctl/peers/shared_library.hpp"
#include "tools/hgctl/peers/vector_arguments.hpp"

namespace hgctl {

/// Levels 1 and 2 of a CBLAS in one element type.
template <class T>
class CblasVectors {
  public:
    CblasVectors(const SharedLibrary& library, const std::string& letter) {
        const auto find = [&](auto*& function, const std::string& name) {
            using Function = std::remove_pointer_t<std::remove_reference_t<decltype(function)>>;
            function = library.function<Function>(("cblas_" + name).c_str());
            complete_ = complete_ && function != nullptr;
        };
        find(copy_, letter + "copy");
        find(swap_, letter + "swap");
        find(scal_, letter + "scal");
        find(axpy_, letter + "axpy");
        find(rot_, letter + "rot");
        find(dot_, letter + "dot");
        find(asum_, letter + "asum");
        find(nrm2_, letter + "nrm2");
        find(iamax_, "i" + letter + "amax");
        find(gemv_, letter + "gemv");
        find(ger_, letter + "ger");
        find(symv_, letter + "symv");
        find(syr_, letter + "syr");
        find(syr2_, letter + "syr2");
        find(trmv_, letter + "trmv");
        find(trsv_, letter + "trsv");
    }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

    /// Makes a call on operands at these addresses: matrix, vectors, result.
    void run(const VectorArguments& call, const std::vector<void*>& at) const {
        if (call.routine < VectorRoutine::gemv)
            run_level_1(call, at);
        else
            run_level_2(call, at);
    }

  private:
    using Copy = void(int, const T*, int, T*, int);
    using Swap = void(int, T*, int, T*, int);
    using Scal = void(int, T, T*, int);
    using Axpy = void(int, T, const T*, int, T*, int);
    using Rot = void(int, T*, int, T*, int, T, T);
    using Dot = T(int, const T*, int, const T*, int);
    using Norm = T(int, const T*, int);
    using Place = std::size_t(int, const T*, int);
    using Gemv = void(int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
    using Ger = void(int, int, int, T, const T*, int, const T*, int, T*, int);
    using Symv = void(int, int, int, T, const T*, int, const T*, int, T, T*, int);
    using Syr = void(int, int, int, T, const T*, int, T*, int);
    using Syr2 = void(int, int, int, T, const T*, int, const T*, int, T*, int);
    using Triangle = void(int, int, int, int, int, const T*, int, T*, int);

    void run_level_1(const VectorArguments& call, const std::vector<void*>& at) const {
        const auto x = [&](std::size_t i) { return static_cast<T*>(at[i]); };
        const int n = static_cast<int>(call.n);
        const int incx = static_cast<int>(call.incx);
        const int incy = static_cast<int>(call.incy);
        switch (call.routine) {
            case VectorRoutine::copy:
                return copy_(n, x(0), incx, x(1), incy);
            case VectorRoutine::swap:
                return swap_(n, x(0), incx, x(1), incy);
            case VectorRoutine::scal:
                return scal_(n, static_cast<T>(call.alpha), x(0), incx);
            case VectorRoutine::axpy:
                return axpy_(n, static_cast<T>(call.alpha), x(0), incx, x(1), incy);
            case VectorRoutine::rot:
                return rot_(n, x(0), incx, x(1), incy, static_cast<T>(call.c), static_cast<T>(call.s));
            case VectorRoutine::dot:
                *x(2) = dot_(n, x(0), incx, x(1), incy);
                return;
            case VectorRoutine::asum:
                *x(1) = asum_(n, x(0), incx);
                return;
            case VectorRoutine::nrm2:
                *x(1) = nrm2_(n, x(0), incx);
                return;
            default:
                *static_cast<int*>(at[1]) = static_cast<int>(iamax_(n, x(0), incx));
        }
    }

    void run_level_2(const VectorArguments& call, const std::vector<void*>& at) const {
        const auto x = [&](std::size_t i) { return static_cast<T*>(at[i]); };
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int incx = static_cast<int>(call.incx);
        const int incy = static_cast<int>(call.incy);
        const int ld = static_cast<int>(call.ld());
        const int op = cblas(call.op);
        const int uplo = cblas(call.uplo);
        const T alpha = static_cast<T>(call.alpha);
        constexpr int kLayout = kCblasColMajor;
        switch (call.routine) {
            case VectorRoutine::gemv:
                return gemv_(kLayout, op, m, n, alpha, x(0), ld, x(1), incx, T{0}, x(2), incy);
            case VectorRoutine::ger:
                return ger_(kLayout, m, n, alpha, x(1), incx, x(2), incy, x(0), ld);
            case VectorRoutine::symv:
                return symv_(kLayout, uplo, n, alpha, x(0), ld, x(1), incx, T{0}, x(2), incy);
            case VectorRoutine::syr:
                return syr_(kLayout, uplo, n, alpha, x(1), incx, x(0), ld);
            case VectorRoutine::syr2:
                return syr2_(kLayout, uplo, n, alpha, x(1), incx, x(2), incy, x(0), ld);
            default:
                return (call.routine == VectorRoutine::trmv ? trmv_ : trsv_)(
                    kLayout, uplo, op, cblas(call.diag), n, x(0), ld, x(1), incx);
        }
    }

    bool complete_ = true;
    Copy* copy_;
    Swap* swap_;
    Scal* scal_;
    Axpy* axpy_;
    Rot* rot_;
    Dot* dot_;
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
