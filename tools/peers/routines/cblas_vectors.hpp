#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tools/peers/routines/cblas_letters.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"
#include "tools/workload/vectors/vector_arguments.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

/// Levels 1 and 2 of a CBLAS in one element type. Its scalars are numbers, or addresses if elements are complex.
template <class T>
class CblasVectors {
  public:
    CblasVectors(const SharedLibrary& library, const std::string& letter) {
        const auto find = [&](auto*& function, const std::string& name) {
            using Function = std::remove_pointer_t<std::remove_reference_t<decltype(function)>>;
            function = library.function<Function>(("cblas_" + name).c_str());
            complete_ = complete_ && function != nullptr;
        };
        const VectorNames names(letter);
        find(copy_, letter + "copy");
        find(swap_, letter + "swap");
        find(scal_, letter + "scal");
        find(axpy_, letter + "axpy");
        // Not every CBLAS has it.
        rot_ = library.function<Rot>(("cblas_" + names.rot()).c_str());
        complete_ = complete_ && (names.is_complex || rot_ != nullptr);
        find(dot_, names.either("dot", "dotu_sub"));
        if (names.is_complex) find(dotc_, letter + "dotc_sub");
        find(asum_, names.sum("asum"));
        find(nrm2_, names.sum("nrm2"));
        find(iamax_, "i" + letter + "amax");
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

    /// Makes a call on operands at these addresses: matrix, vectors, result.
    void run(const VectorArguments& call, const std::vector<void*>& at) const {
        if (call.routine < VectorRoutine::gemv)
            run_level_1(call, at);
        else
            run_level_2(call, at);
    }

  private:
    using Real = PartOf<T>;
    using Scalar = std::conditional_t<kIsComplex<T>, const T*, T>;
    using Copy = void(int, const T*, int, T*, int);
    using Swap = void(int, T*, int, T*, int);
    using Scal = void(int, Scalar, T*, int);
    using Axpy = void(int, Scalar, const T*, int, T*, int);
    using Rot = void(int, T*, int, T*, int, Real, Real);
    using Dot = std::conditional_t<kIsComplex<T>, void(int, const T*, int, const T*, int, T*),
                                   T(int, const T*, int, const T*, int)>;
    using Norm = Real(int, const T*, int);
    using Place = std::size_t(int, const T*, int);
    using Gemv = void(int, int, int, int, Scalar, const T*, int, const T*, int, Scalar, T*, int);
    using Ger = void(int, int, int, Scalar, const T*, int, const T*, int, T*, int);
    using Symv = void(int, int, int, Scalar, const T*, int, const T*, int, Scalar, T*, int);
    using Syr = void(int, int, int, Real, const T*, int, T*, int);
    using Syr2 = void(int, int, int, Scalar, const T*, int, const T*, int, T*, int);
    using Triangle = void(int, int, int, int, int, const T*, int, T*, int);

    void run_level_1(const VectorArguments& call, const std::vector<void*>& at) const {
        const auto x = [&](std::size_t i) { return static_cast<T*>(at[i]); };
        const int n = static_cast<int>(call.n);
        const int incx = static_cast<int>(call.incx);
        const int incy = static_cast<int>(call.incy);
        const T alpha = static_cast<Real>(call.alpha);
        switch (call.routine) {
            case VectorRoutine::copy:
                return copy_(n, x(0), incx, x(1), incy);
            case VectorRoutine::swap:
                return swap_(n, x(0), incx, x(1), incy);
            case VectorRoutine::scal:
                return scal_(n, scalar(alpha), x(0), incx);
            case VectorRoutine::axpy:
                return axpy_(n, scalar(alpha), x(0), incx, x(1), incy);
            case VectorRoutine::rot:
                if (rot_ == nullptr)
                    throw hg::Error(hg::ErrorCode::device_failed,
                                    "the library has no rotation of complex vectors");
                return rot_(n, x(0), incx, x(1), incy, static_cast<Real>(call.c), static_cast<Real>(call.s));
            case VectorRoutine::dot:
            case VectorRoutine::dotu:
                return add_up(dot_, n, x(0), incx, x(1), incy, x(2));
            case VectorRoutine::dotc:
                return add_up(dotc_, n, x(0), incx, x(1), incy, x(2));
            case VectorRoutine::asum:
                *static_cast<Real*>(at[1]) = asum_(n, x(0), incx);
                return;
            case VectorRoutine::nrm2:
                *static_cast<Real*>(at[1]) = nrm2_(n, x(0), incx);
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
        const auto real_alpha = static_cast<Real>(call.alpha);
        const T of_alpha = real_alpha, of_zero = 0;
        const Scalar alpha = scalar(of_alpha), zero = scalar(of_zero);
        constexpr int kLayout = kCblasColMajor;
        switch (call.routine) {
            case VectorRoutine::gemv:
                return gemv_(kLayout, op, m, n, alpha, x(0), ld, x(1), incx, zero, x(2), incy);
            case VectorRoutine::gerc:
                return gerc_(kLayout, m, n, alpha, x(1), incx, x(2), incy, x(0), ld);
            case VectorRoutine::ger:
            case VectorRoutine::geru:
                return ger_(kLayout, m, n, alpha, x(1), incx, x(2), incy, x(0), ld);
            case VectorRoutine::symv:
            case VectorRoutine::hemv:
                return symv_(kLayout, uplo, n, alpha, x(0), ld, x(1), incx, zero, x(2), incy);
            case VectorRoutine::syr:
            case VectorRoutine::her:
                return syr_(kLayout, uplo, n, real_alpha, x(1), incx, x(0), ld);
            case VectorRoutine::syr2:
            case VectorRoutine::her2:
                return syr2_(kLayout, uplo, n, alpha, x(1), incx, x(2), incy, x(0), ld);
            default:
                return (call.routine == VectorRoutine::trmv ? trmv_ : trsv_)(
                    kLayout, uplo, op, cblas(call.diag), n, x(0), ld, x(1), incx);
        }
    }

    static Scalar scalar(const T& value) noexcept {
        if constexpr (kIsComplex<T>)
            return &value;
        else
            return value;
    }
    static void add_up(Dot* dot, int n, const T* x, int incx, const T* y, int incy, T* result) {
        if constexpr (kIsComplex<T>)
            dot(n, x, incx, y, incy, result);
        else
            *result = dot(n, x, incx, y, incy);
    }

    bool complete_ = true;
    Copy* copy_;
    Swap* swap_;
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
