// OpenBLAS (or whatever CBLAS and LAPACK stand behind its name) on the CPU.
#include <algorithm>
#include <chrono>
#include <vector>

#include "tools/hgctl/peers/peer.hpp"
#include "tools/hgctl/peers/routines/cblas_letters.hpp"
#include "tools/hgctl/peers/routines/cblas_vectors.hpp"
#include "tools/hgctl/peers/routines/lapack_factorizations.hpp"
#include "tools/hgctl/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// The routines of one element type.
template <class T>
struct OpenBlasRoutines {
    using Gemm = void(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
    using Symm = void(int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int);
    using Syrk = void(int, int, int, int, int, T, const T*, int, T, T*, int);
    using Syr2k = Symm;
    using Trsm = void(int, int, int, int, int, int, int, T, const T*, int, T*, int);
    using Trmm = Trsm;
    Gemm* gemm;
    Symm* symm;
    Syrk* syrk;
    Syr2k* syr2k;
    Trmm* trmm;
    Trsm* trsm;
    LapackFactorizations<T> factorizations;
    CblasVectors<T> vectors;

    OpenBlasRoutines(const SharedLibrary& library, const std::string& letter)
        : gemm(library.function<Gemm>(("cblas_" + letter + "gemm").c_str())),
          symm(library.function<Symm>(("cblas_" + letter + "symm").c_str())),
          syrk(library.function<Syrk>(("cblas_" + letter + "syrk").c_str())),
          syr2k(library.function<Syr2k>(("cblas_" + letter + "syr2k").c_str())),
          trmm(library.function<Trmm>(("cblas_" + letter + "trmm").c_str())),
          trsm(library.function<Trsm>(("cblas_" + letter + "trsm").c_str())),
          factorizations(library, letter),
          vectors(library, letter) {}
    [[nodiscard]] bool complete() const noexcept {
        return gemm && symm && syrk && syr2k && trmm && trsm && factorizations.complete() &&
               vectors.complete();
    }
};

class OpenBlas final : public Peer {
  public:
    explicit OpenBlas(const SharedLibrary& library) : f64_(library, "d"), f32_(library, "s") {
        if (auto* threads = library.function<int()>("openblas_get_num_threads"))
            runs_on_ = "the CPU, " + std::to_string(threads()) + " threads";
    }

    [[nodiscard]] bool complete() const noexcept { return f64_.complete() && f32_.complete(); }
    [[nodiscard]] std::string name() const override { return "openblas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        return timed(call, [](const auto& routines, const PeerGemm& c) { multiply_by(routines, c); });
    }
    PeerTime compute(const PeerLevel3& call, std::size_t /*variant*/) override {
        return timed(call, [](const auto& routines, const PeerLevel3& c) { compute_by(routines, c); });
    }
    PeerTime factor(const PeerFactorization& call, std::size_t /*variant*/) override {
        return timed(call, [](const auto& routines, const PeerFactorization& c) { factor_by(routines, c); });
    }

    PeerTime apply(const PeerVectors& call) override {
        return {run_chain(call, call.addresses(), call.chain) / call.chain, std::nullopt};
    }

    std::vector<double> repeat(const ResidentCall& call) override {
        std::vector<std::vector<char>> copies;
        std::vector<void*> addresses;
        for (const ResidentCall::Operand& x : call.operands) {
            const auto* const begin = static_cast<const char*>(x.data);
            if (x.result != nullptr) copies.emplace_back(begin, begin + x.bytes);
            addresses.push_back(x.result != nullptr ? copies.back().data() : const_cast<char*>(begin));
        }
        run_chain(call, addresses, 1);
        for (std::size_t i = 0; i < addresses.size(); ++i)
            if (const ResidentCall::Operand& x = call.operands[i]; x.result != nullptr)
                std::copy_n(static_cast<const char*>(addresses[i]), x.bytes, static_cast<char*>(x.result));
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run)
            seconds.push_back(run_chain(call, addresses, call.chain) / call.chain);
        return seconds;
    }

  private:
    /// Seconds of calls one after the other.
    double run_chain(const VectorArguments& call, const std::vector<void*>& addresses, int times) const {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            if (call.type == hg::ElementType::f64)
                f64_.vectors.run(call, addresses);
            else
                f32_.vectors.run(call, addresses);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    template <class Call, class Body>
    PeerTime timed(const Call& call, const Body& body) const {
        const auto begin = std::chrono::steady_clock::now();
        if (call.type == hg::ElementType::f64)
            body(f64_, call);
        else
            body(f32_, call);
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                std::nullopt};
    }

    template <class T>
    static void multiply_by(const OpenBlasRoutines<T>& routines, const PeerGemm& call) {
        const int m = static_cast<int>(call.m);
        routines.gemm(kCblasColMajor, cblas_op(call.transpose_a), cblas_op(call.transpose_b), m,
                      static_cast<int>(call.n), static_cast<int>(call.k), static_cast<T>(call.alpha),
                      static_cast<const T*>(call.a), static_cast<int>(call.lda()),
                      static_cast<const T*>(call.b), static_cast<int>(call.ldb()), static_cast<T>(call.beta),
                      static_cast<T*>(call.c), m);
    }

    template <class T>
    static void compute_by(const OpenBlasRoutines<T>& routines, const PeerLevel3& call) {
        using Routine = PeerLevel3::Routine;
        const int side = cblas(call.side);
        const int uplo = cblas(call.uplo);
        const int op = cblas(call.op);
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int k = static_cast<int>(call.k);
        const T beta = static_cast<T>(call.beta);
        const auto x = [&](std::size_t i) { return static_cast<T*>(call.operands[i].data); };
        const auto ld = [&](std::size_t i) { return static_cast<int>(call.operands[i].rows); };
        switch (call.routine) {
            case Routine::symm:
                return routines.symm(kCblasColMajor, side, uplo, m, n, T{1}, x(0), ld(0), x(1), ld(1), beta,
                                     x(2), ld(2));
            case Routine::syrk:
                return routines.syrk(kCblasColMajor, uplo, op, n, k, T{1}, x(0), ld(0), beta, x(1), ld(1));
            case Routine::syr2k:
                return routines.syr2k(kCblasColMajor, uplo, op, n, k, T{1}, x(0), ld(0), x(1), ld(1), beta,
                                      x(2), ld(2));
            case Routine::trmm:
            case Routine::trsm:
                return (call.routine == Routine::trmm ? routines.trmm : routines.trsm)(
                    kCblasColMajor, side, uplo, op, kCblasNonUnit, m, n, T{1}, x(0), ld(0), x(1), ld(1));
        }
    }

    template <class T>
    static void factor_by(const OpenBlasRoutines<T>& routines, const PeerFactorization& call) {
        const int info = routines.factorizations.run(call);
        if (info != 0)
            throw hg::Error(hg::ErrorCode::device_failed, "openblas: info = " + std::to_string(info));
    }

    OpenBlasRoutines<double> f64_;
    OpenBlasRoutines<float> f32_;
    std::string runs_on_ = "the CPU";
};

}  // namespace

std::unique_ptr<Peer> load_openblas(std::string& reason) {
    const SharedLibrary library("libopenblas.so.0");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    auto peer = std::make_unique<OpenBlas>(library);
    if (peer->complete()) return peer;
    reason = "libopenblas.so.0 lacks functions of CBLAS or LAPACK";
    return nullptr;
}

}  // namespace hgctl
