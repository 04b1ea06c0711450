#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tools/peers/peer.hpp"

namespace hgctl {

/// A call with room for its operands in a device's memory, by their positions. Everything throws
/// hg::Error{device_failed}.
class DeviceCall {
  public:
    DeviceCall() = default;
    DeviceCall(const DeviceCall&) = delete;
    DeviceCall& operator=(const DeviceCall&) = delete;
    virtual ~DeviceCall() = default;

    virtual void load(std::size_t operand, const void* from) = 0;
    virtual void store(std::size_t operand, void* to) = 0;
    virtual void enqueue() = 0;
    /// Until the device has done everything.
    virtual void wait() = 0;
    /// Throws if what was computed is no result.
    virtual void check() {}
    /// What the library counts elements from.
    [[nodiscard]] virtual int first_index() const noexcept { return 0; }
};

/// A library that computes on operands in a device's memory. What its users do: each call copies what it
/// reads, whole, computes and copies the result back.
class DevicePeer : public Peer {
  public:
    PeerTime run(const ListedCall& call, std::size_t variant) final;
    std::vector<double> repeat(const ListedCall& call) final;

  protected:
    /// Makes room for the operands. Throws hg::Error{device_failed}, also if the library has no such routine.
    virtual std::unique_ptr<DeviceCall> prepare(const ListedCall& call) = 0;
    /// The call on the host memory to use, if that is other memory than the caller's; finish() copies back
    /// what was written.
    virtual ListedCall placed(const ListedCall& call) { return call; }
    virtual void finish() {}
};

}  // namespace hgctl
