#include "tools/hgctl/program/resident_contents.hpp"

#include <utility>

#include <hg/runtime/program/builder.hpp>

namespace hgctl {
namespace {

enum class Direction { in, out };

/// Moves every matrix to its resident register, or back.
hg::Program transfers(const hg::Program& program, Direction direction) {
    hg::Target target;
    target.devices.assign(program.devices().begin(), program.devices().end());
    hg::ProgramBuilder builder(target);
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        const hg::ParameterId matrix = builder.matrix(resident.name, shape.type, shape.rows, shape.cols);
        const hg::RegisterId reg =
            builder.resident(resident.name, shape.device, shape.type, shape.rows, shape.cols, shape.ld);
        const hg::HostTile tile{matrix, 0, 0, shape.rows, shape.cols};
        if (direction == Direction::in)
            builder.load(reg, tile);
        else
            builder.store(tile, reg);
    }
    return std::move(builder).finish();
}

void move(hg::Machine& machine, const hg::Program& program, const hg::Bindings& bound,
          std::map<std::string, NpyMatrix>& matrices, Direction direction) {
    hg::Bindings bindings;
    for (const hg::MatrixParameter& matrix : resident_matrices(program)) {
        bindings.resident(matrix.name, bound.residents().at(matrix.name));
        hg::with_element_type(matrix.type, [&]<class T>() {
            bindings.matrix(matrix.name, matrices.at(matrix.name).as<T>(), matrix.rows);
        });
    }
    machine.run_untraced(transfers(program, direction), bindings);
}

}  // namespace

std::vector<hg::MatrixParameter> resident_matrices(const hg::Program& program) {
    std::vector<hg::MatrixParameter> matrices;
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        matrices.push_back({resident.name, shape.type, shape.rows, shape.cols});
    }
    return matrices;
}

void bind_residents(hg::Machine& machine, const hg::Program& program,
                    std::map<std::string, NpyMatrix>& matrices, hg::Bindings& bindings) {
    if (program.residents().empty()) return;
    for (const hg::ResidentParameter& resident : program.residents()) {
        const hg::Register& shape = program.reg(resident.reg);
        bindings.resident(resident.name,
                          machine.allocate_resident(shape.device, shape.type, shape.ld * shape.cols));
    }
    move(machine, program, bindings, matrices, Direction::in);
}

void read_residents(hg::Machine& machine, const hg::Program& program, const hg::Bindings& bindings,
                    std::map<std::string, NpyMatrix>& matrices) {
    if (!program.residents().empty()) move(machine, program, bindings, matrices, Direction::out);
}

}  // namespace hgctl
