#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/hgctl/peer_loader.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hgctl {

/// What a program goes through.
enum class ProgramStage { parse, derive, verify, simulate, run };
constexpr std::array<const char*, 5> kProgramStages{"parse", "derive", "verify", "simulate", "run"};

/// The devices that run the program: a worker is a device, whose EXEC queue has a thread.
struct ProgramPlace {
    std::string name;  ///< "host", or the first device's name
    bool is_host = false;
    int workers = 1;
    hg::MachineOptions options;  ///< that select the devices
};

/// A graph's times of repeated runs.
struct GraphSamples {
    std::string name;  ///< of the library
    int workers = 1;
    bool builds_first = true;  ///< else the graph is built while it runs
    Samples build, run, together;
};

/// Times of a program at one place.
struct ProgramRow {
    ProgramPlace place;
    std::size_t commands = 0;
    std::array<Samples, kProgramStages.size()> stages;  ///< by ProgramStage
    Samples together;                                   ///< parse, derive and run
    bool right = true;                                  ///< each run left the matrix as it was

    [[nodiscard]] const Samples& stage(ProgramStage s) const { return stages[static_cast<std::size_t>(s)]; }
};

struct ProgramBenchPlan {
    std::int64_t tasks = 100000;
    int repeat = 5, warmup = 1;
    std::vector<std::string> peers = task_peers();
};

struct ProgramBench {
    ProgramBenchPlan plan;
    std::int64_t tiles = 0;  ///< in a column
    std::vector<ProgramRow> rows;
    std::vector<GraphSamples> graphs;   ///< hg's at the host, and the peers'
    std::vector<std::string> left_out;  ///< peers, with the reason
};

/// The host with one worker and with two, then one and two of the OpenCL devices that HG_DEVICES selects.
std::vector<ProgramPlace> program_places();

/// Runs all, the peers in turn with hg on the host. `say` is told before each turn what is measured.
ProgramBench run_program_bench(const ProgramBenchPlan& plan, const std::vector<ProgramPlace>& places,
                               const std::function<void(const std::string&)>& say);

}  // namespace hgctl
