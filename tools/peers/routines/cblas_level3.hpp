#pragma once

#include <string>
#include <type_traits>

#include "tools/peers/peer_calls.hpp"
#include "tools/peers/routines/cblas_letters.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {

/// Level 3 of CBLAS in one element type. Its scalars are numbers, or addresses if elements are complex.
template <class T>
class CblasLevel3 {
  public:
    CblasLevel3(const SharedLibrary& library, const std::string& letter) {
        const auto find = [&]<class Function>(Function*& function, const char* name) {
            function = library.function<Function>(("cblas_" + letter + name).c_str());
            complete_ = complete_ && function != nullptr;
        };
        find(gemm_, "gemm");
        find(symm_, "symm");
        find(syrk_, "syrk");
        find(syr2k_, "syr2k");
        find(trmm_, "trmm");
        find(trsm_, "trsm");
        if constexpr (kIsComplex<T>) {
            find(hemm_, "hemm");
            find(herk_, "herk");
            find(her2k_, "her2k");
        }
    }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

    void run(const PeerGemm& call) const {
        const T alpha = element_of<T>(call.alpha);
        const T beta = element_of<T>(call.beta);
        const int m = static_cast<int>(call.m);
        gemm_(kCblasColMajor, cblas(call.op_a), cblas(call.op_b), m, static_cast<int>(call.n),
              static_cast<int>(call.k), scalar(alpha), static_cast<const T*>(call.a),
              static_cast<int>(call.lda()), static_cast<const T*>(call.b), static_cast<int>(call.ldb()),
              scalar(beta), static_cast<T*>(call.c), m);
    }

    void run(const PeerLevel3& call) const {
        using Routine = PeerLevel3::Routine;
        const T alpha = 1;
        const auto real_beta = static_cast<Real>(call.beta);
        const T beta = real_beta;
        const int side = cblas(call.side);
        const int uplo = cblas(call.uplo);
        const int op = cblas(call.op);
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int k = static_cast<int>(call.k);
        const auto x = [&](std::size_t i) { return static_cast<T*>(call.operands[i].data); };
        const auto ld = [&](std::size_t i) { return static_cast<int>(call.operands[i].rows); };
        switch (call.routine) {
            case Routine::symm:
            case Routine::hemm:
                return (call.routine == Routine::symm ? symm_ : hemm_)(kCblasColMajor, side, uplo, m, n,
                                                                       scalar(alpha), x(0), ld(0), x(1),
                                                                       ld(1), scalar(beta), x(2), ld(2));
            case Routine::syrk:
                return syrk_(kCblasColMajor, uplo, op, n, k, scalar(alpha), x(0), ld(0), scalar(beta), x(1),
                             ld(1));
            case Routine::herk:
                return herk_(kCblasColMajor, uplo, op, n, k, Real{1}, x(0), ld(0), real_beta, x(1), ld(1));
            case Routine::syr2k:
                return syr2k_(kCblasColMajor, uplo, op, n, k, scalar(alpha), x(0), ld(0), x(1), ld(1),
                              scalar(beta), x(2), ld(2));
            case Routine::her2k:
                return her2k_(kCblasColMajor, uplo, op, n, k, scalar(alpha), x(0), ld(0), x(1), ld(1),
                              real_beta, x(2), ld(2));
            case Routine::trmm:
            case Routine::trsm:
                return (call.routine == Routine::trmm ? trmm_ : trsm_)(kCblasColMajor, side, uplo, op,
                                                                       kCblasNonUnit, m, n, scalar(alpha),
                                                                       x(0), ld(0), x(1), ld(1));
        }
    }

  private:
    using Real = PartOf<T>;
    using Scalar = std::conditional_t<kIsComplex<T>, const T*, T>;
    using Gemm = void(int, int, int, int, int, int, Scalar, const T*, int, const T*, int, Scalar, T*, int);
    using Symm = void(int, int, int, int, int, Scalar, const T*, int, const T*, int, Scalar, T*, int);
    using Syrk = void(int, int, int, int, int, Scalar, const T*, int, Scalar, T*, int);
    using Herk = void(int, int, int, int, int, Real, const T*, int, Real, T*, int);
    using Syr2k = Symm;
    using Her2k = void(int, int, int, int, int, Scalar, const T*, int, const T*, int, Real, T*, int);
    using Trsm = void(int, int, int, int, int, int, int, Scalar, const T*, int, T*, int);
    using Trmm = Trsm;

    static Scalar scalar(const T& value) noexcept {
        if constexpr (kIsComplex<T>)
            return &value;
        else
            return value;
    }

    bool complete_ = true;
    Gemm* gemm_ = nullptr;
    Symm* symm_ = nullptr;
    Syrk* syrk_ = nullptr;
    Syr2k* syr2k_ = nullptr;
    Trmm* trmm_ = nullptr;
    Trsm* trsm_ = nullptr;
    Symm* hemm_ = nullptr;  ///< these three if elements are complex
    Herk* herk_ = nullptr;
    Her2k* her2k_ = nullptr;
};

}  // namespace hgctl
