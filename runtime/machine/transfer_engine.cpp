#include "runtime/machine/transfer_engine.hpp"

#include <algorithm>
#include <array>

#include "runtime/machine/kernel_launcher.hpp"

namespace hg {
namespace {

/// Transfers under way at most; those through the ring are bounded by its chunks.
constexpr std::size_t kMostUnderWay = 64;

}  // namespace

/// A part of a rectangle that fits a chunk: some columns, or some bytes of one column.
struct TransferEngine::Piece {
    std::int64_t first_column = 0;
    std::int64_t columns = 0;
    std::int64_t first_byte = 0;  ///< of each column
    std::int64_t column_bytes = 0;
    bool last = false;
};

/// Columns in a buffer, all counts in bytes.
struct TransferEngine::DeviceRectangle {
    const cl::Buffer& buffer;
    std::int64_t offset = 0;
    std::int64_t stride = 0;
    std::int64_t column_bytes = 0;
    std::int64_t columns = 0;

    [[nodiscard]] bool is_contiguous_with(std::int64_t host_stride) const noexcept {
        return columns == 1 || (stride == column_bytes && host_stride == column_bytes);
    }
    [[nodiscard]] std::array<std::size_t, 3> origin() const noexcept {
        const auto pitch = static_cast<std::size_t>(stride);
        const auto position = static_cast<std::size_t>(offset);
        return {position % pitch, position / pitch, 0};
    }
    [[nodiscard]] std::array<std::size_t, 3> region() const noexcept {
        return {static_cast<std::size_t>(column_bytes), static_cast<std::size_t>(columns), 1};
    }
};

TransferEngine::TransferEngine(const cl::Context& context, const cl::CommandQueue& queue,
                               const Settings& settings, OpenClHealth& health, DeviceClock& clock)
    : queue_(queue),
      health_(health),
      copier_(settings.copy_threads),
      ring_(context, queue, settings.chunk_bytes, settings.ring_chunks),
      retirement_(health, clock, kMostUnderWay, settings.copy_threads) {}

void TransferEngine::load(const HostRectangle& source, const LiveRegister& destination,
                          Ticket ticket) noexcept {
    run(ticket, [&] {
        if (!source.pinned) {
            each_piece(source, [&](const Piece& piece) { load_piece(source, destination, piece, ticket); });
            return;
        }
        const std::int64_t size = source.element_size;
        cl::Event event =
            write({buffer_of(destination), 0, destination.shape.ld * size, source.rows * size, source.cols},
                  source.data, source.ld * size);
        retirement_.push({.ticket = ticket, .event = std::move(event), .bytes = source.bytes()});
    });
}

void TransferEngine::store(const LiveRegister& source, const HostRectangle& destination,
                           Ticket ticket) noexcept {
    run(ticket, [&] {
        if (!destination.pinned) {
            each_piece(destination,
                       [&](const Piece& piece) { store_piece(source, destination, piece, ticket); });
            return;
        }
        const std::int64_t size = destination.element_size;
        cl::Event event =
            read({buffer_of(source), 0, source.shape.ld * size, destination.rows * size, destination.cols},
                 destination.data, destination.ld * size);
        retirement_.push({.ticket = ticket, .event = std::move(event), .bytes = destination.bytes()});
    });
}

/// Starts a command; where that fails half way, its end is reported after the parts that were started.
template <class Start>
void TransferEngine::run(Ticket ticket, Start start) noexcept {
    try {
        start();
    } catch (...) {
        retirement_.push(
            {.ticket = ticket, .error = health_.current_failure(OpenClStage::start, "starting a transfer")});
    }
}

template <class Visit>
void TransferEngine::each_piece(const HostRectangle& rectangle, Visit visit) const {
    const std::int64_t column_bytes = rectangle.rows * rectangle.element_size;
    const std::int64_t part = std::min(column_bytes, ring_.chunk_bytes() / 8 * 8);
    const std::int64_t group = std::max<std::int64_t>(1, ring_.chunk_bytes() / column_bytes);
    for (std::int64_t column = 0; column < rectangle.cols; column += group)
        for (std::int64_t byte = 0; byte < column_bytes; byte += part) {
            Piece piece;
            piece.first_column = column;
            piece.columns = std::min(group, rectangle.cols - column);
            piece.first_byte = byte;
            piece.column_bytes = std::min(part, column_bytes - byte);
            piece.last = column + group >= rectangle.cols && byte + part >= column_bytes;
            visit(piece);
        }
}

void TransferEngine::load_piece(const HostRectangle& source, const LiveRegister& destination,
                                const Piece& piece, Ticket ticket) {
    const std::int64_t from_stride = source.ld * source.element_size;
    const std::int64_t to_stride = destination.shape.ld * source.element_size;
    StagingRing::Chunk chunk = ring_.take();
    const ColumnCopy copy{.to = chunk.data(),
                          .to_stride = piece.column_bytes,
                          .from = source.data + piece.first_column * from_stride + piece.first_byte,
                          .from_stride = from_stride,
                          .column_bytes = piece.column_bytes,
                          .columns = piece.columns};
    const bool timed = ticket.sink->wants_spans();
    const std::int64_t begin = timed ? host_now_ns() : 0;
    copier_.copy(copy);
    if (timed)
        ticket.sink->spent(
            ticket.command,
            {.on_device = false, .begin_ns = begin, .end_ns = host_now_ns(), .bytes = copy.bytes()});
    cl::Event event = write({buffer_of(destination), piece.first_column * to_stride + piece.first_byte,
                             to_stride, piece.column_bytes, piece.columns},
                            chunk.data(), piece.column_bytes);
    retirement_.push({.ticket = ticket,
                      .event = std::move(event),
                      .bytes = copy.bytes(),
                      .chunk = std::move(chunk),
                      .last = piece.last});
}

void TransferEngine::store_piece(const LiveRegister& source, const HostRectangle& destination,
                                 const Piece& piece, Ticket ticket) {
    const std::int64_t from_stride = source.shape.ld * destination.element_size;
    const std::int64_t to_stride = destination.ld * destination.element_size;
    StagingRing::Chunk chunk = ring_.take();
    const ColumnCopy copy{.to = destination.data + piece.first_column * to_stride + piece.first_byte,
                          .to_stride = to_stride,
                          .from = chunk.data(),
                          .from_stride = piece.column_bytes,
                          .column_bytes = piece.column_bytes,
                          .columns = piece.columns,
                          .streaming = true};
    cl::Event event = read({buffer_of(source), piece.first_column * from_stride + piece.first_byte,
                            from_stride, piece.column_bytes, piece.columns},
                           chunk.data(), piece.column_bytes);
    retirement_.push({.ticket = ticket,
                      .event = std::move(event),
                      .bytes = copy.bytes(),
                      .chunk = std::move(chunk),
                      .copy_out = copy,
                      .last = piece.last});
}

cl::Event TransferEngine::write(const DeviceRectangle& to, const std::byte* from, std::int64_t from_stride) {
    cl::Event event;
    if (to.is_contiguous_with(from_stride))
        queue_.enqueueWriteBuffer(to.buffer, CL_FALSE, static_cast<std::size_t>(to.offset),
                                  static_cast<std::size_t>(to.column_bytes * to.columns), from, nullptr,
                                  &event);
    else
        queue_.enqueueWriteBufferRect(to.buffer, CL_FALSE, to.origin(), {0, 0, 0}, to.region(),
                                      static_cast<std::size_t>(to.stride), 0,
                                      static_cast<std::size_t>(from_stride), 0, from, nullptr, &event);
    queue_.flush();
    return event;
}

cl::Event TransferEngine::read(const DeviceRectangle& from, std::byte* to, std::int64_t to_stride) {
    cl::Event event;
    if (from.is_contiguous_with(to_stride))
        queue_.enqueueReadBuffer(from.buffer, CL_FALSE, static_cast<std::size_t>(from.offset),
                                 static_cast<std::size_t>(from.column_bytes * from.columns), to, nullptr,
                                 &event);
    else
        queue_.enqueueReadBufferRect(from.buffer, CL_FALSE, from.origin(), {0, 0, 0}, from.region(),
                                     static_cast<std::size_t>(from.stride), 0,
                                     static_cast<std::size_t>(to_stride), 0, to, nullptr, &event);
    queue_.flush();
    return event;
}

}  // namespace hg
