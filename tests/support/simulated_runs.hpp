#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/simulate.hpp>

/// Rows of tests of the simulator: a program as a source, the machine that runs it, and the figures of the
/// run.
namespace simulated {

using namespace hg;

/// A figure of a run. Make it with one of the functions below.
struct Figure {
    std::string what;
    std::function<double(const Simulation&, const Bounds&)> of;
    double expected = 0;
};

inline Figure start(std::size_t command, double seconds) {
    return {"start of command " + std::to_string(command),
            [=](const Simulation& run, const Bounds&) { return run.start[command]; }, seconds};
}
inline Figure end(std::size_t command, double seconds) {
    return {"end of command " + std::to_string(command),
            [=](const Simulation& run, const Bounds&) { return run.end[command]; }, seconds};
}
inline Figure makespan(double seconds) {
    return {"makespan", [](const Simulation& run, const Bounds&) { return run.makespan; }, seconds};
}
template <class Number>
Figure lane(std::size_t queue, Number LaneUse::*part, double expected) {
    return {"use of lane " + std::to_string(queue),
            [=](const Simulation& run, const Bounds&) { return static_cast<double>(run.lanes[queue].*part); },
            expected};
}
inline Figure bound(double Bounds::*part, double seconds) {
    return {"bound", [=](const Simulation&, const Bounds& bounds) { return bounds.*part; }, seconds};
}

struct Row {
    const char* what;
    std::string statements;  ///< that follow the declarations of all rows
    std::vector<Figure> figures;
    std::function<void(Target&)> change = [](Target&) {};  ///< of the machine that all rows begin with
    SimulationOptions options{};
};

/// Simulates each row on a `target` of its own.
inline void expect_figures(const Target& target, const std::string& declarations,
                           const SourceLibrary& library, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        SCOPED_TRACE(row.what);
        Target changed = target;
        row.change(changed);
        const Program program = ProgramSource::parse("hg program 2\n" + declarations + row.statements)
                                    .build(changed, {}, library);
        const Simulation run = simulate(program, changed, row.options);
        const Bounds limits = bounds(program, changed);
        for (const Figure& figure : row.figures)
            EXPECT_DOUBLE_EQ(figure.of(run, limits), figure.expected) << figure.what;
    }
}

}  // namespace simulated
