#include "tools/hgctl/bench/resident/resident_times.hpp"

#include <utility>

#include "tools/cli/repeat_options.hpp"
#include "tools/workload/timing/chain_length.hpp"

namespace hgctl {
namespace {

hg::Program program_of(const hg::DeviceModel& model, std::span<const ResidentProgram::Operand> operands,
                       const ResidentProgram::Append& append, std::vector<hg::RegisterId>& registers) {
    hg::Target target;
    target.devices.push_back(model);
    hg::ProgramBuilder builder(target);
    for (const ResidentProgram::Operand& x : operands) {
        const std::string name = "M" + std::to_string(registers.size());
        registers.push_back(builder.reg(0, x.type, x.rows, x.cols, x.ld));
        builder.load(registers.back(), {builder.matrix(name, x.type, x.rows, x.cols), 0, 0, x.rows, x.cols});
    }
    append(builder, registers);
    return std::move(builder).finish();
}

}  // namespace

ResidentProgram::ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model,
                                 std::span<const Operand> operands, const Append& append)
    : device_(device), steps_(device, program_of(model, operands, append, operands_)) {}

void add_run_options(Command& command, ResidentRuns& runs, const std::string& calls) {
    add_repeat_options(command, runs.repeat, runs.warmup, "Timed runs");
    add_former_repeat_options(command, runs.repeat, runs.warmup);
    command.option("--chain", runs.chain, calls + " per run (default: as many as take 1/20 s)")
        .whole_number(1, 100000);
}

void time_chains(const ResidentRuns& runs, const std::function<ChainTimes(int)>& run, ResidentTimes& times,
                 const std::function<void(int)>& after) {
    times.chain = runs.chain > 0 ? runs.chain : chain_length(run(2).wall / 2);
    for (int round = -runs.warmup; round < runs.repeat; ++round) {
        const ChainTimes taken = run(times.chain);
        if (round >= 0) {
            times.wall.seconds.push_back(taken.wall / times.chain);
            times.device.seconds.push_back((taken.device > 0 ? taken.device : taken.wall) / times.chain);
        }
        after(round);
    }
}

}  // namespace hgctl
