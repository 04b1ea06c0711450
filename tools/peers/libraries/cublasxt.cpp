// cuBLASXt on one or several devices, matrices in host memory. Pageable ones it pins itself, as its users
// would have it do.
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "tools/peers/forms/nvidia_spelling.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {
namespace {

constexpr std::array<int, 3> kBlocks{2048, 4096, 8192};

class CublasXt final : public NvidiaHostPeer {
  public:
    CublasXt() : NvidiaHostPeer(NvidiaLibrary::cublas()) {}

    [[nodiscard]] std::string name() const override { return "cublasxt"; }
    [[nodiscard]] std::vector<std::string> variants() const override {
        std::vector<std::string> names;
        for (const int block : kBlocks) names.push_back("blocks of " + std::to_string(block));
        return names;
    }
    void release() override {
        NvidiaHostPeer::release();
        handle_.reset();
    }

  protected:
    std::function<void()> prepare(const ListedCall& call, const std::vector<void*>& operands,
                                  std::size_t variant) override {
        void (*const function)() = library_.find("cublasXt" + capital(call.name));
        if (function == nullptr) lacks(call);
        if (handle_ == nullptr || devices_ != call.devices) make_handle(call.devices);
        library_.require(set_block_(handle_.get(), kBlocks.at(variant)), "cublasXtSetBlockDim");
        library_.require(set_pinning_(handle_.get(), call.pinned ? 0 : 1), "cublasXtSetPinningMemMode");
        auto foreign =
            std::make_shared<ForeignCall>(nvidia_blas_call<std::size_t>(handle_.get(), call, operands));
        return [this, function, foreign, name = call.routine] {
            library_.require(foreign->call<int>(function), name);
        };
    }

  private:
    void make_handle(int devices) {
        handle_.reset();
        handle_ = library_.make_handle("cublasXtCreate", "cublasXtDestroy");
        std::vector<int> first(static_cast<std::size_t>(devices));
        std::iota(first.begin(), first.end(), 0);
        library_.require(select_(handle_.get(), devices, first.data()), "cublasXtDeviceSelect");
        devices_ = devices;
    }

    int (*select_)(void*, int, int*) = library_.need("cublasXtDeviceSelect");
    int (*set_block_)(void*, int) = library_.need("cublasXtSetBlockDim");
    int (*set_pinning_)(void*, int) = library_.need("cublasXtSetPinningMemMode");
    NvidiaHandle handle_{nullptr, nullptr};
    int devices_ = 0;
};

}  // namespace

std::unique_ptr<Peer> load_cublasxt() {
    return std::make_unique<CublasXt>();
}

}  // namespace hgctl
