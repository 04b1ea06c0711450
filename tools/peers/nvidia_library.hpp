#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/cuda_driver.hpp"
#include "tools/peers/peer.hpp"
#include "tools/workload/operands/listed_call.hpp"

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

/// The matrices and vectors of a call as NVIDIA's libraries see them: if hg has pinned them, as memory that
/// their driver knows to be pinned too, the same if it is known or can be, else a copy.
class NvidiaMatrices {
  public:
    explicit NvidiaMatrices(const CudaDriver& driver) : driver_(driver) {}

    /// The call on the memory to use, with what it writes as it is now. Memory is kept for calls
    /// on the same operands.
    ListedCall begin(const ListedCall& call);
    /// Puts the results where the caller looks for them.
    void end() const;
    void release() { held_.clear(); }

  private:
    class Pinned {
      public:
        Pinned(const CudaDriver& driver, const ListedOperand& operand);
        ~Pinned();
        Pinned(const Pinned&) = delete;
        Pinned& operator=(const Pinned&) = delete;

        [[nodiscard]] bool is(const ListedOperand& operand) const noexcept;
        [[nodiscard]] void* data() const noexcept { return copy_ != nullptr ? copy_ : memory_; }
        [[nodiscard]] bool written() const noexcept { return written_; }
        /// Makes data() hold what the caller's memory holds, and the other way round.
        void copy_in() const;
        void copy_out() const;

      private:
        const CudaDriver& driver_;
        void* memory_;
        std::int64_t bytes_;
        bool written_;
        bool pinned_here_ = false;
        void* copy_ = nullptr;
    };

    const CudaDriver& driver_;
    std::deque<Pinned> held_;
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
