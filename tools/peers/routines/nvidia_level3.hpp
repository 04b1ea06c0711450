#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/peers/peer_calls.hpp"
#include "tools/peers/routines/nvidia_letters.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {

/// Level 3 beside gemm in one element type, of cuBLAS or of cuBLASXt: they differ in the type of sizes.
template <class T, class Size>
class NvidiaLevel3 {
  public:
    /// Of the functions called `prefix`, routine, `suffix`: "cublasDsymm_v2".
    NvidiaLevel3(const SharedLibrary& library, const std::string& prefix, const std::string& suffix) {
        const auto find = [&]<class Function>(Function*& function, const char* name) {
            function = library.function<Function>((prefix + name + suffix).c_str());
            complete_ = complete_ && function != nullptr;
        };
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

    /// Makes a call on operands at these addresses, in the order of PeerLevel3::operands. Returns its status.
    int run(void* handle, const PeerLevel3& call, const std::vector<void*>& addresses) const {
        const T alpha = 1;
        const PartOf<T> real_alpha = 1;
        const auto real_beta = static_cast<PartOf<T>>(call.beta);
        const T beta = real_beta;
        const int side = nvidia(call.side);
        const int uplo = nvidia(call.uplo);
        const int op = nvidia(call.op);
        constexpr int kNonUnit = 0;
        const auto m = static_cast<Size>(call.m);
        const auto n = static_cast<Size>(call.n);
        const auto k = static_cast<Size>(call.k);
        const auto x = [&](std::size_t i) { return static_cast<T*>(addresses[i]); };
        const auto ld = [&](std::size_t i) { return static_cast<Size>(call.operands[i].rows); };
        const auto with_symmetric = [&](Symm* symm) {
            return symm(handle, side, uplo, m, n, &alpha, x(0), ld(0), x(1), ld(1), &beta, x(2), ld(2));
        };
        switch (call.routine) {
            case PeerLevel3::Routine::symm:
                return with_symmetric(symm_);
            case PeerLevel3::Routine::hemm:
                return with_symmetric(hemm_);
            case PeerLevel3::Routine::syrk:
                return syrk_(handle, uplo, op, n, k, &alpha, x(0), ld(0), &beta, x(1), ld(1));
            case PeerLevel3::Routine::herk:
                return herk_(handle, uplo, op, n, k, &real_alpha, x(0), ld(0), &real_beta, x(1), ld(1));
            case PeerLevel3::Routine::syr2k:
                return syr2k_(handle, uplo, op, n, k, &alpha, x(0), ld(0), x(1), ld(1), &beta, x(2), ld(2));
            case PeerLevel3::Routine::her2k:
                return her2k_(handle, uplo, op, n, k, &alpha, x(0), ld(0), x(1), ld(1), &real_beta, x(2),
                              ld(2));
            case PeerLevel3::Routine::trmm:  // they take the factor and the product in the same place
                return trmm_(handle, side, uplo, op, kNonUnit, m, n, &alpha, x(0), ld(0), x(1), ld(1), x(1),
                             ld(1));
            case PeerLevel3::Routine::trsm:
                return trsm_(handle, side, uplo, op, kNonUnit, m, n, &alpha, x(0), ld(0), x(1), ld(1));
        }
        return -1;
    }

  private:
    using Real = PartOf<T>;
    using Symm = int(void*, int, int, Size, Size, const T*, const T*, Size, const T*, Size, const T*, T*,
                     Size);
    using Syrk = int(void*, int, int, Size, Size, const T*, const T*, Size, const T*, T*, Size);
    using Herk = int(void*, int, int, Size, Size, const Real*, const T*, Size, const Real*, T*, Size);
    using Syr2k = Symm;
    using Her2k = int(void*, int, int, Size, Size, const T*, const T*, Size, const T*, Size, const Real*, T*,
                      Size);
    using Trmm = int(void*, int, int, int, int, Size, Size, const T*, const T*, Size, const T*, Size, T*,
                     Size);
    using Trsm = int(void*, int, int, int, int, Size, Size, const T*, const T*, Size, T*, Size);

    bool complete_ = true;
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
