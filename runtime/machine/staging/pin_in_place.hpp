#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// Memory of the caller's, page-locked by an OpenCL context for as long as this lives: buffers that use it in
/// its place, mapped. Holds the context alive.
class PinInPlace final : public PinnedMemory {
  public:
    /// No buffer is larger than `largest_buffer` bytes. Throws cl::Error if the driver does not take the
    /// memory, or would use a copy of it.
    PinInPlace(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data, std::int64_t bytes,
               std::int64_t largest_buffer);
    ~PinInPlace() override;

    [[nodiscard]] std::byte* data() noexcept override { return data_; }
    [[nodiscard]] std::int64_t size() const noexcept override { return bytes_; }

  private:
    class Mapping;

    std::byte* data_;
    std::int64_t bytes_;
    std::vector<std::unique_ptr<Mapping>> mappings_;
};

}  // namespace hg
