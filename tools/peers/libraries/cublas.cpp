// cuBLAS on one device.
#include <memory>
#include <string>

#include "tools/peers/cuda_call.hpp"
#include "tools/peers/forms/nvidia_spelling.hpp"
#include "tools/peers/libraries/load.hpp"

namespace hgctl {
namespace {

/// Its handle, whose mode says where numbers are that routines return.
struct CublasHandle {
    int (*set_pointer_mode)(void*, int) = nullptr;
    void* handle = nullptr;

    void use(int mode) const {
        if (set_pointer_mode != nullptr)
            require_status(set_pointer_mode(handle, mode), "cuBLAS", "cublasSetPointerMode");
    }
};

class CublasCall final : public CudaCall {
  public:
    CublasCall(CudaDriver& driver, const CublasHandle& handle, void (*function)(), const ListedCall& call)
        : CudaCall(driver, call),
          handle_(handle),
          function_(function),
          name_(call.routine),
          foreign_(nvidia_blas_call<int>(handle.handle, call, addresses())) {
        constexpr int kOnTheHost = 0, kOnTheDevice = 1;
        handle_.use(call.number() != nullptr ? kOnTheDevice : kOnTheHost);
    }

    void enqueue() override { require_status(foreign_.call<int>(function_), "cuBLAS", name_.c_str()); }

  private:
    const CublasHandle& handle_;
    void (*function_)();
    std::string name_;
    ForeignCall foreign_;
};

class Cublas final : public CudaPeer {
  public:
    explicit Cublas(NvidiaLibrary found)
        : CudaPeer(std::move(found)), destroy_(library_.function<int(void*)>("cublasDestroy_v2")) {
        auto* const create = library_.function<int(void**)>("cublasCreate_v2");
        if (destroy_ == nullptr || create == nullptr)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuBLAS");
        require_status(create(&handle_.handle), "cuBLAS", "cublasCreate");
        handle_.set_pointer_mode = library_.function<int(void*, int)>("cublasSetPointerMode_v2");
    }
    ~Cublas() override { destroy_(handle_.handle); }

    [[nodiscard]] std::string name() const override { return "cublas"; }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) override {
        auto* const function = library_.function<void()>("cublas" + capital(call.name) + "_v2");
        if (function == nullptr) lacks(call);
        driver_->use(0);
        return std::make_unique<CublasCall>(*driver_, handle_, function, call);
    }

  private:
    int (*destroy_)(void*);
    CublasHandle handle_;
};

}  // namespace

std::unique_ptr<Peer> load_cublas(std::string& reason) {
    return make_peer<Cublas>(NvidiaLibrary::load_cublas(reason), reason);
}

}  // namespace hgctl
