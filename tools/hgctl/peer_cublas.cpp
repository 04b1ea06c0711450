// cuBLAS on one device. What its users do: matrices on the device, made once; each call copies A and B (and C
// for beta != 0) to it, multiplies, copies C back.
#include "peer_cublas.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

using DeviceAddress = CudaDriver::DeviceAddress;

template <class T>
using Gemm = int(void*, int, int, int, int, int, const T*, DeviceAddress, int, DeviceAddress, int, const T*,
                 DeviceAddress, int);

/// Memory of a device for as long as a call takes, so that hg finds it free.
class DeviceMatrix {
  public:
    DeviceMatrix(const CudaDriver& driver, std::int64_t bytes)
        : driver_(driver), address_(driver.allocate(bytes)) {}
    ~DeviceMatrix() { driver_.free(address_); }
    DeviceMatrix(const DeviceMatrix&) = delete;
    DeviceMatrix& operator=(const DeviceMatrix&) = delete;
    [[nodiscard]] DeviceAddress address() const noexcept { return address_; }

  private:
    const CudaDriver& driver_;
    DeviceAddress address_;
};

class Cublas final : public Peer {
  public:
    explicit Cublas(CublasLibrary library)
        : driver_(std::move(library.driver)),
          dgemm_(library.library.function<Gemm<double>>("cublasDgemm_v2")),
          sgemm_(library.library.function<Gemm<float>>("cublasSgemm_v2")),
          destroy_(library.library.function<int(void*)>("cublasDestroy_v2")) {
        driver_->use(0);
        auto* create = library.library.function<int(void**)>("cublasCreate_v2");
        if (dgemm_ == nullptr || sgemm_ == nullptr || destroy_ == nullptr || create == nullptr)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks cublasDgemm_v2");
        require_cublas(create(&handle_), "cublasCreate");
    }
    ~Cublas() override { destroy_(handle_); }

    [[nodiscard]] std::string name() const override { return "cublas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override {
        return cuda_devices_text(*driver_, 1);
    }
    void release() override { matrices_.reset(); }

    PeerTime multiply(const PeerCall& call, std::size_t /*variant*/) override {
        driver_->use(0);
        if (!matrices_ || !matrices_->belong_to(call))
            matrices_ = std::make_unique<CublasMatrices>(driver_, call);
        const DeviceMatrix a(*driver_, call.bytes_a());
        const DeviceMatrix b(*driver_, call.bytes_b());
        const DeviceMatrix c(*driver_, call.bytes_c());
        const PeerTime time = run(matrices_->begin(call), {a.address(), b.address(), c.address()});
        matrices_->end();
        return time;
    }

  private:
    PeerTime run(const PeerCall& call, const std::array<DeviceAddress, 3>& device) {
        const auto begin = std::chrono::steady_clock::now();
        driver_->copy_in(device[0], call.a, call.bytes_a());
        driver_->copy_in(device[1], call.b, call.bytes_b());
        if (call.beta != 0) driver_->copy_in(device[2], call.c, call.bytes_c());
        driver_->synchronise();
        const auto on_device = std::chrono::steady_clock::now();
        if (call.type == hg::ElementType::f64)
            multiply_as(dgemm_, call, device, call.alpha, call.beta);
        else
            multiply_as(sgemm_, call, device, static_cast<float>(call.alpha), static_cast<float>(call.beta));
        driver_->synchronise();
        const auto multiplied = std::chrono::steady_clock::now();
        driver_->copy_out(call.c, device[2], call.bytes_c());
        const auto end = std::chrono::steady_clock::now();
        using Seconds = std::chrono::duration<double>;
        return {Seconds(end - begin).count(), Seconds(multiplied - on_device).count()};
    }

    template <class T>
    void multiply_as(Gemm<T>* gemm, const PeerCall& call, const std::array<DeviceAddress, 3>& device, T alpha,
                     T beta) {
        require_cublas(gemm(handle_, call.transpose_a ? 1 : 0, call.transpose_b ? 1 : 0,
                            static_cast<int>(call.m), static_cast<int>(call.n), static_cast<int>(call.k),
                            &alpha, device[0], static_cast<int>(call.lda()), device[1],
                            static_cast<int>(call.ldb()), &beta, device[2], static_cast<int>(call.m)),
                       "gemm");
    }

    std::shared_ptr<CudaDriver> driver_;
    Gemm<double>* dgemm_;
    Gemm<float>* sgemm_;
    int (*destroy_)(void*);
    void* handle_ = nullptr;
    std::unique_ptr<CublasMatrices> matrices_;
};

}  // namespace

std::optional<CublasLibrary> CublasLibrary::load(std::string& reason) {
    CublasLibrary found{SharedLibrary::first_of({"libcublas.so", "libcublas.so.13", "libcublas.so.12",
                                                 "libcublas.so.11", "/usr/local/cuda/lib64/libcublas.so",
                                                 "/usr/local/cuda/lib64/libcublas.so.13",
                                                 "/usr/local/cuda/lib64/libcublas.so.12"}),
                        nullptr};
    if (!found.library.loaded()) {
        reason = found.library.reason();
        return std::nullopt;
    }
    found.driver = CudaDriver::load(reason);
    if (!found.driver) return std::nullopt;
    return found;
}

std::string cuda_devices_text(const CudaDriver& driver, int devices) {
    return (devices > 1 ? std::to_string(devices) + " x " : "") + driver.device_name(0);
}

void require_cublas(int status, const char* what) {
    if (status != 0)
        throw hg::Error(hg::ErrorCode::device_failed,
                        std::string("cuBLAS: ") + what + " failed with status " + std::to_string(status));
}

void require_devices(const CudaDriver& driver, int devices) {
    if (devices > driver.device_count())
        throw hg::Error(hg::ErrorCode::device_failed, "NVIDIA's driver offers " +
                                                          std::to_string(driver.device_count()) + " of " +
                                                          std::to_string(devices) + " devices");
}

CublasMatrices::CublasMatrices(const std::shared_ptr<CudaDriver>& driver, const PeerCall& call)
    : call_(call) {
    if (!call.pinned) return;
    // hg's pinned memory is shared by all libraries of the call; none of them writes to A and B.
    a_ = std::make_unique<CudaPinnedMatrix>(driver, const_cast<void*>(call.a), call.bytes_a());
    b_ = std::make_unique<CudaPinnedMatrix>(driver, const_cast<void*>(call.b), call.bytes_b());
    c_ = std::make_unique<CudaPinnedMatrix>(driver, call.c, call.bytes_c());
    a_->copy_in();
    b_->copy_in();
}

bool CublasMatrices::belong_to(const PeerCall& call) const noexcept {
    return call.a == call_.a && call.b == call_.b && call.c == call_.c && call.pinned == call_.pinned &&
           call.bytes_a() == call_.bytes_a() && call.bytes_b() == call_.bytes_b() &&
           call.bytes_c() == call_.bytes_c();
}

PeerCall CublasMatrices::begin(const PeerCall& call) const {
    PeerCall used = call;
    if (!c_) return used;
    c_->copy_in();
    used.a = a_->data();
    used.b = b_->data();
    used.c = c_->data();
    return used;
}

void CublasMatrices::end() const {
    if (c_) c_->copy_out();
}

std::unique_ptr<Peer> load_cublas(std::string& reason) {
    std::optional<CublasLibrary> library = CublasLibrary::load(reason);
    if (!library) return nullptr;
    try {
        return std::make_unique<Cublas>(std::move(*library));
    } catch (const hg::Error& error) {
        reason = error.what();
        return nullptr;
    }
}

}  // namespace hgctl
