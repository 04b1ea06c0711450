#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "tools/peers/cuda_driver.hpp"
#include "tools/peers/device_peer.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {

/// A call with memory for its operands on the device in use. It has the memory for as long as the call takes, so that hg
/// finds it free.
class CudaCall : public DeviceCall {
  public:
    CudaCall(CudaDriver& driver, const ListedCall& call) : driver_(driver) {
        for (const ListedOperand* const operand : call.operands()) add(operand->bytes());
    }

    void load(std::size_t i, const void* from) override {
        if (bytes_[i] > 0) driver_.copy_in(memory_[i].address(), from, bytes_[i]);
    }
    void store(std::size_t i, void* to) override {
        if (bytes_[i] > 0) driver_.copy_out(to, memory_[i].address(), bytes_[i]);
    }
    void wait() override { driver_.synchronise(); }
    [[nodiscard]] int first_index() const noexcept override { return 1; }

  protected:
    /// Memory behind that of the operands. Returns its address.
    void* add(std::int64_t bytes) {
        bytes_.push_back(bytes);
        addresses_.push_back(reinterpret_cast<void*>(memory_.emplace_back(driver_, bytes).address()));
        return addresses_.back();
    }
    [[nodiscard]] const std::vector<void*>& addresses() const noexcept { return addresses_; }

    CudaDriver& driver_;

  private:
    std::deque<CudaMemory> memory_;
    std::vector<std::int64_t> bytes_;
    std::vector<void*> addresses_;
};

/// A library of NVIDIA's that computes in the memory of the driver's first device.
class CudaPeer : public DevicePeer {
  public:
    explicit CudaPeer(NvidiaLibrary found) : library_(std::move(found.library)), driver_(found.driver) {
        driver_->use(0);
    }

    [[nodiscard]] std::string runs_on(int /*devices*/) const override {
        return cuda_devices_text(*driver_, 1);
    }
    void release() override { matrices_.release(); }

  protected:
    ListedCall placed(const ListedCall& call) override { return matrices_.begin(driver_, call); }
    void finish() override { matrices_.end(); }

    SharedLibrary library_;
    std::shared_ptr<CudaDriver> driver_;

  private:
    NvidiaMatrices matrices_;
};

}  // namespace hgctl
