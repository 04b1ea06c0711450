// cuSOLVER on one device. What its users do: matrices and workspace on the device, made once; each call
// copies the matrices to it, factors (and solves), copies them back.
#include <chrono>
#include <utility>

#include "tools/hgctl/peers/nvidia_library.hpp"
#include "tools/hgctl/peers/peer.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using DeviceAddress = CudaDriver::DeviceAddress;
using Clock = std::chrono::steady_clock;

constexpr int kAsItIs = 0;

using WorkspaceSize = int(void*, int, int, DeviceAddress, int, int*);
using Getrf = int(void*, int, int, DeviceAddress, int, DeviceAddress, DeviceAddress, DeviceAddress);
using Getrs = int(void*, int, int, int, DeviceAddress, int, DeviceAddress, DeviceAddress, int, DeviceAddress);

/// The routines of one element type.
struct Routines {
    WorkspaceSize* workspace_size;
    Getrf* getrf;
    Getrs* getrs;

    Routines(const SharedLibrary& library, const std::string& letter)
        : workspace_size(
              library.function<WorkspaceSize>(("cusolverDn" + letter + "getrf_bufferSize").c_str())),
          getrf(library.function<Getrf>(("cusolverDn" + letter + "getrf").c_str())),
          getrs(library.function<Getrs>(("cusolverDn" + letter + "getrs").c_str())) {}
    [[nodiscard]] bool complete() const noexcept { return workspace_size && getrf && getrs; }
};

/// A call's memory on the device.
struct DeviceCall {
    const CudaMemory a, b, ipiv, info, workspace;

    DeviceCall(const CudaDriver& driver, const PeerLu& call, std::int64_t workspace_bytes)
        : a(driver, call.bytes_a()),
          b(driver, call.bytes_b()),
          ipiv(driver, std::min(call.m, call.n) * static_cast<std::int64_t>(sizeof(int))),
          info(driver, sizeof(int)),
          workspace(driver, workspace_bytes) {}
};

class Cusolver final : public Peer {
  public:
    explicit Cusolver(NvidiaLibrary found)
        : driver_(std::move(found.driver)),
          f64_(found.library, "D"),
          f32_(found.library, "S"),
          destroy_(found.library.function<int(void*)>("cusolverDnDestroy")) {
        driver_->use(0);
        auto* create = found.library.function<int(void**)>("cusolverDnCreate");
        if (!f64_.complete() || !f32_.complete() || !destroy_ || !create)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuSOLVER");
        require_status(create(&handle_), "cuSOLVER", "cusolverDnCreate");
    }
    ~Cusolver() override { destroy_(handle_); }

    [[nodiscard]] std::string name() const override { return "cusolver"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override {
        return cuda_devices_text(*driver_, 1);
    }
    void release() override { matrices_.release(); }

    PeerTime factor(const PeerLu& call, std::size_t /*variant*/) override {
        driver_->use(0);
        const Routines& routines = call.type == hg::ElementType::f64 ? f64_ : f32_;
        const DeviceCall device(*driver_, call, workspace_bytes(routines, call));
        const PeerLu used = matrices_.begin(driver_, call);
        std::vector<int> ipiv(static_cast<std::size_t>(std::min(call.m, call.n)));
        const auto begin = Clock::now();
        driver_->copy_in(device.a.address(), used.a, used.bytes_a());
        if (used.nrhs > 0) driver_->copy_in(device.b.address(), used.b, used.bytes_b());
        driver_->synchronise();
        const auto on_device = Clock::now();
        enqueue(routines, used, device);
        driver_->synchronise();
        const auto computed = Clock::now();
        driver_->copy_out(used.a, device.a.address(), used.bytes_a());
        driver_->copy_out(ipiv.data(), device.ipiv.address(),
                          static_cast<std::int64_t>(ipiv.size() * sizeof(int)));
        if (used.nrhs > 0) driver_->copy_out(used.b, device.b.address(), used.bytes_b());
        const auto end = Clock::now();
        matrices_.end();
        require_regular(device);
        std::copy(ipiv.begin(), ipiv.end(), call.ipiv);
        using Seconds = std::chrono::duration<double>;
        return {Seconds(end - begin).count(), Seconds(computed - on_device).count()};
    }

  private:
    std::int64_t workspace_bytes(const Routines& routines, const PeerLu& call) {
        int elements = 0;
        const int m = static_cast<int>(call.m);
        require_status(routines.workspace_size(handle_, m, static_cast<int>(call.n), 0, m, &elements),
                       "cuSOLVER", "getrf_bufferSize");
        return elements * hg::size_of(call.type);
    }

    void enqueue(const Routines& routines, const PeerLu& call, const DeviceCall& device) {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        require_status(routines.getrf(handle_, m, n, device.a.address(), m, device.workspace.address(),
                                      device.ipiv.address(), device.info.address()),
                       "cuSOLVER", "getrf");
        if (call.nrhs == 0) return;
        require_regular(device);
        require_status(routines.getrs(handle_, kAsItIs, n, static_cast<int>(call.nrhs), device.a.address(), m,
                                      device.ipiv.address(), device.b.address(), n, device.info.address()),
                       "cuSOLVER", "getrs");
    }

    void require_regular(const DeviceCall& device) const {
        int info = 0;
        driver_->copy_out(&info, device.info.address(), sizeof(info));
        if (info != 0)
            throw hg::Error(hg::ErrorCode::device_failed, "cuSOLVER: info = " + std::to_string(info));
    }

    std::shared_ptr<CudaDriver> driver_;
    Routines f64_, f32_;
    int (*destroy_)(void*);
    void* handle_ = nullptr;
    NvidiaMatrices matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cusolver(std::string& reason) {
    return make_peer<Cusolver>(NvidiaLibrary::load_cusolver(reason), reason);
}

}  // namespace hgctl
