#include "runtime/machine/device/host_device.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/host_memory.hpp"
#include "runtime/threads/available_cores.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Memory of its own, or the caller's.
class HostMemory final : public DeviceMemory {
  public:
    explicit HostMemory(std::int64_t bytes) : own_(bytes), data_(own_->data()) {}
    explicit HostMemory(std::byte* data) : data_(data) {}
    [[nodiscard]] std::byte* data() const noexcept { return data_; }

  private:
    std::optional<AlignedMemory> own_;
    std::byte* data_;
};

std::byte* data_of(const LiveRegister& reg) {
    return static_cast<HostMemory*>(reg.memory)->data() + reg.shape.first_byte();
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) {
            const std::size_t colon = line.find(": ");
            if (colon != std::string::npos) return line.substr(colon + 2);
        }
    return "CPU";
}

std::int64_t physical_memory() {
    const std::int64_t bytes = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
    return bytes > 0 ? bytes : std::int64_t{1} << 30;
}

std::int64_t now_ns() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Does `work`, then reports its end or failure to the ticket's sink, and for a transfer also its time span.
template <class Work>
void report(Ticket ticket, std::int64_t bytes, bool on_device, Work work) noexcept {
    std::exception_ptr error;
    const bool timed = ticket.sink->wants_spans();
    const std::int64_t begin = timed ? now_ns() : 0;
    try {
        work();
    } catch (...) {
        error = std::current_exception();
    }
    if (timed && !error)
        ticket.sink->spent(ticket.command,
                           {.on_device = on_device, .begin_ns = begin, .end_ns = now_ns(), .bytes = bytes});
    ticket.sink->completed(ticket.command, std::move(error));
}

class HostDevice final : public Device {
  public:
    explicit HostDevice(std::shared_ptr<CopyThreads> copies) : copies_(std::move(copies)) {}

    [[nodiscard]] const DeviceInfo& info() const noexcept override { return info_; }
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override {
        return std::make_unique<HostMemory>(bytes);
    }
    HostView view(std::byte* data, std::int64_t /*bytes*/, bool /*changes*/) noexcept override {
        std::byte* const begin = start_of_page(data);
        try {
            return {std::make_shared<HostMemory>(begin), begin};
        } catch (const std::bad_alloc&) {
            return {};
        }
    }
    void prepare(const Instruction& instruction) override {
        if (!instruction.host)
            throw Error(ErrorCode::device_failed,
                        "instruction " + instruction.name +
                            " has no host implementation, so the host device cannot run it");
    }
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        report(ticket, source.bytes(), false, [&] {
            copies_->copy({.to = data_of(destination),
                           .to_stride = destination.shape.ld * source.element_size,
                           .from = source.data,
                           .from_stride = source.ld * source.element_size,
                           .column_bytes = source.rows * source.element_size,
                           .columns = source.cols,
                           .clip = {.part = source.part, .element_size = source.element_size}});
        });
    }
    void store(const LiveRegister& source, const HostRectangle& destination,
               Ticket ticket) noexcept override {
        report(ticket, destination.bytes(), false, [&] {
            copies_->copy({.to = destination.data,
                           .to_stride = destination.ld * destination.element_size,
                           .from = data_of(source),
                           .from_stride = source.shape.ld * destination.element_size,
                           .column_bytes = destination.rows * destination.element_size,
                           .columns = destination.cols,
                           .clip = {.part = destination.part, .element_size = destination.element_size}});
        });
    }
    void exec(const ExecCall& call, Ticket ticket) noexcept override {
        report(ticket, 0, true, [&] { call_host(call, operands_[static_cast<std::size_t>(call.queue)]); });
    }
    void drain() noexcept override {}

  private:
    static void call_host(const ExecCall& call, std::vector<HostOperand>& operands) {
        operands.clear();
        for (const LiveRegister& reg : call.registers)
            operands.push_back({data_of(reg), reg.shape.rows, reg.shape.cols, reg.shape.ld});
        try {
            if (call.guarded)
                for (const Guard& guard : call.instruction->guards)
                    if (guard.host) guard.host({operands, call.scalars});
            call.instruction->host({operands, call.scalars});
        } catch (const Error&) {
            throw;
        } catch (const std::exception& error) {
            throw Error(ErrorCode::device_failed,
                        "instruction " + call.instruction->name + " failed: " + error.what());
        } catch (...) {
            throw Error(ErrorCode::device_failed,
                        "instruction " + call.instruction->name +
                            " failed with an exception that is not a std::exception");
        }
    }

    const DeviceInfo info_ = describe_host_device();
    const std::shared_ptr<CopyThreads> copies_;
    /// The operands of each queue's current EXEC; kept to avoid further allocations.
    std::array<std::vector<HostOperand>, kQueueKinds.size()> operands_;
};

}  // namespace

DeviceInfo describe_host_device() {
    DeviceInfo info;
    info.name = processor_name();
    info.vendor = "this computer";
    info.platform = "host";
    info.driver = "hg";
    info.version = "host implementations";
    info.identity = "host";
    info.is_host = true;
    info.unified_memory = true;
    info.memory = physical_memory();
    info.largest_buffer = info.memory;
    info.compute_units = available_cores();
    info.traits.product = info.name;
    info.traits.vendor = "host";
    info.traits.compute_units = info.compute_units;
    info.traits.is_host = true;
    return info;
}

std::unique_ptr<Device> make_host_device(std::shared_ptr<CopyThreads> copies) {
    return std::make_unique<HostDevice>(copies ? std::move(copies) : std::make_shared<CopyThreads>(0));
}

}  // namespace hg
