#include "runtime/machine/run/checked_bindings.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "runtime/machine/device/host_memory.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void require(bool holds, const std::string& name, const std::string& condition) {
    if (holds) return;
    ErrorContext context;
    context.argument_name = name;
    throw Error(ErrorCode::invalid_argument, condition, std::move(context));
}

/// Checks that every bound name is one of the program's parameters.
template <class Bound, class Parameters, class Name = std::identity>
void require_known(const std::map<std::string, Bound>& bindings, const Parameters& parameters,
                   const std::string& kind, Name name_of = {}) {
    for (const auto& binding : bindings) {
        const std::string& name = binding.first;
        require(std::ranges::find(parameters, name, name_of) != std::ranges::end(parameters), name,
                "the program has no " + kind + " called " + name);
    }
}

bool is_written(const Program& program, ParameterId parameter) {
    const ProgramParts& parts = program.parts();
    return std::any_of(parts.commands.begin(), parts.commands.end(), [&](const Command& command) {
        return command.operation == Operation::store && parts.tiles[command.subject].parameter == parameter;
    });
}

void require_fits(const MatrixParameter& parameter, const BoundMatrix& bound) {
    const std::string& name = parameter.name;
    require(bound.type == parameter.type, name,
            "matrix " + name + " is bound to elements of type " + std::string(hg::name(bound.type)) +
                "; the program declares " + std::string(hg::name(parameter.type)));
    const std::int64_t least = std::max<std::int64_t>(1, parameter.rows);
    require(bound.ld >= least, name,
            "the leading dimension of matrix " + name + " is " + std::to_string(bound.ld) + "; at least " +
                std::to_string(least) + " is needed");
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() / size_of(parameter.type);
    require(bound.ld <= most / std::max<std::int64_t>(1, parameter.cols), name,
            "the leading dimension of matrix " + name + ", " + std::to_string(bound.ld) +
                ", makes it larger than any memory");
    require(bound.data != nullptr || parameter.rows == 0 || parameter.cols == 0, name,
            "matrix " + name + " is bound to a null pointer");
}

void require_fits(const std::string& name, const Register& reg, const ResidentBlock& block,
                  const ResidentStore& store) {
    require(block.is_of(store), name, "resident register " + name + " is bound to memory of another machine");
    require(block.device() == reg.device, name,
            "resident register " + name + " is bound to memory of device " + std::to_string(block.device()) +
                "; the program has it on device " + std::to_string(reg.device));
    require(block.type() == reg.type, name,
            "resident register " + name + " is bound to elements of type " +
                std::string(hg::name(block.type())) + "; the program declares " +
                std::string(hg::name(reg.type)));
    require(block.elements() >= reg.ld * reg.cols, name,
            "resident register " + name + " is bound to memory of " + std::to_string(block.elements()) +
                " elements; it needs " + std::to_string(reg.ld * reg.cols));
}

bool has_integers(const Instruction& instruction) {
    return std::ranges::any_of(instruction.scalars,
                               [](const ScalarOperand& s) { return s.type == ElementType::i32; });
}

/// Checks the instruction's requirements on the shapes of its operands. They may depend on integer scalars,
/// whose values are known only now.
void require_check_holds(const Program& program, CommandId id, const std::vector<ScalarValue>& values) {
    const Instruction& instruction = program.instruction(id);
    if (!instruction.check || !has_integers(instruction)) return;
    ExecOperands operands = program.exec_operands(id);
    const auto scalars = program.scalar_operands(id);
    std::string names;
    for (std::size_t s = 0; s < scalars.size(); ++s) {
        if (scalars[s].is_literal()) continue;
        const auto parameter = static_cast<std::size_t>(scalars[s].parameter);
        operands.scalars[s] = values[parameter];
        names += (names.empty() ? "" : ", ") + program.scalars()[parameter];
    }
    try {
        instruction.check(operands.shape());
    } catch (const Error& error) {
        require(false, names, "the data bound to " + names + " does not fit: " + error.message());
    }
}

/// Refuses complex numbers for instructions that take real ones, and integers that do not fit the operands.
/// Most programs have neither, and the check then takes no time.
void require_scalars_fit(const Program& program, const std::vector<ScalarValue>& values) {
    if (values.empty() || (std::ranges::all_of(values, &ScalarValue::is_real) &&
                           std::ranges::none_of(program.instructions(),
                                                [](const InstructionPtr& i) { return has_integers(*i); })))
        return;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        const auto scalars = program.scalar_operands(id);
        if (std::ranges::all_of(scalars, &Scalar::is_literal)) continue;
        for (std::size_t s = 0; s < scalars.size(); ++s) {
            if (scalars[s].is_literal()) continue;
            const auto parameter = static_cast<std::size_t>(scalars[s].parameter);
            const std::string unfit = unfit_scalar(program.instruction(id), s, values[parameter]);
            const std::string& name = program.scalars()[parameter];
            require(unfit.empty(), name, "the number bound to " + name + " does not fit: " + unfit);
        }
        require_check_holds(program, id, values);
    }
}

}  // namespace

CheckedBindings::CheckedBindings(const Program& program, const Bindings& bindings, const PinnedRanges& pinned,
                                 const ResidentStore& residents) {
    require_known(bindings.matrices(), program.matrices(), "matrix", &MatrixParameter::name);
    require_known(bindings.scalars(), program.scalars(), "scalar");
    require_known(bindings.residents(), program.residents(), "resident register", &ResidentParameter::name);
    bind_matrices(program, bindings, pinned);
    for (const std::string& name : program.scalars()) {
        const auto bound = bindings.scalars().find(name);
        require(bound != bindings.scalars().end(), name, "scalar " + name + " is not bound");
        scalars_.push_back(bound->second);
    }
    require_scalars_fit(program, scalars_);
    bind_residents(program, bindings, residents);
}

void CheckedBindings::bind_matrices(const Program& program, const Bindings& bindings,
                                    const PinnedRanges& pinned) {
    for (std::size_t i = 0; i < program.matrices().size(); ++i) {
        const MatrixParameter& parameter = program.matrices()[i];
        const auto bound = bindings.matrices().find(parameter.name);
        require(bound != bindings.matrices().end(), parameter.name,
                "matrix " + parameter.name + " is not bound");
        const BoundMatrix& matrix = bound->second;
        const bool writes = is_written(program, static_cast<ParameterId>(i));
        require_fits(parameter, matrix);
        require(
            matrix.writable || !writes, parameter.name,
            "the program writes matrix " + parameter.name + ", which is bound through a pointer to const");
        const std::int64_t size = size_of(parameter.type);
        auto* data = static_cast<std::byte*>(matrix.data);
        const bool empty = parameter.rows == 0 || parameter.cols == 0;
        const std::int64_t extent = empty ? 0 : ((parameter.cols - 1) * matrix.ld + parameter.rows) * size;
        HostRegion region{.writes = writes};
        if (!empty) {
            region = {data, parameter.rows * size, parameter.cols, matrix.ld * size, writes};
            regions_.push_back(region);
        }
        matrices_.push_back({data, matrix.ld, size,
                             !empty && (matrix.pinned ? *matrix.pinned : pinned.contains(data, extent)),
                             region});
    }
    find_overlaps(pinned);
}

void CheckedBindings::find_overlaps(const PinnedRanges& pinned) {
    for (Matrix& matrix : matrices_) {
        if (matrix.region.empty()) continue;
        const std::byte* const begin = start_of_page(matrix.data);
        const std::byte* const end = matrix.data + matrix.region.extent();
        matrix.shares_range = pinned.overlaps(begin, end - begin);
        for (const Matrix& other : matrices_) {
            if (&other == &matrix || !other.region.writes || other.region.empty()) continue;
            if (overlap(matrix.region, other.region)) matrix.overlaps = true;
            if (begin < other.data + other.region.extent() && other.data < end) matrix.shares_range = true;
        }
    }
}

void CheckedBindings::bind_residents(const Program& program, const Bindings& bindings,
                                     const ResidentStore& store) {
    for (std::size_t i = 0; i < program.residents().size(); ++i) {
        const auto& [name, reg] = program.residents()[i];
        const auto bound = bindings.residents().find(name);
        require(bound != bindings.residents().end() && bound->second, name,
                "resident register " + name + " is not bound");
        const std::shared_ptr<ResidentBlock>& block = bound->second.block_;
        require_fits(name, program.reg(reg), *block, store);
        const HostRegion region{block.get(), 1, 1, 1, program.writes_resident(i)};
        require(!conflict({&region, 1}, regions_), name,
                "resident register " + name +
                    " is bound to the memory of another one, and one of them is written");
        regions_.push_back(region);
        residents_.push_back(block);
    }
}

HostRectangle CheckedBindings::rectangle(const HostTile& tile) const noexcept {
    const Matrix& matrix = matrices_[index(tile.parameter)];
    HostRectangle rectangle;
    rectangle.rows = tile.rows;
    rectangle.cols = tile.cols;
    rectangle.ld = matrix.ld;
    rectangle.element_size = matrix.element_size;
    rectangle.part = tile.part;
    rectangle.pinned = matrix.pinned;
    if (matrix.data) rectangle.data = matrix.data + (tile.row + tile.col * matrix.ld) * matrix.element_size;
    return rectangle;
}

}  // namespace hg
