#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/peers/cuda_driver.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

/// A library of NVIDIA's with the driver below it.
struct NvidiaLibrary {
    SharedLibrary library;
    std::shared_ptr<CudaDriver> driver;

    /// Nothing if one of the two is not there; `reason` then says why.
    static std::optional<NvidiaLibrary> load_cublas(std::string& reason);
    static std::optional<NvidiaLibrary> load_cusolver(std::string& reason);
    static std::optional<NvidiaLibrary> load_cusparse(std::string& reason);
};

/// A peer that is made of a library. Nothing if that is not there or lacks something;
/// `reason` then says why.
template <class P>
std::unique_ptr<P> make_peer(std::optional<NvidiaLibrary> library, std::string& reason) {
    if (!library) return nullptr;
    try {
        return std::make_unique<P>(std::move(*library));
    } catch (const hg::Error& error) {
        reason = error.what();
        return nullptr;
    }
}

/// "2 x NVIDIA H200".
std::string cuda_devices_text(const CudaDriver& driver, int devices);

/// Throws hg::Error{device_failed} naming the library, with the status, for another than success.
void require_status(int status, const char* library, const char* what);

/// Throws hg::Error{device_failed} for more devices than the driver has.
void require_devices(const CudaDriver& driver, int devices);

/// The matrices and vectors of a call as NVIDIA's libraries see them: if hg has pinned them, as memory that their
/// driver knows to be pinned too.
class NvidiaMatrices {
  public:
    /// The call on the memory to use, with what it writes as it is now. Memory is kept for calls
    /// on the same operands.
    ListedCall begin(const std::shared_ptr<CudaDriver>& driver, const ListedCall& call);
    /// Puts the results where the caller looks for them.
    void end() const;
    void release();

  private:
    struct Held {
        void* data;
        std::int64_t bytes;
        bool written;

        bool operator==(const Held&) const = default;
    };
    void hold(const std::shared_ptr<CudaDriver>& driver, const std::vector<Held>& matrices);

    std::vector<Held> matrices_;
    std::vector<std::unique_ptr<CudaPinnedMatrix>> pinned_;
};

}  // namespace hgctl
