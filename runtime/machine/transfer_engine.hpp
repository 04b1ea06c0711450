#pragma once

#include "runtime/machine/device.hpp"
#include "runtime/machine/opencl_api.hpp"
#include "runtime/machine/retirement.hpp"
#include "runtime/machine/staging.hpp"
#include "runtime/machine/staging_ring.hpp"

namespace hg {

/// Moves rectangles between host memory and one OpenCL device's registers, one way, through an in-order
/// queue.
///
/// Pinned host memory is transferred from and to directly. Other memory goes through a ring of pinned chunks,
/// a chunk at a time: while one chunk is on the link, the next is being copied. OpenCL never sees pageable
/// memory: drivers transfer it slowly, and block the caller meanwhile.
class TransferEngine {
  public:
    struct Settings {
        std::int64_t chunk_bytes = 0;
        int ring_chunks = 0;
        int copy_threads = 0;
    };

    TransferEngine(const cl::Context& context, const cl::CommandQueue& queue, const Settings& settings,
                   OpenClHealth& health, DeviceClock& clock);

    /// Host memory to register.
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept;
    /// Register to host memory.
    void store(const LiveRegister& source, const HostRectangle& destination, Ticket ticket) noexcept;
    void drain() noexcept { retirement_.drain(); }

  private:
    struct Piece;
    struct DeviceRectangle;
    template <class Visit>
    void each_piece(const HostRectangle& rectangle, Visit visit) const;
    template <class Start>
    void run(Ticket ticket, Start start) noexcept;

    void load_piece(const HostRectangle& source, const LiveRegister& destination, const Piece& piece,
                    Ticket ticket);
    void store_piece(const LiveRegister& source, const HostRectangle& destination, const Piece& piece,
                     Ticket ticket);
    cl::Event write(const DeviceRectangle& to, const std::byte* from, std::int64_t from_stride);
    cl::Event read(const DeviceRectangle& from, std::byte* to, std::int64_t to_stride);

    cl::CommandQueue queue_;
    OpenClHealth& health_;
    ColumnCopier copier_;
    StagingRing ring_;  // before the retirement, whose last commands give chunks back
    Retirement retirement_;
};

}  // namespace hg
