// cuBLAS on one device.
#include <memory>
#include <string>

#include "tools/peers/cuda_call.hpp"
#include "tools/peers/forms/nvidia_spelling.hpp"
#include "tools/peers/libraries/load.hpp"

namespace hgctl {
namespace {

class Cublas final : public CudaPeer {
  public:
    Cublas() : CudaPeer(NvidiaLibrary::cublas(), "cublasCreate_v2", "cublasDestroy_v2") {}

    [[nodiscard]] std::string name() const override { return "cublas"; }

  protected:
    std::unique_ptr<DeviceCall> prepare_there(const ListedCall& call) override {
        void (*const function)() = library_.find("cublas" + capital(call.name) + "_v2");
        if (function == nullptr) lacks(call);
        // Where numbers are that routines return.
        constexpr int kOnTheHost = 0, kOnTheDevice = 1;
        int (*const set_mode)(void*, int) = library_.find("cublasSetPointerMode_v2");
        if (set_mode != nullptr)
            library_.require(set_mode(handle_.get(), call.number() != nullptr ? kOnTheDevice : kOnTheHost),
                             "cublasSetPointerMode");
        auto prepared = std::make_unique<CudaCall>(library_, call);
        prepared->add_step(call.routine, function,
                           nvidia_blas_call<int>(handle_.get(), call, prepared->operands()));
        return prepared;
    }
};

}  // namespace

std::unique_ptr<Peer> load_cublas() {
    return std::make_unique<Cublas>();
}

}  // namespace hgctl
