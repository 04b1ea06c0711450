#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/cuda_driver.hpp"
#include "tools/peers/nvidia_matrices.hpp"
#include "tools/peers/peer.hpp"

namespace hgctl {

/// What a library's functions take first, with the function that destroys it.
using NvidiaHandle = std::unique_ptr<void, int (*)(void*)>;

/// A library of NVIDIA's with the driver below it.
class NvidiaLibrary : public SharedLibrary {
  public:
    /// `name` is the library's for people: "cuBLAS"; `versions` are those of its file, newest first. Throws
    /// hg::Error{device_failed} if there is no such library, no driver or no device.
    NvidiaLibrary(std::string name, const std::vector<int>& versions);
    static NvidiaLibrary cublas() { return {"cuBLAS", {13, 12, 11}}; }

    /// "2 x NVIDIA H200".
    [[nodiscard]] std::string devices_text(int devices) const;
    /// Throws hg::Error{device_failed} for more devices than the driver has.
    void require_devices(int devices) const;
    /// Throws hg::Error{device_failed} naming the library, with the status, for another than success.
    void require(int status, const std::string& what) const;
    /// A handle by the functions of these names, on the first device. Throws hg::Error{device_failed}.
    [[nodiscard]] NvidiaHandle make_handle(const std::string& create, const std::string& destroy);

    CudaDriver driver{};

  private:
    std::string name_;
};

/// A library that computes on matrices in host memory, on one or several devices.
class NvidiaHostPeer : public Peer {
  public:
    explicit NvidiaHostPeer(NvidiaLibrary library) : library_(std::move(library)) {}

    [[nodiscard]] std::string runs_on(int devices) const override { return library_.devices_text(devices); }
    void release() override { matrices_.release(); }
    PeerTime run(const ListedCall& call, std::size_t variant) final;

  protected:
    /// What makes the call, once, with operands at these addresses.
    virtual std::function<void()> prepare(const ListedCall& call, const std::vector<void*>& operands,
                                          std::size_t variant) = 0;

    NvidiaLibrary library_;

  private:
    NvidiaMatrices matrices_{library_.driver};
};

}  // namespace hgctl
