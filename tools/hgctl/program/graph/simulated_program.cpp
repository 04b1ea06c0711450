#include "tools/hgctl/program/graph/simulated_program.hpp"

#include <cmath>

#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

const std::string& matrix_name(const hg::Program& program, hg::CommandId command) {
    return program.matrices()[hg::index(program.tile(command).parameter)].name;
}

}  // namespace

SimulatedProgram simulated(const hg::Program& program, const hg::Target& target) {
    hg::Simulation run = hg::simulate(program, target);
    hg::CriticalChain chain = hg::critical_chain(program, run);
    return {program, target, std::move(run), std::move(chain)};
}

std::vector<std::pair<std::string, double>> add_bounds(Report& report, const hg::Bounds& bounds) {
    std::vector<std::pair<std::string, double>> shown;
    for (const auto& [name, seconds] : bounds.named()) {
        report.fact("bounds/" + std::string(name), seconds);
        if (seconds >= 0.001 * bounds.best()) shown.emplace_back(name, seconds);
    }
    report.fact("limit", bounds.limit());
    return shown;
}

std::string queue_text(hg::QueueId queue) {
    return "device " + std::to_string(queue.device) + " " + std::string(name(queue.kind));
}

std::string short_text(const hg::Program& program, hg::CommandId command) {
    const hg::Command& c = program.command(command);
    std::string kind = kind_text(program, command);
    if (is_transfer(c.operation)) {
        const hg::HostTile& tile = program.tile(command);
        return kind + "[" + std::to_string(tile.row) + "," + std::to_string(tile.col) + "]";
    }
    if (c.operation == hg::Operation::exec || program.mark_name(command).empty()) return kind;
    return kind + " " + program.mark_name(command);
}

std::string kind_text(const hg::Program& program, hg::CommandId command) {
    const hg::Command& c = program.command(command);
    std::string text(name(c.operation));
    if (is_transfer(c.operation)) text += " " + matrix_name(program, command);
    if (c.operation == hg::Operation::exec) text += " " + program.instruction(command).name;
    return text;
}

std::string reason_text(const hg::Program& program, const hg::Dependency& dependency) {
    if (dependency.hazard == hg::Hazard::explicit_) return "explicit";
    const std::string text = dependency.hazard == hg::Hazard::raw   ? "RAW"
                             : dependency.hazard == hg::Hazard::war ? "WAR"
                                                                    : "WAW";
    if (!dependency.host) return text + " s" + std::to_string(dependency.place);
    return text + " host " + program.matrices()[dependency.place].name;
}

std::string share_text(double part, double whole) {
    double percent = whole > 0 ? 100 * part / whole : 0;
    if (percent < 0 && percent > -0.05) percent = 0;
    return fixed(percent, percent != 0 && std::abs(percent) < 9.95 ? 1 : 0) + " %";
}

}  // namespace hgctl
