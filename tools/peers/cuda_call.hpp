#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/peers/device_peer.hpp"
#include "tools/peers/foreign_call.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {

/// A call of a library of NVIDIA's, in one step or several, with memory for its operands on the device in
/// use. It has the memory for as long as the call takes, so that hg finds it free.
class CudaCall : public DeviceCall {
  public:
    CudaCall(const NvidiaLibrary& library, const ListedCall& call) : library_(library) {
        for (const ListedOperand* const operand : call.operands()) add(operand->bytes());
        operands_ = addresses_;
    }

    [[nodiscard]] const std::vector<void*>& operands() const noexcept { return operands_; }
    void add_step(std::string name, void (*function)(), ForeignCall foreign) {
        steps_.push_back({std::move(name), function, std::move(foreign)});
    }

    void load(std::size_t i, const void* from) override {
        if (bytes_[i] > 0) library_.driver.copy_in(addresses_[i], from, bytes_[i]);
    }
    void store(std::size_t i, void* to) override {
        if (bytes_[i] > 0) library_.driver.copy_out(to, addresses_[i], bytes_[i]);
    }
    void enqueue() override {
        for (Step& step : steps_) {
            if (&step != &steps_.front()) check();
            library_.require(step.foreign.call<int>(step.function), step.name);
        }
    }
    void wait() override { library_.driver.synchronise(); }
    [[nodiscard]] int first_index() const noexcept override { return 1; }

  protected:
    /// Memory behind that of the operands. Returns its address.
    void* add(std::int64_t bytes) {
        bytes_.push_back(bytes);
        addresses_.push_back(memory_.emplace_back(library_.driver, bytes).address());
        return addresses_.back();
    }

    const NvidiaLibrary& library_;

  private:
    struct Step {
        std::string name;
        void (*function)();
        ForeignCall foreign;
    };

    std::deque<CudaMemory> memory_;
    std::vector<std::int64_t> bytes_;
    std::vector<void*> addresses_, operands_;
    std::deque<Step> steps_;
};

/// A library of NVIDIA's that computes in the memory of the driver's first device.
class CudaPeer : public DevicePeer {
  public:
    /// Its handle is made and destroyed by the functions of these names.
    CudaPeer(NvidiaLibrary library, const std::string& create, const std::string& destroy)
        : library_(std::move(library)), handle_(library_.make_handle(create, destroy)) {}

    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return library_.devices_text(1); }
    void release() override { matrices_.release(); }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) final {
        library_.driver.use(0);
        return prepare_there(call);
    }
    ListedCall placed(const ListedCall& call) override { return matrices_.begin(call); }
    void finish() override { matrices_.end(); }
    /// prepare() on the device in use.
    virtual std::unique_ptr<DeviceCall> prepare_there(const ListedCall& call) = 0;

    NvidiaLibrary library_;
    NvidiaHandle handle_;

  private:
    NvidiaMatrices matrices_{library_.driver};
};

}  // namespace hgctl
