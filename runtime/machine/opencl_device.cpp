#include "runtime/machine/opencl_device.hpp"

#include <cstring>
#include <mutex>
#include <utility>

#include "runtime/machine/kernel_launcher.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl_error.hpp"
#include "runtime/machine/pin_in_place.hpp"
#include "runtime/machine/retirement.hpp"
#include "runtime/machine/transfer_engine.hpp"

namespace hg {
namespace {

/// EXECs enqueued ahead: enough to hide the host's part of a launch, few enough to cancel soon.
constexpr std::size_t kMostExecs = 16;

/// A buffer in page-locked memory, mapped for as long as it lives. Holds the context alive.
class MappedBuffer final : public PinnedMemory {
  public:
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
        : queue_(queue),
          buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
          data_(static_cast<std::byte*>(
              queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))),
          bytes_(bytes) {
        std::memset(data_, 0, bytes);
    }
    ~MappedBuffer() override {
        try {
            queue_.enqueueUnmapMemObject(buffer_, data_);
            queue_.finish();
        } catch (const cl::Error&) {
            // The context is lost, and its mappings with it.
        }
    }
    [[nodiscard]] std::byte* data() noexcept override { return data_; }
    [[nodiscard]] std::int64_t size() const noexcept override { return static_cast<std::int64_t>(bytes_); }

  private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::byte* data_;
    std::size_t bytes_;
};

TransferEngine::Settings transfer_settings(const MachineOptions& options) {
    return {options.chunk_bytes, options.ring_chunks, options.staging_threads};
}

}  // namespace

/// All that goes with one context.
struct OpenClDevice::Connection {
    Connection(const OpenClChoice& choice, const MachineOptions& options)
        : context(choice.device),
          loads(context, choice.device, CL_QUEUE_PROFILING_ENABLE),
          execs(context, choice.device, CL_QUEUE_PROFILING_ENABLE),
          stores(context, choice.device, CL_QUEUE_PROFILING_ENABLE),
          kernels(context, choice.device, choice.info, options.cache_folder),
          in(context, loads, transfer_settings(options), health, clock),
          out(context, stores, transfer_settings(options), health, clock),
          exec_retirement(health, clock, kMostExecs, 1) {
        clock.calibrate(execs);
    }

    cl::Context context;
    cl::CommandQueue loads;
    cl::CommandQueue execs;
    cl::CommandQueue stores;
    OpenClHealth health;
    DeviceClock clock;
    KernelLauncher kernels;
    TransferEngine in;
    TransferEngine out;
    Retirement exec_retirement;
};

OpenClDevice::OpenClDevice(OpenClChoice choice, const MachineOptions& options)
    : choice_(std::move(choice)), options_(options) {
    connection_ = translating(OpenClStage::start, "making a context",
                              [&] { return std::make_unique<Connection>(choice_, options_); });
}

OpenClDevice::~OpenClDevice() = default;

std::unique_ptr<DeviceMemory> OpenClDevice::allocate(std::int64_t bytes) {
    const std::string what = "allocating " + std::to_string(bytes) + " bytes of device memory";
    return connection_->health.guard(OpenClStage::allocation, what.c_str(), [&] {
        cl::Buffer buffer(connection_->context, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
        // Drivers put off the allocation to the first use, where a lack of memory would look like a fault.
        connection_->execs.enqueueMigrateMemObjects({buffer}, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
        connection_->execs.finish();
        return std::make_unique<OpenClMemory>(std::move(buffer));
    });
}

void OpenClDevice::prepare(const Instruction& instruction) {
    connection_->kernels.prepare(instruction);
}

void OpenClDevice::load(const HostRectangle& source, const LiveRegister& destination,
                        Ticket ticket) noexcept {
    connection_->in.load(source, destination, ticket);
}

void OpenClDevice::store(const LiveRegister& source, const HostRectangle& destination,
                         Ticket ticket) noexcept {
    connection_->out.store(source, destination, ticket);
}

void OpenClDevice::exec(const ExecCall& call, Ticket ticket) noexcept {
    Retiree retiree{.ticket = ticket};
    try {
        retiree.event = connection_->kernels.launch(connection_->execs, call);
        connection_->execs.flush();
    } catch (...) {
        retiree.event = cl::Event();
        retiree.error = connection_->health.current_failure(OpenClStage::start, "launching a kernel");
    }
    connection_->exec_retirement.push(std::move(retiree));
}

void OpenClDevice::drain() noexcept {
    connection_->in.drain();
    connection_->exec_retirement.drain();
    connection_->out.drain();
}

std::shared_ptr<PinnedMemory> OpenClDevice::allocate_pinned(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (lost() || bytes == 0 || bytes > choice_.info.largest_buffer) return nullptr;
    const std::string what = "allocating " + std::to_string(bytes) + " bytes of pinned memory";
    return connection_->health.guard(OpenClStage::allocation, what.c_str(), [&] {
        return std::make_shared<MappedBuffer>(connection_->context, connection_->loads,
                                              static_cast<std::size_t>(bytes));
    });
}

std::shared_ptr<PinnedMemory> OpenClDevice::pin(std::byte* data, std::int64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (lost()) return nullptr;
    try {
        return connection_->health.guard(OpenClStage::allocation, "pinning the caller's memory", [&] {
            return std::make_shared<PinInPlace>(connection_->context, connection_->loads, data, bytes,
                                                choice_.info.largest_buffer);
        });
    } catch (const std::exception& error) {
        log(LogLevel::warn, choice_.info.name + ": " + error.what());
        return nullptr;
    }
}

bool OpenClDevice::lost() const noexcept {
    return !connection_ || connection_->health.lost();
}

void OpenClDevice::recover() {
    const std::lock_guard lock(mutex_);
    // The broken context holds memory that a new one needs.
    connection_.reset();
    try {
        connection_ = std::make_unique<Connection>(choice_, options_);
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

}  // namespace hg
