#pragma once

#include <memory>
#include <span>
#include <vector>

#include "runtime/machine/device/awaited_events.hpp"
#include "runtime/machine/device/device_link.hpp"
#include "runtime/machine/opencl/retirement.hpp"
#include "runtime/machine/staging/staging.hpp"
#include "runtime/machine/staging/transfer_lane.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Moves rectangles between host memory and the registers of one OpenCL device, in one direction.
///
/// Transfers from and to pinned host memory are direct. Other memory goes through pinned chunks piece by
/// piece: while one piece is on the link, the next one, of the same tile or the next, is being copied. If the
/// link is idle, the first pieces are small, so that it starts early. The last pieces of an ST are small, so
/// that little is left to copy when the link is done. OpenCL never sees pageable memory, because drivers
/// transfer it slowly and block the caller meanwhile.
class TransferEngine {
  public:
    TransferEngine(DeviceLink link, const Staging& staging, ChunkSource source, const MachineOptions& options,
                   OpenClHealth& health, DeviceClock& clock);
    ~TransferEngine();
    TransferEngine(const TransferEngine&) = delete;
    TransferEngine& operator=(const TransferEngine&) = delete;

    /// Transfers host memory to a register. If the source may wait, sends its last piece when the copy of the
    /// next tile's first piece has begun, or in send_staged().
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept;
    /// Sends the last piece of the last loaded tile, if it has not been sent.
    void send_staged() noexcept;
    /// Transfers a register to host memory. `others` contain the events of the commands for which the ST
    /// waits.
    void store(const LiveRegister& source, const HostRectangle& destination,
               std::span<AwaitedEvents* const> others, Ticket ticket) noexcept;
    /// Returns the events of LDs for which commands of other queues wait.
    [[nodiscard]] AwaitedEvents& events() noexcept { return events_; }
    void drain() noexcept { retirement_.drain(); }

  private:
    struct Load;
    struct StagedPiece;
    template <class Start>
    void run(Ticket ticket, Start start) noexcept;

    void load_staged(const Load& load);
    std::unique_ptr<StagedPiece> stage(const Load& load, const PieceCursor& cursor, StagingPool::Wait wait);
    void send(std::unique_ptr<StagedPiece> staged);
    void fill(StagedPiece& staged);
    void store_piece(const LiveRegister& source, const HostRectangle& destination, const TransferPiece& piece,
                     Ticket ticket);
    template <class Transfer>
    void transfer_straight(const HostRectangle& rectangle, Ticket ticket, Transfer transfer);
    template <class Enqueue>
    cl::Event enqueue_load(Ticket ticket, const TransferPiece& piece, Enqueue enqueue);

    DeviceLink link_;
    const Staging staging_;
    const ChunkSource source_;
    OpenClHealth& health_;
    TransferLane lane_;
    AwaitedEvents events_;
    std::vector<cl::Event> after_;               ///< for the current ST; kept to avoid further allocations
    std::int64_t copied_until_ns_ = 0;           ///< the end of the last copy that was reported
    std::unique_ptr<StagedPiece> last_of_tile_;  ///< the last piece of a tile, until it is sent
    Retirement retirement_;  // the last member, because its commands hold places in the lane
};

}  // namespace hg
