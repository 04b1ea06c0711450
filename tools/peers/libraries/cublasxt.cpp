// cuBLASXt on one or several devices, matrices in host memory. Pageable ones it pins itself, as its users
// would have it do.
#include <array>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tools/peers/forms/nvidia_spelling.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::array<int, 3> kBlocks{2048, 4096, 8192};

class CublasXt final : public Peer {
  public:
    explicit CublasXt(NvidiaLibrary found)
        : library_(std::move(found.library)),
          driver_(std::move(found.driver)),
          create_(library_.function<int(void**)>("cublasXtCreate")),
          destroy_(library_.function<int(void*)>("cublasXtDestroy")),
          select_(library_.function<int(void*, int, int*)>("cublasXtDeviceSelect")),
          set_block_(library_.function<int(void*, int)>("cublasXtSetBlockDim")),
          set_pinning_(library_.function<int(void*, int)>("cublasXtSetPinningMemMode")) {
        if (!create_ || !destroy_ || !select_ || !set_block_ || !set_pinning_)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuBLASXt");
    }
    ~CublasXt() override { CublasXt::release(); }

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
        matrices_.release();
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
    }

    PeerTime run(const ListedCall& call, std::size_t variant) override {
        auto* const function = library_.function<void()>("cublasXt" + capital(call.name));
        if (function == nullptr) lacks(call);
        driver_->use(0);
        if (handle_ == nullptr || devices_ != call.devices) make_handle(call.devices);
        require_status(set_block_(handle_, kBlocks.at(variant)), "cuBLASXt", "cublasXtSetBlockDim");
        require_status(set_pinning_(handle_, call.pinned ? 0 : 1), "cuBLASXt", "cublasXtSetPinningMemMode");
        const ListedCall used = matrices_.begin(driver_, call);
        std::vector<void*> memory;
        for (const ListedOperand* const operand : used.operands()) memory.push_back(operand->data);
        ForeignCall foreign = nvidia_blas_call<std::size_t>(handle_, used, memory);
        const auto begin = std::chrono::steady_clock::now();
        require_status(foreign.call<int>(function), "cuBLASXt", call.routine.c_str());
        const auto end = std::chrono::steady_clock::now();
        matrices_.end();
        return {std::chrono::duration<double>(end - begin).count(), std::nullopt};
    }

  private:
    void make_handle(int devices) {
        require_devices(*driver_, devices);
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
        require_status(create_(&handle_), "cuBLASXt", "cublasXtCreate");
        std::vector<int> first(static_cast<std::size_t>(devices));
        std::iota(first.begin(), first.end(), 0);
        require_status(select_(handle_, devices, first.data()), "cuBLASXt", "cublasXtDeviceSelect");
        devices_ = devices;
    }

    SharedLibrary library_;
    std::shared_ptr<CudaDriver> driver_;
    int (*create_)(void**);
    int (*destroy_)(void*);
    int (*select_)(void*, int, int*);
    int (*set_block_)(void*, int);
    int (*set_pinning_)(void*, int);
    void* handle_ = nullptr;
    int devices_ = 0;
    NvidiaMatrices matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cublasxt(std::string& reason) {
    return make_peer<CublasXt>(NvidiaLibrary::load_cublas(reason), reason);
}

}  // namespace hgctl
