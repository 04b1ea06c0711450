#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/report/report.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/graph.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {

/// A program on plain numbers, and what held up its simulated run.
struct SimulatedProgram {
    hg::Program program;
    hg::Target target;
    hg::Simulation run;
    hg::CriticalChain chain;
};

SimulatedProgram simulated(const hg::Program& program, const hg::Target& target);

/// Bounds of a run by their names, as facts of a report. Returns those that are not small beside the largest.
std::vector<std::pair<std::string, double>> add_bounds(Report& report, const hg::Bounds& bounds);

/// "device 0 EXEC"
std::string queue_text(hg::QueueId queue);

/// What a command works on, without registers: "LD A[0,2048]", "EXEC gemm", "MARK stored".
std::string short_text(const hg::Program& program, hg::CommandId command);

/// The same without the place in the matrix: "LD A", "EXEC gemm", "MARK".
std::string kind_text(const hg::Program& program, hg::CommandId command);

/// "RAW s0", "WAR host A", "explicit"
std::string reason_text(const hg::Program& program, const hg::Dependency& dependency);

/// "12 %", with a decimal if it is small; "-3.1 %" of a negative part.
std::string share_text(double part, double whole);

}  // namespace hgctl
