#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/hgctl/peers/peer_calls.hpp"
#include "tools/hgctl/peers/shared_library.hpp"

namespace hgctl {

/// Level 3 beside gemm in one element type, of cuBLAS or of cuBLASXt: they differ in the type of sizes.
template <class T, class Size>
class NvidiaLevel3 {
  public:
    /// Of the functions called `prefix`, routine, `suffix`: "cublasDsymm_v2".
    NvidiaLevel3(const SharedLibrary& library, const std::string& prefix, const std::string& suffix)
        : symm_(library.function<Symm>((prefix + "symm" + suffix).c_str())),
          syrk_(library.function<Syrk>((prefix + "syrk" + suffix).c_str())),
          syr2k_(library.function<Syr2k>((prefix + "syr2k" + suffix).c_str())),
          trmm_(library.function<Trmm>((prefix + "trmm" + suffix).c_str())),
          trsm_(library.function<Trsm>((prefix + "trsm" + suffix).c_str())) {}

    [[nodiscard]] bool complete() const noexcept { return symm_ && syrk_ && syr2k_ && trmm_ && trsm_; }

    /// Makes a call on operands at these addresses, in the order of PeerLevel3::operands. Returns its status.
    int run(void* handle, const PeerLevel3& call, const std::vector<void*>& addresses) const {
        const T alpha = 1;
        const T beta = static_cast<T>(call.beta);
        const int side = call.side == hg::Side::left ? 0 : 1;
        const int uplo = call.uplo == hg::Uplo::lower ? 0 : 1;
        const int op = call.op == hg::Op::none ? 0 : 1;
        constexpr int kNonUnit = 0;
        const auto m = static_cast<Size>(call.m);
        const auto n = static_cast<Size>(call.n);
        const auto k = static_cast<Size>(call.k);
        const auto x = [&](std::size_t i) { return static_cast<T*>(addresses[i]); };
        const auto ld = [&](std::size_t i) { return static_cast<Size>(call.operands[i].rows); };
        switch (call.routine) {
            case PeerLevel3::Routine::symm:
                return symm_(handle, side, uplo, m, n, &alpha, x(0), ld(0), x(1), ld(1), &beta, x(2), ld(2));
            case PeerLevel3::Routine::syrk:
                return syrk_(handle, uplo, op, n, k, &alpha, x(0), ld(0), &beta, x(1), ld(1));
            case PeerLevel3::Routine::syr2k:
                return syr2k_(handle, uplo, op, n, k, &alpha, x(0), ld(0), x(1), ld(1), &beta, x(2), ld(2));
            case PeerLevel3::Routine::trmm:  // they take the factor and the product in the same place
                return trmm_(handle, side, uplo, op, kNonUnit, m, n, &alpha, x(0), ld(0), x(1), ld(1), x(1),
                             ld(1));
            case PeerLevel3::Routine::trsm:
                return trsm_(handle, side, uplo, op, kNonUnit, m, n, &alpha, x(0), ld(0), x(1), ld(1));
        }
        return -1;
    }

  private:
    using Symm = int(void*, int, int, Size, Size, const T*, const T*, Size, const T*, Size, const T*, T*,
                     Size);
    using Syrk = int(void*, int, int, Size, Size, const T*, const T*, Size, const T*, T*, Size);
    using Syr2k = Symm;
    using Trmm = int(void*, int, int, int, int, Size, Size, const T*, const T*, Size, const T*, Size, T*,
                     Size);
    using Trsm = int(void*, int, int, int, int, Size, Size, const T*, const T*, Size, T*, Size);

    Symm* symm_;
    Syrk* syrk_;
    Syr2k* syr2k_;
    Trmm* trmm_;
    Trsm* trsm_;
};

}  // namespace hgctl
