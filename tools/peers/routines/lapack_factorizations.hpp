#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "tools/peers/peer_calls.hpp"
#include "tools/peers/shared_library.hpp"

namespace hgctl {

/// LAPACK's factorizations in one element type, by their Fortran symbols.
template <class T>
class LapackFactorizations {
  public:
    /// `letter` is that of the type: "d", "s", "z", "c".
    LapackFactorizations(const SharedLibrary& library, const std::string& letter)
        : getrf_(library.function<Getrf>((letter + "getrf_").c_str())),
          getrs_(library.function<Getrs>((letter + "getrs_").c_str())),
          gesv_(library.function<Gesv>((letter + "gesv_").c_str())),
          potrf_(library.function<Potrf>((letter + "potrf_").c_str())),
          geqrf_(library.function<Geqrf>((letter + "geqrf_").c_str())) {}

    [[nodiscard]] bool complete() const noexcept { return getrf_ && getrs_ && gesv_ && potrf_ && geqrf_; }

    /// Makes a call. Returns its info.
    int run(const PeerFactorization& call) const {
        switch (call.routine) {
            case PeerFactorization::Routine::getrf:
            case PeerFactorization::Routine::gesv:
                return run_lu(call);
            case PeerFactorization::Routine::getrs:
                return run_solve(call);
            case PeerFactorization::Routine::potrf:
                return run_cholesky(call);
            case PeerFactorization::Routine::geqrf:
                return run_qr(call);
        }
        return -1;
    }

  private:
    using Getrf = void(const int*, const int*, T*, const int*, int*, int*);
    /// The length of a letter comes last, as Fortran passes it.
    using Getrs = void(const char*, const int*, const int*, const T*, const int*, const int*, T*, const int*,
                       int*, std::size_t);
    using Gesv = void(const int*, const int*, T*, const int*, int*, T*, const int*, int*);
    using Potrf = void(const char*, const int*, T*, const int*, int*, std::size_t);
    using Geqrf = void(const int*, const int*, T*, const int*, T*, T*, const int*, int*);

    int run_lu(const PeerFactorization& call) const {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int nrhs = static_cast<int>(call.nrhs);
        T* const a = static_cast<T*>(call.a);
        std::vector<int> ipiv(static_cast<std::size_t>(call.steps()));
        int info = 0;
        if (call.routine == PeerFactorization::Routine::gesv)
            gesv_(&n, &nrhs, a, &n, ipiv.data(), static_cast<T*>(call.b), &n, &info);
        else
            getrf_(&m, &n, a, &m, ipiv.data(), &info);
        std::copy(ipiv.begin(), ipiv.end(), call.ipiv);
        return info;
    }

    int run_solve(const PeerFactorization& call) const {
        const char op = static_cast<char>(call.op);
        const int n = static_cast<int>(call.n);
        const int nrhs = static_cast<int>(call.nrhs);
        const std::vector<int> ipiv(call.ipiv, call.ipiv + call.n);
        int info = 0;
        getrs_(&op, &n, &nrhs, static_cast<const T*>(call.a), &n, ipiv.data(), static_cast<T*>(call.b), &n,
               &info, 1);
        return info;
    }

    int run_cholesky(const PeerFactorization& call) const {
        const char uplo = static_cast<char>(call.uplo);
        const int n = static_cast<int>(call.n);
        int info = 0;
        potrf_(&uplo, &n, static_cast<T*>(call.a), &n, &info, 1);
        return info;
    }

    int run_qr(const PeerFactorization& call) const {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        int info = 0;
        const auto factor = [&](T* workspace, int elements) {
            geqrf_(&m, &n, static_cast<T*>(call.a), &m, static_cast<T*>(call.tau), workspace, &elements,
                   &info);
        };
        constexpr int kQuery = -1;
        T best_size = 0;
        factor(&best_size, kQuery);
        std::vector<T> workspace(static_cast<std::size_t>(std::real(best_size)));
        factor(workspace.data(), static_cast<int>(workspace.size()));
        return info;
    }

    Getrf* getrf_;
    Getrs* getrs_;
    Gesv* gesv_;
    Potrf* potrf_;
    Geqrf* geqrf_;
};

}  // namespace hgctl
