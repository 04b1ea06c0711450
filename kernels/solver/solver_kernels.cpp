#include "kernels/solver/solver_kernels.hpp"

#include <algorithm>
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
#include "kernels/solver/column_total.hpp"
#include "kernels/solver/solver_numbers.hpp"
#include "kernels/solver/solver_on_host.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr double kSolverStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products
constexpr int kSolverItems = 256;
constexpr int kMostBlock = 32;

std::int64_t solver_groups(std::int64_t elements) {
    return (elements + kSolverItems - 1) / kSolverItems;
}

void require_floating(ElementType type, const std::string& instruction) {
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, instruction + ": is made for f32, f64, c32 and c64");
}

void require_block(ElementType type, int block, const std::string& instruction) {
    require_floating(type, instruction);
    if (block < 1 || block > kMostBlock)
        throw Error(ErrorCode::invalid_argument, instruction + ": block must lie between 1 and 32");
}

std::string typed(std::string_view word, ElementType type) {
    return std::string(word).append("_").append(hg::name(type));
}

/// An instruction with its name, its entry and its source, "<word>.cl" behind `common` and `more`.
Instruction begun(std::string name, std::string_view word, std::string_view common, ElementType type,
                  std::string_view more = {}) {
    Instruction i;
    i.name = std::move(name);
    i.entry = word;
    i.source = source_for_elements(common).append(more).append(embedded_source(std::string(word) + ".cl"));
    i.build_options = element_options(type);
    return i;
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
                   const std::string& instruction) {
    for (std::size_t o = first; o <= last; ++o)
        require_shapes(shape.registers[o].cols == 1 && shape.registers[o].rows == shape.registers[first].rows,
                       instruction, shape, "vectors must have one column, and one length");
}

void check_ratio(const ExecShape& shape, const std::string& instruction) {
    for (std::size_t o = 0; o < 2; ++o)
        require_shapes(length(shape.registers[o]) == 1, instruction, shape, "the first two must be 1x1");
}

/// A work-item for each element of register `vector`, and a group for each of its columns.
void set_item_an_element(Instruction& i, std::size_t vector) {
    i.build_options += define("ITEMS", kSolverItems);
    i.needs.work_group = kSolverItems;
    i.geometry = [=](const ExecShape& shape) {
        Geometry geometry = groups_in_a_row(solver_groups(shape.registers[vector].rows), kSolverItems);
        geometry.global[1] = static_cast<std::size_t>(shape.registers[vector].cols);
        return geometry;
    };
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

void require_cg(ElementType type, const CgBlocking& b, const std::string& instruction) {
    require_floating(type, instruction);
    if (const std::string fault = cg_fault(type, b); !fault.empty())
        throw Error(ErrorCode::invalid_argument, instruction + ": " + fault);
}

/// What the updates have in common; the vector that tells n is operand `vector`.
void set_chunks(Instruction& i, const CgBlocking& b, std::size_t vector) {
    i.build_options += define("ITEMS", b.items) + define("VECTOR", b.vector) + define("WORK", 1);
    i.needs.work_group = b.items;
    i.geometry = [=](const ExecShape& shape) {
        return groups_in_a_row(cg_groups(b, shape.registers[vector].rows), b.items);
    };
}

InstructionPtr make_update(const std::string& name, ElementType type, bool diagonal, const CgBlocking& b) {
    const std::size_t sums = diagonal ? 8 : 6;
    Instruction i = begun(name, "cg_update", "vector_common.cl", type);
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
    i.check = [=](const ExecShape& shape) {
        check_ratio(shape, name);
        check_vectors(shape, 2, sums - 1, name);
        const std::int64_t groups = cg_groups(b, shape.registers[4].rows);
        require_shapes(
            shape.registers[sums].rows == groups && shape.registers[sums].cols == (diagonal ? 2 : 1), name,
            shape, "sums must be " + std::to_string(groups) + (diagonal ? "x2" : "x1"));
    };
    i.host = cg_update_on_host(type, diagonal, b);
    return finished(std::move(i));
}

InstructionPtr bicgstab_update(ElementType type, bool solution) {
    const std::string word = solution ? "bicgstab_solution" : "bicgstab_direction", name = typed(word, type);
    require_floating(type, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "bicgstab_update", "spmv_common.cl", type);
        i.entry = word;
        for (const char* read :
             {solution ? "alpha" : "beta", "omega", solution ? "p" : "r", solution ? "s" : "v"})
            i.operands.push_back({read, Access::read, type});
        i.operands.push_back({solution ? "x" : "p", Access::read_write, type});
        i.build_options += define("UPDATE", solution);
        set_item_an_element(i, 4);
        set_cost(i, 4, 4, type);
        i.check = [name](const ExecShape& shape) {
            check_ratio(shape, name);
            check_vectors(shape, 2, 4, name);
        };
        i.host = bicgstab_update_on_host(type, solution);
        return finished(std::move(i));
    });
}

}  // namespace

InstructionPtr gather(ElementType type) {
    const std::string name = typed("gather", type);
    require_floating(type, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "gather", "spmv_common.cl", type);
        i.operands = {
            {"index", Access::read, ElementType::i32}, {"x", Access::read, type}, {"y", Access::write, type}};
        set_item_an_element(i, 2);
        i.cost = [](const ExecShape& shape) {
            const auto& [index, y] = std::pair{shape.registers[0], shape.registers[2]};
            return Cost{.bytes = static_cast<double>(length(index) * size_of(index.type) +
                                                     2 * length(y) * size_of(y.type)),
                        .seconds = kSolverStart};
        };
        i.check = [name](const ExecShape& shape) {
            require_shapes(shape.registers[0].cols == 1 &&
                               shape.registers[0].rows == shape.registers[2].rows &&
                               shape.registers[1].cols == shape.registers[2].cols,
                           name, shape, "y must have a row for each index, and the columns of x");
        };
        i.host = gather_on_host(type);
        i.guards = {guard_of_indices(i, 0, {1})};
        return finished(std::move(i));
    });
}

InstructionPtr diagonal_product(ElementType type) {
    const std::string name = typed("diagonal_product", type);
    require_floating(type, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "diagonal_product", "spmv_common.cl", type);
        i.operands = {{"d", Access::read, type}, {"r", Access::read, type}, {"z", Access::write, type}};
        set_item_an_element(i, 2);
        set_cost(i, 2, 1, type);
        i.check = [name](const ExecShape& shape) { check_vectors(shape, 0, 2, name); };
        i.host = diagonal_product_on_host(type);
        return finished(std::move(i));
    });
}

InstructionPtr block_diagonal_product(ElementType type, int block) {
    const std::string name = typed("block_diagonal_product", type) + "_b" + std::to_string(block);
    require_block(type, block, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "block_diagonal_product", "spmv_common.cl", type);
        i.operands = {{"blocks", Access::read, type}, {"r", Access::read, type}, {"z", Access::write, type}};
        i.build_options += define("BLOCK", block);
        set_item_an_element(i, 2);
        set_cost(i, 2, 2.0 * block, type);
        i.check = [=](const ExecShape& shape) {
            check_vectors(shape, 1, 2, name);
            require_shapes(
                shape.registers[0].rows == block && shape.registers[0].cols == shape.registers[2].rows, name,
                shape, "blocks must have " + std::to_string(block) + " rows, and a column for each of z");
        };
        i.host = block_diagonal_product_on_host(type, block);
        return finished(std::move(i));
    });
}

InstructionPtr block_inverses(ElementType type, int block) {
    const std::string name = typed("block_inverses", type) + "_b" + std::to_string(block);
    require_block(type, block, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "block_inverses", "spmv_common.cl", type);
        i.operands = {{"blocks", Access::read_write, type}};
        i.build_options += define("BLOCK", block) + define("ITEMS", block);
        i.needs = {.local_memory = size_of(type) * 2 * block * block, .work_group = block};
        i.geometry = [block](const ExecShape& shape) {
            return groups_in_a_row((shape.registers[0].cols + block - 1) / block, block);
        };
        set_cost(i, 0, 4.0 * block, type);
        i.check = [=](const ExecShape& shape) {
            require_shapes(shape.registers[0].rows == block, name, shape,
                           "blocks must have " + std::to_string(block) + " rows");
        };
        i.host = block_inverses_on_host(type, block);
        return finished(std::move(i));
    });
}

InstructionPtr solver_totals(ElementType type, int totals) {
    const std::string name = typed("solver_totals", type) + "_t" + std::to_string(totals);
    require_floating(type, name);
    if (totals != 1 && totals != 2)
        throw Error(ErrorCode::invalid_argument, name + ": there must be 1 or 2 totals");
    return made_once(name, [&] {
        Instruction i =
            begun(name, "solver_totals", "spmv_common.cl", type, embedded_source("column_total.cl"));
        i.operands = {{"sums", Access::read, type}, {"first", Access::write, type}};
        if (totals == 2) i.operands.push_back({"second", Access::write, type});
        i.build_options += define("ITEMS", kTotalItems) + define("TOTALS", totals);
        i.needs = {.local_memory = kTotalItems * size_of(type), .work_group = kTotalItems};
        i.geometry = [](const ExecShape&) { return groups_in_a_row(1, kTotalItems); };
        set_cost(i, 0, 1, type);
        i.check = [=](const ExecShape& shape) {
            require_shapes(shape.registers[0].cols == totals, name, shape,
                           "sums must have " + std::to_string(totals) + " columns");
            for (std::size_t o = 1; o < shape.registers.size(); ++o)
                require_shapes(length(shape.registers[o]) == 1, name, shape, "totals must be 1x1");
        };
        i.host = solver_totals_on_host(type);
        return finished(std::move(i));
    });
}

InstructionPtr chebyshev_step(ElementType type, bool previous) {
    const std::string name = typed("chebyshev_step", type) + (previous ? "_previous" : "");
    require_floating(type, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "chebyshev_step", "spmv_common.cl", type);
        i.operands = {{"d", Access::read, type},
                      {"r", Access::read, type},
                      {"w", Access::read, type},
                      {"z", Access::read, type},
                      {"next", previous ? Access::read_write : Access::write, type}};
        const ElementType real = traits_of(type).precision;
        i.scalars = {{"of_z", real}, {"of_r", real}, {"of_w", real}};
        if (previous) i.scalars.push_back({"of_next", real});
        i.build_options += define("PREVIOUS", previous);
        set_item_an_element(i, 4);
        set_cost(i, 4, previous ? 8 : 6, type);
        i.check = [name](const ExecShape& shape) { check_vectors(shape, 0, 4, name); };
        i.host = chebyshev_step_on_host(type, previous);
        return finished(std::move(i));
    });
}

InstructionPtr cg_update(ElementType type, bool diagonal, const CgBlocking& b) {
    const std::string name = typed("cg_update", type) + (diagonal ? "_d" : "") + cg_ending(b);
    require_cg(type, b, name);
    return made_once(name, [&] { return make_update(name, type, diagonal, b); });
}

InstructionPtr cg_direction(ElementType type, const CgBlocking& b) {
    const std::string name = typed("cg_direction", type) + cg_ending(b);
    require_cg(type, b, name);
    return made_once(name, [&] {
        Instruction i = begun(name, "cg_direction", "vector_common.cl", type);
        i.operands = {{"rz", Access::read, type},
                      {"old_rz", Access::read, type},
                      {"z", Access::read, type},
                      {"p", Access::read_write, type}};
        set_chunks(i, b, 3);
        set_cost(i, 3, 2, type);
        i.check = [name](const ExecShape& shape) {
            check_ratio(shape, name);
            check_vectors(shape, 2, 3, name);
        };
        i.host = cg_direction_on_host(type);
        return finished(std::move(i));
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
        if (text == typed("gather", type)) return gather(type);
        if (text == typed("diagonal_product", type)) return diagonal_product(type);
        if (text == typed("bicgstab_direction", type)) return bicgstab_direction(type);
        if (text == typed("bicgstab_solution", type)) return bicgstab_solution(type);
        for (const int totals : {1, 2})
            if (text == solver_totals(type, totals)->name) return solver_totals(type, totals);
        for (const bool previous : {false, true})
            if (text == chebyshev_step(type, previous)->name) return chebyshev_step(type, previous);
        for (const auto& [word, make] : {std::pair{"block_diagonal_product", &block_diagonal_product},
                                         std::pair{"block_inverses", &block_inverses}}) {
            NameReader reader(text);
            int block = 0;
            if (reader.take(typed(word, type)) && reader.take("_b") && reader.take_number(block) &&
                reader.at_end() && block >= 1 && block <= kMostBlock)
                return make(type, block);
        }
        const auto blocking = [&](const std::string& front) -> std::optional<CgBlocking> {
            NameReader rest(text);
            CgBlocking b;
            if (rest.take(front) && rest.take("_v") && rest.take_number(b.vector) && rest.take("_i") &&
                rest.take_number(b.items) && rest.take("_g") && rest.take_number(b.groups) && rest.at_end() &&
                cg_fault(type, b).empty())
                return b;
            return std::nullopt;
        };
        if (const auto b = blocking(typed("cg_update", type))) return cg_update(type, false, *b);
        if (const auto b = blocking(typed("cg_update", type) + "_d")) return cg_update(type, true, *b);
        if (const auto b = blocking(typed("cg_direction", type))) return cg_direction(type, *b);
    }
    return find_solver_numbers(text);
}

std::vector<std::string> solver_kernel_names() {
    std::vector<std::string> all = solver_numbers_names();
    for (const ElementType type : kFloatingTypes) {
        const CgBlocking b = default_cg_blocking(type, true, 128);
        for (const InstructionPtr& i :
             {gather(type), diagonal_product(type), block_diagonal_product(type, 8), block_inverses(type, 8),
              solver_totals(type, 1), solver_totals(type, 2), bicgstab_direction(type),
              bicgstab_solution(type), chebyshev_step(type, false), chebyshev_step(type, true),
              cg_update(type, false, b), cg_update(type, true, b), cg_direction(type, b)})
            all.push_back(i->name);
    }
    return all;
}

}  // namespace hg::kernels
