#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tools/peers/opencl_device.hpp"
#include "tools/peers/peer_calls.hpp"
#include "tools/peers/routines/cblas_letters.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {

/// Level 3 of CLBlast in one element type. A matrix is a buffer, an offset and a leading dimension.
template <class T>
class ClblastLevel3 {
    using Size = std::size_t;
    using Queue = cl_command_queue;

  public:
    ClblastLevel3(const SharedLibrary& library, const std::string& letter) {
        const auto find = [&]<class Function>(Function*& function, const char* name) {
            function = library.function<Function>(("CLBlast" + capital(letter) + name).c_str());
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

    /// Enqueues a call on operands in these buffers, in the order of the call. Returns its status.
    int run(Queue* queue, const PeerGemm& call, const std::vector<cl_mem>& x) const {
        const auto m = static_cast<Size>(call.m);
        return gemm_(kCblasColMajor, cblas(call.op_a), cblas(call.op_b), m, static_cast<Size>(call.n),
                     static_cast<Size>(call.k), scalar(call.alpha), x[0], 0, static_cast<Size>(call.lda()),
                     x[1], 0, static_cast<Size>(call.ldb()), scalar(call.beta), x[2], 0, m, queue, nullptr);
    }

    int run(Queue* queue, const PeerLevel3& call, const std::vector<cl_mem>& x) const {
        using Routine = PeerLevel3::Routine;
        const Scalar alpha = scalar(1);
        const Scalar beta = scalar(call.beta);
        const auto real_beta = static_cast<Real>(call.beta);
        const int side = cblas(call.side);
        const int uplo = cblas(call.uplo);
        const int op = cblas(call.op);
        const auto m = static_cast<Size>(call.m);
        const auto n = static_cast<Size>(call.n);
        const auto k = static_cast<Size>(call.k);
        const auto ld = [&](std::size_t i) { return static_cast<Size>(call.operands[i].rows); };
        switch (call.routine) {
            case Routine::symm:
            case Routine::hemm:
                return (call.routine == Routine::symm ? symm_ : hemm_)(kCblasColMajor, side, uplo, m, n,
                                                                       alpha, x[0], 0, ld(0), x[1], 0, ld(1),
                                                                       beta, x[2], 0, ld(2), queue, nullptr);
            case Routine::syrk:
                return syrk_(kCblasColMajor, uplo, op, n, k, alpha, x[0], 0, ld(0), beta, x[1], 0, ld(1),
                             queue, nullptr);
            case Routine::herk:
                return herk_(kCblasColMajor, uplo, op, n, k, Real{1}, x[0], 0, ld(0), real_beta, x[1], 0,
                             ld(1), queue, nullptr);
            case Routine::syr2k:
                return syr2k_(kCblasColMajor, uplo, op, n, k, alpha, x[0], 0, ld(0), x[1], 0, ld(1), beta,
                              x[2], 0, ld(2), queue, nullptr);
            case Routine::her2k:
                return her2k_(kCblasColMajor, uplo, op, n, k, alpha, x[0], 0, ld(0), x[1], 0, ld(1),
                              real_beta, x[2], 0, ld(2), queue, nullptr);
            case Routine::trmm:
            case Routine::trsm:
                break;
        }
        return (call.routine == Routine::trmm ? trmm_ : trsm_)(kCblasColMajor, side, uplo, op, kCblasNonUnit,
                                                               m, n, alpha, x[0], 0, ld(0), x[1], 0, ld(1),
                                                               queue, nullptr);
    }

  private:
    using Real = PartOf<T>;
    using Pair = std::conditional_t<std::is_same_v<Real, double>, cl_double2, cl_float2>;
    using Scalar = std::conditional_t<kIsComplex<T>, Pair, T>;
    using Gemm = int(int, int, int, Size, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Scalar,
                     cl_mem, Size, Size, Queue*, cl_event*);
    using Symm = int(int, int, int, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Scalar,
                     cl_mem, Size, Size, Queue*, cl_event*);
    using Syrk = int(int, int, int, Size, Size, Scalar, cl_mem, Size, Size, Scalar, cl_mem, Size, Size,
                     Queue*, cl_event*);
    using Herk = int(int, int, int, Size, Size, Real, cl_mem, Size, Size, Real, cl_mem, Size, Size, Queue*,
                     cl_event*);
    using Syr2k = Symm;
    using Her2k = int(int, int, int, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Real, cl_mem,
                      Size, Size, Queue*, cl_event*);
    using Trsm = int(int, int, int, int, int, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size,
                     Queue*, cl_event*);
    using Trmm = Trsm;

    static Scalar scalar(double value) noexcept {
        const auto real = static_cast<Real>(value);
        if constexpr (kIsComplex<T>)
            return {{real, 0}};
        else
            return real;
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
