#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The work of an EXEC for a device. Costs that are negative or not finite count as zero, an efficiency
/// outside (0, 1] as 1.
struct ExecWork {
    double flops = 0;
    double bytes = 0;                     ///< minimum traffic to device memory
    double seconds = 0;                   ///< additional seconds on a GPU
    double efficiency = 1;                ///< share of the device's rate, on a GPU
    double work_groups = 0;               ///< 0 if the driver chooses them
    ElementType type = ElementType::f32;  ///< f64 if any operand is
};

/// Returns the work of an EXEC, with 1 for each scalar that is not a literal.
ExecWork exec_work(const Program& program, CommandId id);

/// Returns the average share of a GPU's compute units that have work. They take the work-groups in waves, one
/// group per unit, and the last wave lasts as long as the others. 1 if groups or units are unknown, and from
/// six waves on, because rates are those of large products and already include a last wave.
double busy_share(const ExecWork& work, const DeviceModel& device);

/// Returns the share of a GPU's compute units that the kernel can use concurrently: one for each of its
/// work-groups. 1 if groups or units are unknown.
double used_share(const ExecWork& work, const DeviceModel& device);

/// Returns the seconds of the kernel itself: max(flops / (busy share x efficiency x rate), bytes / memory
/// rate), plus, on a GPU, the seconds that the instruction states.
double kernel_seconds(const ExecWork& work, const DeviceModel& device);

/// Returns the seconds from the end of one kernel to the start of the next one, if that has been launched: a
/// fifth of the launch latency on a GPU, because the host's part overlaps with kernels; all of it elsewhere.
double launch_gap(const DeviceModel& device);

/// Returns the fewest seconds that an EXEC takes, at any position: launch_gap() + kernel_seconds().
double exec_seconds(const ExecWork& work, const DeviceModel& device);

/// Returns exec_work() of one command after another. Caches costs, because programs repeat few shapes. Not
/// thread-safe.
class ExecWorks {
  public:
    explicit ExecWorks(const Program& program) : program_(program), known_(program.instructions().size()) {}
    ExecWork operator()(CommandId id);

  private:
    struct Known {
        CommandId example{};
        ExecWork work{};
    };
    /// A few shapes of one instruction. A new one replaces the oldest.
    struct Shapes {
        std::vector<Known> list{};
        std::size_t oldest = 0;
    };
    static constexpr std::size_t kMostShapes = 32;

    [[nodiscard]] bool alike(CommandId a, CommandId b) const;

    const Program& program_;
    std::vector<Shapes> known_;  ///< by instruction
};

}  // namespace hg
