#include "runtime/machine/staging/transfer_engine.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/machine/staging/page_population.hpp"

namespace hg {
namespace {

/// The most transfers in progress at once; the lane also limits those that go through chunks.
constexpr std::size_t kMostUnderWay = 64;
/// Smaller pieces cost more to start than they save. This concerns an LD, whose first piece delays all
/// others, and an ST, whose last piece delays its end.
constexpr std::int64_t kSmallestLoaded = std::int64_t{1} << 20;
constexpr std::int64_t kSmallestStored = std::int64_t{4} << 20;
/// NVIDIA's driver reports the ends of kernels only after all transfers that were enqueued before the query:
/// with 64 large tiles enqueued ahead, it delayed all other queues by 140 ms.
constexpr std::int64_t kLargestStraight = std::int64_t{32} << 20;

ColumnClip clip_of(const HostRectangle& tile, const TransferPiece& piece) noexcept {
    return {tile.part, tile.element_size, piece.first_column, piece.first_byte};
}

}  // namespace

/// An LD in progress.
struct TransferEngine::Load {
    HostRectangle source;
    LiveRegister destination;
    Ticket ticket;
    std::int64_t chunk_bytes = 0;

    [[nodiscard]] std::int64_t stride() const noexcept { return source.ld * source.element_size; }
};

/// A piece of an LD on its way to the link.
struct TransferEngine::StagedPiece {
    StagedPiece(CopyThreads& threads, const Load& load_in, TransferLane::Pass pass_in,
                StagingPool::Lease lease_in, const TransferPiece& piece_in)
        : copies(threads),
          load(load_in),
          pass(std::move(pass_in)),
          lease(std::move(lease_in)),
          piece(piece_in) {}
    ~StagedPiece() {
        if (job) copies.finish(*job);
    }
    StagedPiece(const StagedPiece&) = delete;
    StagedPiece& operator=(const StagedPiece&) = delete;

    CopyThreads& copies;
    const Load load;
    TransferLane::Pass pass;
    StagingPool::Lease lease;
    TransferPiece piece;
    std::int64_t begin_ns = 0;
    std::optional<ColumnJob> job;  ///< fills the chunk, if this device does that
};

TransferEngine::TransferEngine(DeviceLink link, const Staging& staging, ChunkSource source,
                               const MachineOptions& options, OpenClHealth& health, DeviceClock& clock)
    : link_(std::move(link)),
      staging_(staging),
      source_(std::move(source)),
      health_(health),
      lane_(std::max(2, options.ring_chunks)),
      retirement_(health, clock, kMostUnderWay, *staging.threads) {}

// StagedPiece is complete here.
TransferEngine::~TransferEngine() = default;

void TransferEngine::load(const HostRectangle& source, const LiveRegister& destination,
                          Ticket ticket) noexcept {
    if (!source.goes_straight()) {
        run(ticket, [&] { load_staged({source, destination, ticket, staging_.pool->chunk_bytes(source_)}); });
        return;
    }
    send_staged();
    run(ticket, [&] {
        transfer_straight(source, ticket,
                          [&](const TransferPiece& piece, std::byte* from, std::int64_t stride) {
                              return enqueue_load(ticket, piece, [&] {
                                  return link_.write(destination, piece, source.element_size, from, stride);
                              });
                          });
    });
}

void TransferEngine::store(const LiveRegister& source, const HostRectangle& destination,
                           std::span<AwaitedEvents* const> others, Ticket ticket) noexcept {
    run(ticket, [&] {
        after_.clear();
        for (AwaitedEvents* const other : others) other->find(ticket.sink, destination.after, after_);
        if (!destination.goes_straight()) {
            const std::int64_t chunk_bytes = staging_.pool->chunk_bytes(source_);
            const std::int64_t least = std::min(chunk_bytes, kSmallestStored);
            for (PieceCursor cursor(destination); !cursor.at_end();) {
                const TransferPiece piece = cursor.next(std::clamp(cursor.left() / 2, least, chunk_bytes));
                store_piece(source, destination, piece, ticket);
                cursor.pass(piece);
            }
            return;
        }
        transfer_straight(destination, ticket,
                          [&](const TransferPiece& piece, std::byte* to, std::int64_t stride) {
                              return link_.read(source, piece, destination.element_size, to, stride,
                                                std::exchange(after_, {}));
                          });
    });
}

/// Starts a command. If that fails halfway, its end is reported after the parts that were started.
template <class Start>
void TransferEngine::run(Ticket ticket, Start start) noexcept {
    try {
        start();
    } catch (...) {
        retirement_.push(
            {.ticket = ticket, .error = health_.current_failure(OpenClStage::start, "starting a transfer")});
    }
}

/// Enqueues a piece of an LD. The last piece completes the command's submission to the device.
template <class Enqueue>
cl::Event TransferEngine::enqueue_load(Ticket ticket, const TransferPiece& piece, Enqueue enqueue) {
    if (!piece.last) return enqueue();
    AwaitedEvents::Place& place = events_.make_place(ticket);
    cl::Event event = enqueue();
    events_.fill(place, event);
    ticket.sink->given(ticket.command);
    return event;
}

/// Transfers from or to pinned memory in pieces of whole columns.
template <class Transfer>
void TransferEngine::transfer_straight(const HostRectangle& rectangle, Ticket ticket, Transfer transfer) {
    const std::int64_t most = std::max(kLargestStraight, rectangle.rows * rectangle.element_size);
    const std::int64_t stride = rectangle.ld * rectangle.element_size;
    for (PieceCursor cursor(rectangle); !cursor.at_end();) {
        TransferLane::Pass pass = lane_.enter();
        const TransferPiece piece = cursor.next(most);
        pass.carry(piece.bytes());
        cl::Event event = transfer(piece, rectangle.data + piece.first_column * stride, stride);
        retirement_.push({.ticket = ticket,
                          .event = std::move(event),
                          .bytes = piece.bytes(),
                          .pass = std::move(pass),
                          .last = piece.last});
        cursor.pass(piece);
    }
}

/// Begins to copy a piece before it sends the previous one, so that the copying threads need not wait for
/// this thread.
void TransferEngine::load_staged(const Load& load) {
    std::unique_ptr<StagedPiece> before;  // the previous piece of this tile
    const auto send_before = [&] {
        send_staged();
        if (before) send(std::move(before));
    };
    for (PieceCursor cursor(load.source); !cursor.at_end();) {
        std::unique_ptr<StagedPiece> next = stage(load, cursor, StagingPool::Wait::no);
        if (!next) {
            // A thread that waits for a chunk must not hold anything for which others wait.
            send_before();
            next = stage(load, cursor, StagingPool::Wait::yes);
        }
        cursor.pass(next->piece);
        send_before();
        before = std::move(next);
    }
    if (load.source.may_wait)
        last_of_tile_ = std::move(before);
    else if (before)
        send(std::move(before));
}

void TransferEngine::send_staged() noexcept {
    if (!last_of_tile_) return;
    const Ticket ticket = last_of_tile_->load.ticket;
    run(ticket, [&] { send(std::move(last_of_tile_)); });
}

/// Gets a chunk for the next piece and begins to fill it unless another device does that. Returns null if
/// there is none now and `wait` says not to wait.
std::unique_ptr<TransferEngine::StagedPiece> TransferEngine::stage(const Load& load,
                                                                   const PieceCursor& cursor,
                                                                   StagingPool::Wait wait) {
    TransferLane::Pass pass = wait == StagingPool::Wait::yes ? lane_.enter() : lane_.try_enter();
    if (!pass) return nullptr;
    const std::int64_t least = std::min(load.chunk_bytes, kSmallestLoaded);
    TransferPiece piece = cursor.next(std::clamp(lane_.bytes_in_flight(), least, load.chunk_bytes));
    const LoadGroup& group = load.source.group;
    StagingPool::Lease lease =
        group.members > 1 ? staging_.pool->share({group.run, group.number, group.members, piece.offset},
                                                 piece.bytes(), source_, wait)
                          : staging_.pool->take(piece.bytes(), source_, wait);
    if (!lease) return nullptr;
    if (!lease.fills()) piece = cursor.next(lease.bytes());
    pass.carry(piece.bytes());
    auto staged =
        std::make_unique<StagedPiece>(*staging_.threads, load, std::move(pass), std::move(lease), piece);
    if (staged->lease.fills()) fill(*staged);
    return staged;
}

void TransferEngine::fill(StagedPiece& staged) {
    const Load& load = staged.load;
    const TransferPiece& piece = staged.piece;
    if (load.ticket.sink->wants_spans()) staged.begin_ns = host_now_ns();
    staged.job.emplace(
        ColumnCopy{.to = staged.lease.data(),
                   .to_stride = piece.column_bytes,
                   .from = load.source.data + piece.first_column * load.stride() + piece.first_byte,
                   .from_stride = load.stride(),
                   .column_bytes = piece.column_bytes,
                   .columns = piece.columns,
                   .clip = clip_of(load.source, piece)},
        *staging_.threads);
    staging_.threads->begin(*staged.job);
}

void TransferEngine::send(std::unique_ptr<StagedPiece> staged) {
    // If the device that was filling the chunk failed, this one fills it.
    if (!staged->job && !staged->lease.wait_until_filled()) fill(*staged);
    const Load& load = staged->load;
    const TransferPiece& piece = staged->piece;
    if (staged->job) {
        staging_.threads->finish(*staged->job);
        staged->job.reset();
        staged->lease.filled();
        if (load.ticket.sink->wants_spans()) {
            // Copies begin early; the time of each counts from the end of the previous one.
            const std::int64_t begin = std::max(staged->begin_ns, copied_until_ns_);
            copied_until_ns_ = host_now_ns();
            load.ticket.sink->spent(
                load.ticket.command,
                {.on_device = false, .begin_ns = begin, .end_ns = copied_until_ns_, .bytes = piece.bytes()});
        }
    }
    cl::Event event = enqueue_load(load.ticket, piece, [&] {
        return link_.write(load.destination, piece, load.source.element_size, staged->lease.data(),
                           piece.column_bytes);
    });
    retirement_.push({.ticket = load.ticket,
                      .event = std::move(event),
                      .bytes = piece.bytes(),
                      .chunk = std::move(staged->lease),
                      .pass = std::move(staged->pass),
                      .last = piece.last});
}

void TransferEngine::store_piece(const LiveRegister& source, const HostRectangle& destination,
                                 const TransferPiece& piece, Ticket ticket) {
    const std::int64_t stride = destination.ld * destination.element_size;
    TransferLane::Pass pass = lane_.enter();
    pass.carry(piece.bytes());
    StagingPool::Lease chunk = staging_.pool->take(piece.bytes(), source_, StagingPool::Wait::yes);
    const ColumnCopy copy{.to = destination.data + piece.first_column * stride + piece.first_byte,
                          .to_stride = stride,
                          .from = chunk.data(),
                          .from_stride = piece.column_bytes,
                          .column_bytes = piece.column_bytes,
                          .columns = piece.columns,
                          .streaming = true,
                          .clip = clip_of(destination, piece)};
    // Nothing may throw once the chunk is on the link, because the chunk would then be given to others.
    std::unique_ptr<ColumnJob> population;
    if (lacks_pages(copy)) population = std::make_unique<ColumnJob>(copy, *staging_.threads, populate_pages);
    // Only the first piece needs the events `after_`, because later pieces follow it in the queue.
    cl::Event event = link_.read(source, piece, destination.element_size, chunk.data(), piece.column_bytes,
                                 std::exchange(after_, {}));
    if (population) staging_.threads->begin(*population);
    retirement_.push({.ticket = ticket,
                      .event = std::move(event),
                      .bytes = copy.bytes(),
                      .chunk = std::move(chunk),
                      .pass = std::move(pass),
                      .copy_out = copy,
                      .population = std::move(population),
                      .stored = piece.offset + piece.bytes(),
                      .last = piece.last});
}

}  // namespace hg
