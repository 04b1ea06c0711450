// cuSOLVER on one device. What its users do: matrices and workspace on the device, made once; each call
// copies the matrices to it, factors (and solves), copies them back.
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "tools/peers/nvidia_library.hpp"
#include "tools/peers/peer.hpp"
#include "tools/peers/routines/cusolver_factorizations.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Clock = std::chrono::steady_clock;

class Cusolver final : public Peer {
  public:
    explicit Cusolver(NvidiaLibrary found)
        : driver_(std::move(found.driver)),
          f64_(found.library, "D"),
          f32_(found.library, "S"),
          c64_(found.library, "Z"),
          c32_(found.library, "C"),
          destroy_(found.library.function<int(void*)>("cusolverDnDestroy")) {
        driver_->use(0);
        auto* create = found.library.function<int(void**)>("cusolverDnCreate");
        if (!f64_.complete() || !f32_.complete() || !c64_.complete() || !c32_.complete() || !destroy_ ||
            !create)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuSOLVER");
        require_status(create(&handle_), "cuSOLVER", "cusolverDnCreate");
    }
    ~Cusolver() override { destroy_(handle_); }

    [[nodiscard]] std::string name() const override { return "cusolver"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override {
        return cuda_devices_text(*driver_, 1);
    }
    void release() override { matrices_.release(); }

    PeerTime factor(const PeerFactorization& call, std::size_t /*variant*/) override {
        driver_->use(0);
        const CusolverFactorizations& routines = routines_for(call.type);
        const CusolverMemory device(*driver_, call, routines.workspace_elements(handle_, call));
        const PeerFactorization used = matrices_.begin(driver_, call);
        std::vector<int> ipiv(call.ipiv != nullptr ? static_cast<std::size_t>(call.steps()) : 0);
        const auto bytes_ipiv = static_cast<std::int64_t>(ipiv.size() * sizeof(int));
        if (call.has_factors()) std::copy_n(call.ipiv, ipiv.size(), ipiv.begin());
        const auto begin = Clock::now();
        copy_in(device.a, used.a, used.bytes_a());
        if (call.has_factors()) copy_in(device.ipiv, ipiv.data(), bytes_ipiv);
        copy_in(device.b, used.b, used.bytes_b());
        driver_->synchronise();
        const auto on_device = Clock::now();
        compute(routines, used, device);
        driver_->synchronise();
        const auto computed = Clock::now();
        if (!call.has_factors()) copy_out(used.a, device.a, used.bytes_a());
        copy_out(used.b, device.b, used.bytes_b());
        copy_out(used.tau, device.tau, used.bytes_tau());
        copy_out(ipiv.data(), device.ipiv, bytes_ipiv);
        const auto end = Clock::now();
        matrices_.end();
        require_regular(device);
        std::copy(ipiv.begin(), ipiv.end(), call.ipiv);
        using Seconds = std::chrono::duration<double>;
        return {Seconds(end - begin).count(), Seconds(computed - on_device).count()};
    }

  private:
    // Nothing is copied if the call has no such operand.
    void copy_in(const CudaMemory& to, const void* from, std::int64_t bytes) const {
        if (bytes > 0) driver_->copy_in(to.address(), from, bytes);
    }
    void copy_out(void* to, const CudaMemory& from, std::int64_t bytes) const {
        if (bytes > 0) driver_->copy_out(to, from.address(), bytes);
    }

    [[nodiscard]] const CusolverFactorizations& routines_for(hg::ElementType type) const noexcept {
        if (hg::is_complex(type)) return hg::by_precision(type, c32_, c64_);
        return hg::by_precision(type, f32_, f64_);
    }

    void compute(const CusolverFactorizations& routines, const PeerFactorization& call,
                 const CusolverMemory& device) {
        if (call.has_factors()) return routines.solve(handle_, call, device);
        routines.factor(handle_, call, device);
        if (call.routine != PeerFactorization::Routine::gesv) return;
        require_regular(device);
        routines.solve(handle_, call, device);
    }

    void require_regular(const CusolverMemory& device) const {
        int info = 0;
        driver_->copy_out(&info, device.info.address(), sizeof(info));
        if (info != 0)
            throw hg::Error(hg::ErrorCode::device_failed, "cuSOLVER: info = " + std::to_string(info));
    }

    std::shared_ptr<CudaDriver> driver_;
    CusolverFactorizations f64_, f32_, c64_, c32_;
    int (*destroy_)(void*);
    void* handle_ = nullptr;
    NvidiaMatrices matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cusolver(std::string& reason) {
    return make_peer<Cusolver>(NvidiaLibrary::load_cusolver(reason), reason);
}

}  // namespace hgctl
