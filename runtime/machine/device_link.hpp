#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/machine/device.hpp"
#include "runtime/machine/opencl_api.hpp"
#include "runtime/machine/transfer_piece.hpp"

namespace hg {

/// One direction of an OpenCL device's link: enqueues transfers between its registers and pinned host memory.
///
/// With several OpenCL queues they take turns: transfers of different queues may overlap, which hides what
/// lies between two of one queue.
class DeviceLink {
  public:
    explicit DeviceLink(std::vector<cl::CommandQueue> queues) : queues_(std::move(queues)) {}

    [[nodiscard]] std::size_t queue_count() const noexcept { return queues_.size(); }
    /// A piece of a register <- host memory whose columns are `host_stride` bytes apart, and back.
    /// Throws cl::Error.
    cl::Event write(const LiveRegister& to, const TransferPiece& piece, std::int64_t element_size,
                    const std::byte* from, std::int64_t host_stride);
    cl::Event read(const LiveRegister& from, const TransferPiece& piece, std::int64_t element_size,
                   std::byte* to, std::int64_t host_stride);

  private:
    cl::CommandQueue& next_queue() noexcept { return queues_[turn_++ % queues_.size()]; }

    std::vector<cl::CommandQueue> queues_;
    std::size_t turn_ = 0;
};

}  // namespace hg
