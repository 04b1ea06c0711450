#include "kernels/solver/solver_kernels.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"
#include "kernels/shapes.hpp"
#include "kernels/solver/solver_numbers.hpp"
#include "kernels/solver/solver_on_host.hpp"
#include "kernels/work_groups.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

namespace on_host = solver_on_host;

constexpr double kSolverStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products
constexpr int kSolverItems = 256;
constexpr int kMostBlock = 32;

std::string typed(std::string_view word, ElementType type) {
    return std::string(word).append("_").append(hg::name(type));
}

/// How an instruction begins: "<word>_<type><ending>". Its entry is the word, its source these files behind
/// each other.
struct Begun {
    std::string_view word;
    ElementType type;
    std::array<std::string_view, 3> files;
    std::string ending{};
};

/// The instruction that begins like this, with what finish(instruction) adds; host.operator()<T>() makes its
/// host implementation. `fault` says what is wrong with its arguments, if anything is.
template <class Host, class Finish>
InstructionPtr made(const Begun& begun, const std::string& fault, const Host& host, const Finish& finish) {
    const std::string name = typed(begun.word, begun.type) + begun.ending;
    if (begun.type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": supports f32, f64, c32 and c64 only");
    if (!fault.empty()) throw Error(ErrorCode::invalid_argument, name + ": " + fault);
    return made_once(name, [&] {
        Instruction i;
        i.name = name;
        i.entry = begun.word;
        i.source = source_for_elements(begun.files[0]);
        for (const std::string_view file : {begun.files[1], begun.files[2]})
            if (!file.empty()) i.source.append(embedded_source(file));
        i.build_options = element_options(begun.type);
        for_floating_type(begun.type, [&]<class T>() { i.host = host.template operator()<T>(); });
        finish(i);
        return finished(std::move(i));
    });
}

/// The bytes of operands that are read or written once, and those of r, x or p, which are both.
double traffic(const std::vector<Operand>& operands, const ExecShape& shape) {
    double bytes = 0;
    for (std::size_t o = 0; o < operands.size(); ++o) {
        const Register& r = shape.registers[o];
        const int times = operands[o].access == Access::read_write ? 2 : 1;
        bytes += times * static_cast<double>(length(r)) * static_cast<double>(size_of(r.type));
    }
    return bytes;
}

/// `flops` real operations for each element of the last vector, as if elements were real.
void set_cost(Instruction& i, std::size_t vector, double flops, ElementType type) {
    i.cost = [=, operands = i.operands](const ExecShape& shape) {
        return Cost{
            .flops = static_cast<double>(length(shape.registers[vector])) * flops * real_operations(type),
            .bytes = traffic(operands, shape),
            .seconds = kSolverStart};
    };
}

/// Registers from `first` on, up to `last`, are vectors of one length.
void check_vectors(const ExecShape& shape, std::size_t first, std::size_t last,
                   std::string_view instruction) {
    for (std::size_t o = first; o <= last; ++o)
        require_shapes(shape.registers[o].cols == 1 && shape.registers[o].rows == shape.registers[first].rows,
                       instruction, shape, "vectors must have one column, and one length");
}

void check_ratio(const ExecShape& shape, std::string_view instruction) {
    for (std::size_t o = 0; o < 2; ++o)
        require_shapes(length(shape.registers[o]) == 1, instruction, shape, "the first two must be 1x1");
}

/// A work-item for each element of register `vector`, and a group for each of its columns.
void set_item_an_element(Instruction& i, std::size_t vector) {
    i.build_options += define("ITEMS", kSolverItems);
    i.needs.work_group = kSolverItems;
    i.geometry = [=](const ExecShape& shape) {
        Geometry geometry =
            groups_in_a_row((shape.registers[vector].rows + kSolverItems - 1) / kSolverItems, kSolverItems);
        geometry.global[1] = static_cast<std::size_t>(shape.registers[vector].cols);
        return geometry;
    };
    offer_any_items(i, Kept::work_items);
}

/// An instruction on vectors of one length, the registers from `first` on up to the last one, with `flops`
/// for each element.
void set_vectors(Instruction& i, std::size_t first, double flops, ElementType type) {
    const std::size_t last = i.operands.size() - 1;
    set_item_an_element(i, last);
    set_cost(i, last, flops, type);
    i.check = [=, name = i.name](const ExecShape& shape) {
        if (first == 2) check_ratio(shape, name);
        check_vectors(shape, first, last, name);
    };
}

std::string block_fault(int block) {
    return block < 1 || block > kMostBlock ? "block must lie between 1 and 32" : "";
}

std::string cg_fault(ElementType type, const CgBlocking& b) {
    const bool fits = b.vector == 1 || b.vector == 2 || b.vector == 4;
    if (!fits || b.vector > (is_complex(type) ? 1 : elements_of_piece(type)))
        return "vector must be 1, 2 or 4, of at most 16 bytes, and 1 of complex elements";
    if (!is_power_of_two(b.items) || b.items > 1024) return "items must be a power of two up to 1024";
    return b.groups < 1 ? "groups must be positive" : "";
}

/// "_v2_i256_g1024"
std::string cg_ending(const CgBlocking& b) {
    return "_v" + std::to_string(b.vector) + "_i" + std::to_string(b.items) + "_g" + std::to_string(b.groups);
}

/// What the updates have in common; the vector that tells n is operand `vector`.
void set_chunks(Instruction& i, const CgBlocking& b, std::size_t vector) {
    i.build_options += define("ITEMS", b.items) + define("VECTOR", b.vector) + define("WORK", 1);
    i.needs.work_group = b.items;
    i.geometry = [=](const ExecShape& shape) {
        return groups_in_a_row(cg_groups(b, shape.registers[vector].rows), b.items);
    };
    offer_any_items(i, Kept::work_groups);
}

InstructionPtr bicgstab_update(ElementType type, bool solution) {
    const std::string_view word = solution ? "bicgstab_solution" : "bicgstab_direction";
    const auto host = [=]<class T>() {
        return [=](const HostCall& call) { on_host::bicgstab_host<T>(solution, call); };
    };
    return made({word, type, {"spmv_common.cl", "bicgstab_update.cl"}}, {}, host, [=](Instruction& i) {
        for (const char* read :
             {solution ? "alpha" : "beta", "omega", solution ? "p" : "r", solution ? "s" : "v"})
            i.operands.push_back({read, Access::read, type});
        i.operands.push_back({solution ? "x" : "p", Access::read_write, type});
        i.build_options += define("UPDATE", solution);
        set_vectors(i, 2, 4, type);
    });
}

/// The instructions of a type without blocks or a blocking.
std::vector<InstructionPtr> fixed_kernels(ElementType type) {
    return {gather(type),
            diagonal_product(type),
            bicgstab_direction(type),
            bicgstab_solution(type),
            solver_totals(type, 1),
            solver_totals(type, 2),
            chebyshev_step(type, false),
            chebyshev_step(type, true)};
}

/// What stands behind `front` in a name, if it is a blocking for this type.
std::optional<CgBlocking> cg_blocking_in(std::string_view name, const std::string& front, ElementType type) {
    NameReader rest(name);
    CgBlocking b;
    if (rest.take(front) && rest.take("_v") && rest.take_number(b.vector) && rest.take("_i") &&
        rest.take_number(b.items) && rest.take("_g") && rest.take_number(b.groups) && rest.at_end() &&
        cg_fault(type, b).empty())
        return b;
    return std::nullopt;
}

}  // namespace

InstructionPtr gather(ElementType type) {
    const auto host = []<class T>() { return on_host::gather_host<T>; };
    return made({"gather", type, {"spmv_common.cl", "gather.cl"}}, {}, host, [=](Instruction& i) {
        i.operands = {
            {"index", Access::read, ElementType::i32}, {"x", Access::read, type}, {"y", Access::write, type}};
        set_item_an_element(i, 2);
        i.cost = [](const ExecShape& shape) {
            const auto& [index, y] = std::pair{shape.registers[0], shape.registers[2]};
            return Cost{.bytes = static_cast<double>(length(index) * size_of(index.type) +
                                                     2 * length(y) * size_of(y.type)),
                        .seconds = kSolverStart};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            require_shapes(shape.registers[0].cols == 1 &&
                               shape.registers[0].rows == shape.registers[2].rows &&
                               shape.registers[1].cols == shape.registers[2].cols,
                           name, shape, "y must have a row for each index, and the columns of x");
        };
        i.guards = {guard_of_indices(i, 0, {1})};
    });
}

InstructionPtr diagonal_product(ElementType type) {
    const auto host = []<class T>() { return on_host::diagonal_host<T>; };
    return made(
        {"diagonal_product", type, {"spmv_common.cl", "diagonal_product.cl"}}, {}, host, [=](Instruction& i) {
            i.operands = {{"d", Access::read, type}, {"r", Access::read, type}, {"z", Access::write, type}};
            set_vectors(i, 0, 1, type);
        });
}

InstructionPtr block_diagonal_product(ElementType type, int block) {
    const auto host = [=]<class T>() {
        return [=](const HostCall& call) { on_host::blocks_host<T>(block, call); };
    };
    const Begun begun{"block_diagonal_product",
                      type,
                      {"spmv_common.cl", "block_diagonal_product.cl"},
                      "_b" + std::to_string(block)};
    return made(begun, block_fault(block), host, [=](Instruction& i) {
        i.operands = {{"blocks", Access::read, type}, {"r", Access::read, type}, {"z", Access::write, type}};
        i.build_options += define("BLOCK", block);
        set_item_an_element(i, 2);
        set_cost(i, 2, 2.0 * block, type);
        i.check = [=, name = i.name](const ExecShape& shape) {
            check_vectors(shape, 1, 2, name);
            require_shapes(
                shape.registers[0].rows == block && shape.registers[0].cols == shape.registers[2].rows, name,
                shape, "blocks must have " + std::to_string(block) + " rows, and a column for each of z");
        };
    });
}

InstructionPtr block_inverses(ElementType type, int block) {
    const auto host = [=]<class T>() {
        return [=](const HostCall& call) { on_host::inverses_host<T>(block, call); };
    };
    const Begun begun{
        "block_inverses", type, {"spmv_common.cl", "block_inverses.cl"}, "_b" + std::to_string(block)};
    return made(begun, block_fault(block), host, [=](Instruction& i) {
        i.operands = {{"blocks", Access::read_write, type}};
        i.build_options += define("BLOCK", block) + define("ITEMS", block);
        i.needs = {.local_memory = size_of(type) * 2 * block * block, .work_group = block};
        i.geometry = [block](const ExecShape& shape) {
            return groups_in_a_row((shape.registers[0].cols + block - 1) / block, block);
        };
        set_cost(i, 0, 4.0 * block, type);
        i.check = [=, name = i.name](const ExecShape& shape) {
            require_shapes(shape.registers[0].rows == block, name, shape,
                           "blocks must have " + std::to_string(block) + " rows");
        };
        offer_independent_items(
            i, "block_inverses_alone",
            source_for_elements("spmv_common.cl").append(embedded_source("block_inverses_alone.cl")),
            [block](const ExecShape& shape) {
                return in_a_row((shape.registers[0].cols + block - 1) / block);
            });
    });
}

InstructionPtr solver_totals(ElementType type, int totals) {
    const auto host = []<class T>() { return on_host::totals_host<T>; };
    const Begun begun{"solver_totals",
                      type,
                      {"spmv_common.cl", "column_total.cl", "solver_totals.cl"},
                      "_t" + std::to_string(totals)};
    const std::string fault = totals != 1 && totals != 2 ? "there must be 1 or 2 totals" : "";
    return made(begun, fault, host, [=](Instruction& i) {
        i.operands = {{"sums", Access::read, type}, {"first", Access::write, type}};
        if (totals == 2) i.operands.push_back({"second", Access::write, type});
        i.build_options += define("ITEMS", on_host::kTotalItems) + define("TOTALS", totals);
        i.needs = {.local_memory = on_host::kTotalItems * size_of(type), .work_group = on_host::kTotalItems};
        i.geometry = [](const ExecShape&) { return groups_in_a_row(1, on_host::kTotalItems); };
        offer_any_items(i, Kept::work_groups);
        set_cost(i, 0, 1, type);
        i.check = [=, name = i.name](const ExecShape& shape) {
            require_shapes(shape.registers[0].cols == totals, name, shape,
                           "sums must have " + std::to_string(totals) + " columns");
            for (std::size_t o = 1; o < shape.registers.size(); ++o)
                require_shapes(length(shape.registers[o]) == 1, name, shape, "totals must be 1x1");
        };
    });
}

InstructionPtr chebyshev_step(ElementType type, bool previous) {
    const auto host = [=]<class T>() {
        return [=](const HostCall& call) { on_host::chebyshev_host<T>(previous, call); };
    };
    const Begun begun{
        "chebyshev_step", type, {"spmv_common.cl", "chebyshev_step.cl"}, previous ? "_previous" : ""};
    return made(begun, {}, host, [=](Instruction& i) {
        for (const char* read : {"d", "r", "w", "z"}) i.operands.push_back({read, Access::read, type});
        i.operands.push_back({"next", previous ? Access::read_write : Access::write, type});
        const ElementType real = traits_of(type).precision;
        i.scalars = {{"of_z", real}, {"of_r", real}, {"of_w", real}};
        if (previous) i.scalars.push_back({"of_next", real});
        i.build_options += define("PREVIOUS", previous);
        set_vectors(i, 0, previous ? 8 : 6, type);
    });
}

InstructionPtr cg_update(ElementType type, bool diagonal, const CgBlocking& b) {
    const std::size_t sums = diagonal ? 8 : 6;
    const auto host = [=]<class T>() {
        return [=](const HostCall& call) { on_host::update_host<T>(diagonal, b, call); };
    };
    const Begun begun{
        "cg_update", type, {"vector_common.cl", "cg_update.cl"}, (diagonal ? "_d" : "") + cg_ending(b)};
    return made(begun, cg_fault(type, b), host, [=](Instruction& i) {
        i.operands = {{"rz", Access::read, type},      {"pq", Access::read, type},
                      {"p", Access::read, type},       {"q", Access::read, type},
                      {"x", Access::read_write, type}, {"r", Access::read_write, type}};
        if (diagonal)
            i.operands.insert(i.operands.end(), {{"d", Access::read, type}, {"z", Access::write, type}});
        i.operands.push_back({"sums", Access::write, type});
        i.build_options += define("DIAGONAL", diagonal);
        set_chunks(i, b, 4);
        i.needs.local_memory = size_of(type) * b.items * (diagonal ? 2 : 1);
        set_cost(i, 4, diagonal ? 9 : 6, type);
        i.check = [=, name = i.name](const ExecShape& shape) {
            check_ratio(shape, name);
            check_vectors(shape, 2, sums - 1, name);
            const std::int64_t groups = cg_groups(b, shape.registers[4].rows);
            require_shapes(
                shape.registers[sums].rows == groups && shape.registers[sums].cols == (diagonal ? 2 : 1),
                name, shape, "sums must be " + std::to_string(groups) + (diagonal ? "x2" : "x1"));
        };
    });
}

InstructionPtr cg_direction(ElementType type, const CgBlocking& b) {
    const auto host = []<class T>() { return on_host::direction_host<T>; };
    const Begun begun{"cg_direction", type, {"vector_common.cl", "cg_direction.cl"}, cg_ending(b)};
    return made(begun, cg_fault(type, b), host, [=](Instruction& i) {
        i.operands = {{"rz", Access::read, type},
                      {"old_rz", Access::read, type},
                      {"z", Access::read, type},
                      {"p", Access::read_write, type}};
        set_chunks(i, b, 3);
        set_cost(i, 3, 2, type);
        i.check = [name = i.name](const ExecShape& shape) {
            check_ratio(shape, name);
            check_vectors(shape, 2, 3, name);
        };
    });
}

InstructionPtr bicgstab_direction(ElementType type) {
    return bicgstab_update(type, false);
}
InstructionPtr bicgstab_solution(ElementType type) {
    return bicgstab_update(type, true);
}

InstructionPtr find_solver_kernel(std::string_view text) {
    for (const ElementType type : kFloatingTypes) {
        for (const InstructionPtr& i : fixed_kernels(type))
            if (i->name == text) return i;
        for (const auto& [word, make] : {std::pair{"block_diagonal_product", &block_diagonal_product},
                                         std::pair{"block_inverses", &block_inverses}}) {
            NameReader reader(text);
            int block = 0;
            if (reader.take(typed(word, type)) && reader.take("_b") && reader.take_number(block) &&
                reader.at_end() && block_fault(block).empty())
                return make(type, block);
        }
        for (const bool diagonal : {false, true})
            if (const auto b = cg_blocking_in(text, typed("cg_update", type) + (diagonal ? "_d" : ""), type))
                return cg_update(type, diagonal, *b);
        if (const auto b = cg_blocking_in(text, typed("cg_direction", type), type))
            return cg_direction(type, *b);
    }
    return find_solver_numbers(text);
}

std::vector<std::string> solver_kernel_names() {
    std::vector<std::string> all = solver_numbers_names();
    for (const ElementType type : kFloatingTypes) {
        const CgBlocking b = default_cg_blocking(type, true, 128);
        std::vector<InstructionPtr> kernels = fixed_kernels(type);
        kernels.insert(kernels.end(),
                       {block_diagonal_product(type, 8), block_inverses(type, 8), cg_update(type, false, b),
                        cg_update(type, true, b), cg_direction(type, b)});
        for (const InstructionPtr& i : kernels) all.push_back(i->name);
    }
    return all;
}

}  // namespace hg::kernels
