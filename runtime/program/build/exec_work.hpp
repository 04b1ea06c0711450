#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What an EXEC asks of a device. Costs that are negative or not finite count as zero, an efficiency
/// outside (0, 1] as 1.
struct ExecWork {
    double flops = 0;
    double bytes = 0;                     ///< least traffic to device memory
    double seconds = 0;                   ///< on a GPU, beside all else
    double efficiency = 1;                ///< of the device's rate, on a GPU
    double work_groups = 0;               ///< 0 if the driver chooses them
    ElementType type = ElementType::f32;  ///< f64 if any operand is
};

/// The work of an EXEC, with 1 for each scalar that is not a literal.
ExecWork exec_work(const Program& program, CommandId id);

/// The share of a GPU's compute units that have work, on average: they take the work-groups in waves, one
/// group a unit, and the last wave lasts as long as the others. 1 if groups or units are not known, and
/// from six waves on: rates are those of large products, whose last wave is in them.
double busy_share(const ExecWork& work, const DeviceModel& device);

/// The share of a GPU's compute units that the kernel can use at once: one for each of its work-groups. 1 if
/// groups or units are not known.
double used_share(const ExecWork& work, const DeviceModel& device);

/// Seconds that the kernel itself runs: max(flops / (busy share x efficiency x rate), bytes / memory rate),
/// and on a GPU the seconds that the instruction states.
double kernel_seconds(const ExecWork& work, const DeviceModel& device);

/// Seconds from the end of one kernel to the start of the next if that has been launched: a fifth of the
/// launch latency on a GPU, whose host's part passes while kernels run; all of it elsewhere.
double launch_gap(const DeviceModel& device);

/// Seconds that an EXEC takes at least, wherever it stands: launch_gap() + kernel_seconds().
double exec_seconds(const ExecWork& work, const DeviceModel& device);

/// exec_work() of one command after the other. Programs repeat few shapes, so their costs
/// are kept. Not thread-safe.
class ExecWorks {
  public:
    explicit ExecWorks(const Program& program) : program_(program), known_(program.instructions().size()) {}
    ExecWork operator()(CommandId id);

  private:
    struct Known {
        CommandId example{};
        ExecWork work{};
    };
    /// A few shapes of one instruction; the oldest gives way.
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
