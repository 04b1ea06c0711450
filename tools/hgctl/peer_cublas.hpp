#pragma once

#include <memory>
#include <optional>
#include <string>

#include "peer.hpp"
#include "peer_cuda.hpp"
#include "shared_library.hpp"

namespace hgctl {

/// cuBLAS with the driver below it.
struct CublasLibrary {
    SharedLibrary library;
    std::shared_ptr<CudaDriver> driver;

    /// Nothing where one of the two is not there; `reason` then says why.
    static std::optional<CublasLibrary> load(std::string& reason);
};

/// "2 x NVIDIA H200".
std::string cuda_devices_text(const CudaDriver& driver, int devices);

/// Throws hg::Error{device_failed} with the status for another than success.
void require_cublas(int status, const char* what);

/// Throws hg::Error{device_failed} for more devices than the driver has.
void require_devices(const CudaDriver& driver, int devices);

/// The matrices of a call as NVIDIA's libraries see them: where hg has pinned them, as memory that their
/// driver knows to be pinned too.
class CublasMatrices {
  public:
    CublasMatrices(const std::shared_ptr<CudaDriver>& driver, const PeerCall& call);

    /// True where these are the matrices of `call`.
    [[nodiscard]] bool belong_to(const PeerCall& call) const noexcept;
    /// `call` with C as it is now, on the memory to use.
    [[nodiscard]] PeerCall begin(const PeerCall& call) const;
    /// Puts the result where the caller looks for it.
    void end() const;

  private:
    PeerCall call_;
    std::unique_ptr<CudaPinnedMatrix> a_, b_, c_;
};

}  // namespace hgctl
