// cuBLASXt on one or several devices, matrices in host memory. Pageable ones it pins itself, as its users
// would have it do.
#include <array>
#include <chrono>
#include <numeric>

#include "peer_cublas.hpp"
#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

constexpr std::array<int, 3> kBlocks{2048, 4096, 8192};

template <class T>
using Gemm = int(void*, int, int, std::size_t, std::size_t, std::size_t, const T*, const T*, std::size_t,
                 const T*, std::size_t, const T*, T*, std::size_t);

class CublasXt final : public Peer {
  public:
    explicit CublasXt(CublasLibrary library)
        : driver_(std::move(library.driver)),
          create_(library.library.function<int(void**)>("cublasXtCreate")),
          destroy_(library.library.function<int(void*)>("cublasXtDestroy")),
          select_(library.library.function<int(void*, int, int*)>("cublasXtDeviceSelect")),
          set_block_(library.library.function<int(void*, int)>("cublasXtSetBlockDim")),
          set_pinning_(library.library.function<int(void*, int)>("cublasXtSetPinningMemMode")),
          dgemm_(library.library.function<Gemm<double>>("cublasXtDgemm")),
          sgemm_(library.library.function<Gemm<float>>("cublasXtSgemm")) {}
    ~CublasXt() override { CublasXt::release(); }

    [[nodiscard]] bool complete() const noexcept {
        return create_ != nullptr && destroy_ != nullptr && select_ != nullptr && set_block_ != nullptr &&
               set_pinning_ != nullptr && dgemm_ != nullptr && sgemm_ != nullptr;
    }
    [[nodiscard]] std::string name() const override { return "cublasxt"; }
    [[nodiscard]] std::string runs_on(int devices) const override {
        return cuda_devices_text(*driver_, devices);
    }
    [[nodiscard]] std::vector<std::string> variants() const override {
        std::vector<std::string> names;
        for (const int block : kBlocks) names.push_back("blocks of " + std::to_string(block));
        return names;
    }
    void release() override {
        matrices_.reset();
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
    }

    PeerTime multiply(const PeerCall& call, std::size_t variant) override {
        driver_->use(0);
        if (!matrices_ || !matrices_->belong_to(call))
            matrices_ = std::make_unique<CublasMatrices>(driver_, call);
        if (handle_ == nullptr || devices_ != call.devices) make_handle(call.devices);
        require_cublas(set_block_(handle_, kBlocks.at(variant)), "cublasXtSetBlockDim");
        require_cublas(set_pinning_(handle_, call.pinned ? 0 : 1), "cublasXtSetPinningMemMode");
        const PeerCall used = matrices_->begin(call);
        const auto begin = std::chrono::steady_clock::now();
        if (call.type == hg::ElementType::f64)
            multiply_as(dgemm_, used, call.alpha, call.beta);
        else
            multiply_as(sgemm_, used, static_cast<float>(call.alpha), static_cast<float>(call.beta));
        const auto end = std::chrono::steady_clock::now();
        matrices_->end();
        return {std::chrono::duration<double>(end - begin).count(), std::nullopt};
    }

  private:
    void make_handle(int devices) {
        require_devices(*driver_, devices);
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
        require_cublas(create_(&handle_), "cublasXtCreate");
        std::vector<int> first(static_cast<std::size_t>(devices));
        std::iota(first.begin(), first.end(), 0);
        require_cublas(select_(handle_, devices, first.data()), "cublasXtDeviceSelect");
        devices_ = devices;
    }

    template <class T>
    void multiply_as(Gemm<T>* gemm, const PeerCall& call, T alpha, T beta) {
        const auto size = [](std::int64_t value) { return static_cast<std::size_t>(value); };
        require_cublas(gemm(handle_, call.transpose_a ? 1 : 0, call.transpose_b ? 1 : 0, size(call.m),
                            size(call.n), size(call.k), &alpha, static_cast<const T*>(call.a),
                            size(call.lda()), static_cast<const T*>(call.b), size(call.ldb()), &beta,
                            static_cast<T*>(call.c), size(call.m)),
                       "gemm");
    }

    std::shared_ptr<CudaDriver> driver_;
    int (*create_)(void**);
    int (*destroy_)(void*);
    int (*select_)(void*, int, int*);
    int (*set_block_)(void*, int);
    int (*set_pinning_)(void*, int);
    Gemm<double>* dgemm_;
    Gemm<float>* sgemm_;
    void* handle_ = nullptr;
    int devices_ = 0;
    std::unique_ptr<CublasMatrices> matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cublasxt(std::string& reason) {
    std::optional<CublasLibrary> library = CublasLibrary::load(reason);
    if (!library) return nullptr;
    auto peer = std::make_unique<CublasXt>(std::move(*library));
    if (peer->complete()) return peer;
    reason = "the library lacks functions of cuBLASXt";
    return nullptr;
}

}  // namespace hgctl
