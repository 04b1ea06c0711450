#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/machine/opencl/kernel_cache.hpp"
#include "runtime/machine/opencl/opencl_api.hpp"
#include "runtime/machine/opencl/work_group_limit.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A block of an OpenCL device's memory.
class OpenClMemory final : public DeviceMemory {
  public:
    explicit OpenClMemory(cl::Buffer buffer) : buffer_(std::move(buffer)) {}
    [[nodiscard]] const cl::Buffer& buffer() const noexcept { return buffer_; }

  private:
    cl::Buffer buffer_;
};

inline const cl::Buffer& buffer_of(const LiveRegister& reg) {
    return static_cast<const OpenClMemory*>(reg.memory)->buffer();
}

/// Makes the kernels of instructions and launches them. Thread-safe, except for launches into the same queue
/// of a device.
class KernelLauncher {
  public:
    /// `work_group_limit`, if not 0: work-items that a work-group may have, as if each kernel's compiler
    /// said so.
    KernelLauncher(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                   std::string folder, std::int64_t work_group_limit);

    /// Makes the instructions' kernels, several at once if the driver can. Throws Error{build_failed}, or
    /// Error{device_failed} if the device does not meet an instruction's needs; that one is then not
    /// compiled.
    void prepare(std::span<const Instruction* const> instructions);
    /// Returns false if prepare() would have to compile. Thread-safe.
    [[nodiscard]] bool is_compiled(const Instruction& instruction);
    /// Enqueues a prepared instruction. The kernel begins when the events `after` are complete. `event`, if
    /// not null, receives the event of its end. On PoCL, the kernel has ended when this function returns.
    /// Throws Error{device_failed} for a launch that the device does not accept.
    void launch(const cl::CommandQueue& queue, const ExecCall& call, const std::vector<cl::Event>& after,
                cl::Event* event);

  private:
    struct LaunchedKernel {
        cl::Kernel kernel;
        std::vector<std::uint64_t> numbers{};  ///< the last values of its arguments other than buffers
    };
    struct Prepared {
        std::string source;
        std::string entry;
        std::string options;
        /// One kernel for each queue of EXECs, because their threads set arguments at the same time.
        std::array<LaunchedKernel, 2> kernels{};
        /// The instruction whose kernel this is, if it is not the prepared one itself: one with smaller
        /// work-groups.
        InstructionPtr form{};
        WorkGroupLimit limit{};

        [[nodiscard]] bool is_of(const Instruction& instruction) const;
    };

    /// Returns null if the instruction is not prepared.
    [[nodiscard]] std::shared_ptr<Prepared> find(const Instruction& instruction);
    [[nodiscard]] bool is_prepared(const Instruction& instruction);
    [[nodiscard]] bool compiles_one_by_one() const;
    /// Returns what prepare() makes or has made. It remains valid even if other threads release it.
    [[nodiscard]] std::shared_ptr<Prepared> prepared(const Instruction& instruction);
    void require_runs_here(const Instruction& instruction) const;
    Prepared make(const Instruction& instruction);
    void build(const Instruction& form, Prepared& made);
    /// Returns what keeps the device from running the form's kernel; empty if it runs.
    [[nodiscard]] std::string misfit(const Instruction& form, const Prepared& made) const;
    static void set_arguments(LaunchedKernel& launched, const ExecCall& call);
    static Geometry geometry(const Instruction& form, const ExecCall& call);

    cl::Device device_;
    bool has_f64_;
    DeviceTraits traits_;
    WorkGroupLimit device_limit_;
    KernelCache cache_;
    std::mutex making_;  ///< used if kernels are compiled one by one
    std::mutex mutex_;   ///< guards prepared_
    std::unordered_map<const Instruction*, std::shared_ptr<Prepared>> prepared_;
};

}  // namespace hg
