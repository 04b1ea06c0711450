#include "runtime/machine/device/device_link.hpp"

#include <array>

#include "runtime/machine/opencl/kernel_launcher.hpp"

namespace hg {
namespace {

/// The position of a piece in its register's buffer, in bytes.
struct Region {
    Region(const LiveRegister& reg, const TransferPiece& piece, std::int64_t element_size)
        : stride(reg.shape.ld * element_size),
          offset(reg.shape.first_byte() + piece.first_column * stride + piece.first_byte),
          column_bytes(piece.column_bytes),
          columns(piece.columns) {}

    [[nodiscard]] bool is_contiguous_with(std::int64_t host_stride) const noexcept {
        return columns == 1 || (stride == column_bytes && host_stride == column_bytes);
    }
    [[nodiscard]] std::size_t begin() const noexcept { return static_cast<std::size_t>(offset); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return static_cast<std::size_t>(column_bytes * columns);
    }
    [[nodiscard]] std::size_t pitch() const noexcept { return static_cast<std::size_t>(stride); }
    [[nodiscard]] std::array<std::size_t, 3> origin() const noexcept {
        return {begin() % pitch(), begin() / pitch(), 0};
    }
    [[nodiscard]] std::array<std::size_t, 3> extent() const noexcept {
        return {static_cast<std::size_t>(column_bytes), static_cast<std::size_t>(columns), 1};
    }

    std::int64_t stride;
    std::int64_t offset;
    std::int64_t column_bytes;
    std::int64_t columns;
};

/// Flushes a transfer. If that fails, the transfer may nevertheless be in progress, so that this waits for
/// its end; until then, its host memory must not be used for anything else.
void flush(const cl::CommandQueue& queue, const cl::Event& transfer) {
    try {
        queue.flush();
    } catch (const cl::Error&) {
        try {
            transfer.wait();
        } catch (const cl::Error&) {
            // It failed and thus has ended.
        }
        throw;
    }
}

}  // namespace

cl::Event DeviceLink::write(const LiveRegister& to, const TransferPiece& piece, std::int64_t element_size,
                            const std::byte* from, std::int64_t host_stride) {
    const Region region(to, piece, element_size);
    cl::Event event;
    if (region.is_contiguous_with(host_stride))
        queue_.enqueueWriteBuffer(buffer_of(to), CL_FALSE, region.begin(), region.bytes(), from, nullptr,
                                  &event);
    else
        queue_.enqueueWriteBufferRect(buffer_of(to), CL_FALSE, region.origin(), {0, 0, 0}, region.extent(),
                                      region.pitch(), 0, static_cast<std::size_t>(host_stride), 0, from,
                                      nullptr, &event);
    flush(queue_, event);
    return event;
}

cl::Event DeviceLink::read(const LiveRegister& from, const TransferPiece& piece, std::int64_t element_size,
                           std::byte* to, std::int64_t host_stride, const std::vector<cl::Event>& after) {
    const std::vector<cl::Event>* const wait = after.empty() ? nullptr : &after;
    const Region region(from, piece, element_size);
    cl::Event event;
    if (region.is_contiguous_with(host_stride))
        queue_.enqueueReadBuffer(buffer_of(from), CL_FALSE, region.begin(), region.bytes(), to, wait, &event);
    else
        queue_.enqueueReadBufferRect(buffer_of(from), CL_FALSE, region.origin(), {0, 0, 0}, region.extent(),
                                     region.pitch(), 0, static_cast<std::size_t>(host_stride), 0, to, wait,
                                     &event);
    flush(queue_, event);
    return event;
}

}  // namespace hg
