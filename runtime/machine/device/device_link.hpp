#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include "runtime/machine/staging/transfer_piece.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// One direction of an OpenCL device's link: enqueues transfers between its registers and pinned host memory.
class DeviceLink {
  public:
    explicit DeviceLink(cl::CommandQueue queue) : queue_(std::move(queue)) {}

    /// write() transfers host memory, with columns `host_stride` bytes apart, to a piece of a register.
    /// read() transfers in the other direction after the events `after`. Both throw cl::Error.
    cl::Event write(const LiveRegister& to, const TransferPiece& piece, std::int64_t element_size,
                    const std::byte* from, std::int64_t host_stride);
    cl::Event read(const LiveRegister& from, const TransferPiece& piece, std::int64_t element_size,
                   std::byte* to, std::int64_t host_stride, const std::vector<cl::Event>& after);

  private:
    cl::CommandQueue queue_;
};

}  // namespace hg
