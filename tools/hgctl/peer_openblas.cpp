// OpenBLAS (or whatever CBLAS stands behind its name) on the CPU.
#include <chrono>

#include "peer.hpp"
#include "shared_library.hpp"

namespace hgctl {
namespace {

constexpr int kColMajor = 102;
constexpr int kNoTrans = 111;
constexpr int kTrans = 112;

using Dgemm = void(int, int, int, int, int, int, double, const double*, int, const double*, int, double,
                   double*, int);
using Sgemm = void(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*,
                   int);

class OpenBlas final : public Peer {
  public:
    explicit OpenBlas(const SharedLibrary& library)
        : dgemm_(library.function<Dgemm>("cblas_dgemm")), sgemm_(library.function<Sgemm>("cblas_sgemm")) {
        if (auto* threads = library.function<int()>("openblas_get_num_threads"))
            runs_on_ = "the CPU, " + std::to_string(threads()) + " threads";
    }

    [[nodiscard]] bool complete() const noexcept { return dgemm_ != nullptr && sgemm_ != nullptr; }
    [[nodiscard]] std::string name() const override { return "openblas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerCall& call, std::size_t /*variant*/) override {
        const auto begin = std::chrono::steady_clock::now();
        if (call.type == hg::ElementType::f64)
            multiply_as(dgemm_, call, call.alpha, call.beta);
        else
            multiply_as(sgemm_, call, static_cast<float>(call.alpha), static_cast<float>(call.beta));
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                std::nullopt};
    }

  private:
    template <class Gemm, class T>
    static void multiply_as(Gemm* gemm, const PeerCall& call, T alpha, T beta) {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int k = static_cast<int>(call.k);
        gemm(kColMajor, call.transpose_a ? kTrans : kNoTrans, call.transpose_b ? kTrans : kNoTrans, m, n, k,
             alpha, static_cast<const T*>(call.a), static_cast<int>(call.lda()),
             static_cast<const T*>(call.b), static_cast<int>(call.ldb()), beta, static_cast<T*>(call.c), m);
    }

    Dgemm* dgemm_;
    Sgemm* sgemm_;
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
    reason = "libopenblas.so.0 has no cblas_dgemm";
    return nullptr;
}

}  // namespace hgctl
