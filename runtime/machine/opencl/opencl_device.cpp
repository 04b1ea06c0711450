#include "runtime/machine/opencl/opencl_device.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/exec_lane.hpp"
#include "runtime/machine/opencl/host_views.hpp"
#include "runtime/machine/opencl/kernel_launcher.hpp"
#include "runtime/machine/opencl/mapped_buffer.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/staging/transfer_engine.hpp"

namespace hg {
namespace {

cl::CommandQueue make_queue(const cl::Context& context, const OpenClChoice& choice) {
    return {context, choice.device, CL_QUEUE_PROFILING_ENABLE};
}

/// Returns a queue without profiling.
cl::CommandQueue plain_queue(const cl::Context& context, const OpenClChoice& choice) {
    return {context, choice.device, 0};
}

/// All objects that belong to one context.
struct Connection {
    Connection(const OpenClChoice& choice, const MachineOptions& options, const Staging& staging,
               const void* device)
        : context(choice.device),
          mappings(make_queue(context, choice)),
          kernels(context, choice.device, choice.info, options.cache_folder, options.work_group_limit),
          in(DeviceLink(make_queue(context, choice)), staging, chunk_source(choice, device), options, health,
             clock),
          out(DeviceLink(make_queue(context, choice)), staging, chunk_source(choice, device), options, health,
              clock),
          execs(plain_queue(context, choice), make_queue(context, choice), kernels, health, clock,
                *staging.threads),
          execs2(plain_queue(context, choice), make_queue(context, choice), kernels, health, clock,
                 *staging.threads) {
        clock.calibrate(mappings);
    }

    /// Returns null if the device has no such buffers. Throws Error.
    std::shared_ptr<PinnedMemory> allocate_pinned(const OpenClChoice& choice, std::int64_t bytes) {
        if (bytes > choice.info.largest_buffer) return nullptr;
        const std::string what = "allocating " + std::to_string(bytes) + " bytes of pinned memory";
        return health.guard(OpenClStage::allocation, what.c_str(), [&] {
            return std::make_shared<MappedBuffer>(context, mappings, static_cast<std::size_t>(bytes));
        });
    }
    ChunkSource chunk_source(const OpenClChoice& choice, const void* device) {
        return {device, [this, &choice](std::int64_t bytes) { return allocate_pinned(choice, bytes); }};
    }

    [[nodiscard]] ExecLane& exec_lane(QueueKind queue) { return queue == QueueKind::exec2 ? execs2 : execs; }

    cl::Context context;
    cl::CommandQueue mappings;  ///< also for allocations; never waits for transfers or kernels
    OpenClHealth health;
    DeviceClock clock;
    HostViews views;
    KernelLauncher kernels;
    TransferEngine in;
    TransferEngine out;
    ExecLane execs;
    ExecLane execs2;
};

class OpenClDevice final : public Device {
  public:
    OpenClDevice(OpenClChoice choice, const MachineOptions& options, Staging staging)
        : choice_(std::move(choice)), options_(options), staging_(std::move(staging)) {
        connection_ = translating(OpenClStage::start, "making a context", [&] { return connect(); });
    }

    [[nodiscard]] const DeviceInfo& info() const noexcept override { return choice_.info; }
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override;
    HostView view(std::byte* data, std::int64_t bytes, bool changes) noexcept override;
    void prepare(const Instruction& instruction) override {
        const Instruction* const one = &instruction;
        prepare_all({&one, 1});
    }
    void prepare_all(std::span<const Instruction* const> instructions) override {
        connection_->kernels.prepare(instructions);
    }
    bool is_compiled(const Instruction& instruction) override {
        return connection_->kernels.is_compiled(instruction);
    }
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        connection_->in.load(source, destination, ticket);
    }
    void send_staged() noexcept override { connection_->in.send_staged(); }
    void exec(const ExecCall& call, Ticket ticket) noexcept override;
    void store(const LiveRegister& source, const HostRectangle& destination,
               Ticket ticket) noexcept override {
        const std::array<AwaitedEvents*, 2> others{&connection_->execs.events(),
                                                   &connection_->execs2.events()};
        connection_->out.store(source, destination, others, ticket);
    }
    void flush(QueueKind queue) noexcept override { connection_->exec_lane(queue).flush(); }
    void report_late(QueueKind queue) noexcept override { connection_->exec_lane(queue).report_late(); }
    void end_run(std::uint64_t run) noexcept override { staging_.pool->forget_shared(run); }
    void drain() noexcept override;
    std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes) override;
    std::shared_ptr<PinnedMemory> pin(std::byte* data, std::int64_t bytes) noexcept override;
    [[nodiscard]] bool lost() const noexcept override { return !connection_ || connection_->health.lost(); }
    void recover() override;

  private:
    [[nodiscard]] std::unique_ptr<Connection> connect() {
        return std::make_unique<Connection>(choice_, options_, staging_, this);
    }

    const OpenClChoice choice_;
    const MachineOptions options_;
    const Staging staging_;
    /// Guards connection_ against threads that request pinned memory while a run recovers the device.
    mutable std::mutex mutex_;
    /// Replaced as a whole after the device was lost; null if that failed.
    std::unique_ptr<Connection> connection_;
};

std::unique_ptr<DeviceMemory> OpenClDevice::allocate(std::int64_t bytes) {
    const std::string what = "allocating " + std::to_string(bytes) + " bytes of device memory";
    return connection_->health.guard(OpenClStage::allocation, what.c_str(), [&] {
        cl::Buffer buffer(connection_->context, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
        // Drivers defer the allocation to the first use, where a lack of memory would look like a fault. This
        // is such a use. A migration would not do: if memory objects are migrated while other threads work,
        // NVIDIA's driver ends the process.
        connection_->mappings.enqueueFillBuffer(buffer, cl_uchar{0}, 0, 1);
        connection_->mappings.finish();
        return std::make_unique<OpenClMemory>(std::move(buffer));
    });
}

/// A buffer need not show what others write to its memory while it exists, unless each rectangle is mapped
/// meanwhile, column by column.
HostView OpenClDevice::view(std::byte* data, std::int64_t bytes, bool changes) noexcept {
    if (changes) return {};
    try {
        return connection_->views.open(connection_->context, data, bytes, choice_.info.largest_buffer);
    } catch (const cl::Error&) {
        // Then the memory is copied. If the device was lost, that fails and tells so.
    } catch (const std::bad_alloc&) {
        // Likewise.
    }
    return {};
}

void OpenClDevice::exec(const ExecCall& call, Ticket ticket) noexcept {
    const bool second = call.queue == QueueKind::exec2;
    ExecLane& other = connection_->exec_lane(second ? QueueKind::exec : QueueKind::exec2);
    const std::array<AwaitedEvents*, 2> others{&connection_->in.events(), &other.events()};
    connection_->exec_lane(call.queue).exec(call, others, ticket);
}

void OpenClDevice::drain() noexcept {
    connection_->in.drain();
    connection_->execs.drain();
    connection_->execs2.drain();
    connection_->out.drain();
}

std::shared_ptr<PinnedMemory> OpenClDevice::allocate_pinned(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (lost() || bytes == 0) return nullptr;
    std::shared_ptr<PinnedMemory> memory = connection_->allocate_pinned(choice_, bytes);
    if (memory) std::memset(memory->data(), 0, static_cast<std::size_t>(bytes));
    return memory;
}

std::shared_ptr<PinnedMemory> OpenClDevice::pin(std::byte* data, std::int64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (lost()) return nullptr;
    try {
        try {
            return connection_->health.guard(OpenClStage::allocation, "pinning the caller's memory", [&] {
                return std::make_shared<PinInPlace>(connection_->context, connection_->mappings, data, bytes,
                                                    choice_.info.largest_buffer);
            });
        } catch (const Error& error) {
            log(LogLevel::warn, choice_.info.name + ": " + error.what());
        }
    } catch (const std::bad_alloc&) {
        // There is not even memory for a message.
    }
    return nullptr;
}

void OpenClDevice::recover() {
    const std::lock_guard lock(mutex_);
    // The lost context occupies memory that a new one needs.
    connection_.reset();
    staging_.pool->discard(this);
    try {
        connection_ = connect();
    } catch (const cl::Error& error) {
        ErrorContext context;
        context.opencl_error = opencl_error_name(error.err());
        throw Error(ErrorCode::device_lost,
                    "the device was lost and its driver gives this process no new context: restart the "
                    "program, or leave the device out with HG_DEVICES",
                    std::move(context));
    }
    log(LogLevel::info, choice_.info.name + " has a new context");
}

}  // namespace

std::unique_ptr<Device> make_opencl_device(OpenClChoice choice, const MachineOptions& options,
                                           Staging staging) {
    return std::make_unique<OpenClDevice>(std::move(choice), options, std::move(staging));
}

}  // namespace hg
