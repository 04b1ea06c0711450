#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/sparse/spmv_on_host.hpp"
#include "kernels/sparse/spmv_rules.hpp"
#include "kernels/work_groups.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kLanesOfLine = 16;     ///< work-items of a row that load most of a cache line's indices
constexpr double kSpmvStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products

std::int64_t groups_for(std::int64_t count, std::int64_t of_a_group) {
    return (count + of_a_group - 1) / of_a_group;
}

/// The arrays that stand before the columns of a format.
std::size_t structure_operands(SpmvKernel kernel) {
    if (kernel == SpmvKernel::ell) return 0;
    return kernel == SpmvKernel::csr_rows || kernel == SpmvKernel::coo ? 1 : 2;
}

/// Where the operand x stands, and y.
std::size_t place_of_x(SpmvKernel kernel) {
    return structure_operands(kernel) + 2;
}
std::size_t place_of_y(SpmvKernel kernel) {
    return place_of_x(kernel) + (leaves_rest(kernel) ? 2 : 1);
}

void add_structure(Instruction& i, SpmvKernel kernel) {
    const auto add = [&](const char* name) { i.operands.push_back({name, Access::read, ElementType::i32}); };
    if (kernel == SpmvKernel::csr_rows || kernel == SpmvKernel::csr_merge) add("row_start");
    if (kernel == SpmvKernel::csr_merge) add("first_row");
    if (kernel == SpmvKernel::sell) add("slice_start");
    if (kernel == SpmvKernel::sell) add("row_order");
    if (kernel == SpmvKernel::coo) add("row");
}

/// Y, with the registers and scalars of alpha and beta.
void add_sparse_result(Instruction& i, const SpmvParameters& p) {
    i.operands.push_back({"y", p.overwrite ? Access::write : Access::read_write, p.type});
    for (const auto& [kind, a, b] : {std::tuple{p.alpha, "a", "a_over"}, {p.beta, "b", "b_over"}}) {
        if (operands_of(kind) > 0) i.operands.push_back({a, Access::read, p.type});
        if (operands_of(kind) > 1) i.operands.push_back({b, Access::read, p.type});
    }
    i.scalars.push_back({"alpha", p.type});
    if (has_beta(p)) i.scalars.push_back({"beta", p.type});
}

std::string spmv_source(std::string_view kernel, bool by_rows) {
    return source_for_elements("spmv_common.cl")
        .append(by_rows ? embedded_source("spmv_row.cl") : "")
        .append(embedded_source(std::string(kernel) + ".cl"));
}

std::string spmv_options(const SpmvParameters& p, int items) {
    return element_options(p.type) + define("ITEMS", items) + define("ALPHA", static_cast<int>(p.alpha)) +
           define("BETA", static_cast<int>(p.beta)) + define("OVERWRITE", p.overwrite) +
           define("ADD", p.kernel == SpmvKernel::coo) + define("DOUBLE", needs_f64(p.type));
}

std::string options_of_kernel(const SpmvParameters& p) {
    using B = SpmvBlocking;
    const B& b = p.blocking;
    const auto numbers = [&](auto... of_kernel) { return defines(rows_of(kSpmvFields, of_kernel...), b); };
    const std::string common = spmv_options(p, b.items) + numbers(&B::columns) + define("TURNED", p.turned);
    if (leaves_rest(p.kernel))
        return common + numbers(&B::work) + define("LIST", p.kernel == SpmvKernel::coo);
    const std::string of_row = common + numbers(&B::lanes, &B::unroll);
    if (p.kernel == SpmvKernel::csr_rows) return of_row + define("SHORT_LOADS", b.lanes < kLanesOfLine);
    return of_row + define("LANE_STEP", b.items / b.lanes) + numbers(&B::slice) +
           define("ELL", p.kernel == SpmvKernel::ell);
}

/// The registers from `first` on are numbers.
void check_numbers(const ExecShape& shape, std::size_t first, const std::string& instruction) {
    for (const Register& r : shape.registers.subspan(first))
        require_shapes(length(r) == 1, instruction, shape, "registers of alpha and beta must be 1x1");
}

void check_parts(const SpmvParameters& p, const ExecShape& shape, const Register& parts, std::int64_t cols,
                 const std::string& instruction) {
    const Register& structure = shape.registers[p.kernel == SpmvKernel::coo ? 0 : 1];
    const std::int64_t groups =
        p.kernel == SpmvKernel::coo ? spmv_groups(p, 0, structure.rows) : structure.rows - 1;
    require_shapes(parts.rows == groups && parts.cols == 2 * cols, instruction, shape,
                   "parts must be " + std::to_string(groups) + "x" + std::to_string(2 * cols));
}

void check_structure(const SpmvParameters& p, const ExecShape& shape, const std::string& instruction) {
    const auto r = shape.registers;
    const std::size_t at = structure_operands(p.kernel);
    const Register& column = r[at];
    const Register& y = r[place_of_y(p.kernel)];
    require_shapes(column.rows == r[at + 1].rows && column.cols == r[at + 1].cols, instruction, shape,
                   "column and value must have the same extents");
    if (p.kernel == SpmvKernel::ell)
        require_shapes(column.rows == y.rows, instruction, shape, "column must have as many rows as y");
    else
        require_shapes(column.cols == 1, instruction, shape, "column must have one column");
    if (p.kernel == SpmvKernel::csr_rows || p.kernel == SpmvKernel::csr_merge)
        require_shapes(r[0].rows == y.rows + 1, instruction, shape, "row_start must have a row more than y");
    if (p.kernel == SpmvKernel::coo)
        require_shapes(r[0].rows == column.rows, instruction, shape, "row must have as many rows as column");
    if (p.kernel == SpmvKernel::sell)
        require_shapes(
            r[0].rows == groups_for(r[1].rows, p.blocking.slice) + 1 &&
                (p.overwrite ? r[1].rows == y.rows : r[1].rows <= y.rows),
            instruction, shape,
            "row_order must have as many rows as y, or fewer if y is read, and slice_start one for "
            "each slice and one more");
}

void check_spmv(const SpmvParameters& p, const ExecShape& shape) {
    const std::string instruction = name(p);
    const Register& x = shape.registers[place_of_x(p.kernel)];
    const Register& y = shape.registers[place_of_y(p.kernel)];
    if (p.turned)
        require_shapes(x.rows >= y.cols && x.rows % p.blocking.columns == 0 &&
                           (p.blocking.columns == 1 || x.ld % 2 == 0),  // pairs are loaded at once
                       instruction, shape,
                       "x must have as many rows as y columns, or more up to a multiple of " +
                           std::to_string(p.blocking.columns) + ", and an even leading dimension");
    else
        require_shapes(x.cols == y.cols, instruction, shape, "x and y must have as many columns");
    check_structure(p, shape, instruction);
    if (leaves_rest(p.kernel))
        check_parts(p, shape, shape.registers[place_of_x(p.kernel) + 1], y.cols, instruction);
    check_numbers(shape, place_of_y(p.kernel) + 1, instruction);
}

double sparse_bytes(const Register& r) {
    return static_cast<double>(length(r)) * static_cast<double>(size_of(r.type));
}

/// A once for each pass over its columns, x once, y once or twice.
Cost spmv_cost(const SpmvParameters& p, const ExecShape& shape) {
    const std::size_t at = structure_operands(p.kernel);
    const Register& x = shape.registers[place_of_x(p.kernel)];
    const Register& y = shape.registers[place_of_y(p.kernel)];
    const auto passes = static_cast<double>(groups_for(y.cols, p.blocking.columns));
    double of_matrix = 0;
    for (std::size_t i = 0; i < at + 2; ++i) of_matrix += sparse_bytes(shape.registers[i]);
    const double places = static_cast<double>(length(shape.registers[at])) * static_cast<double>(y.cols);
    // A list adds to rows that it has elements of, which are not counted here.
    const double of_y = p.kernel == SpmvKernel::coo ? 0 : sparse_bytes(y) * (p.overwrite ? 1 : 2);
    return {.flops = 2 * places * real_operations(p.type),
            .bytes = passes * of_matrix + sparse_bytes(x) + of_y,
            .seconds = kSpmvStart};
}

Geometry spmv_geometry(const SpmvParameters& p, const ExecShape& shape) {
    const SpmvBlocking& b = p.blocking;
    const Register& y = shape.registers[place_of_y(p.kernel)];
    const Register& rows = p.kernel == SpmvKernel::sell ? shape.registers[1] : y;
    const std::int64_t groups = leaves_rest(p.kernel) ? shape.registers[place_of_x(p.kernel) + 1].rows
                                                      : groups_for(rows.rows, b.items / b.lanes);
    Geometry geometry = groups_in_a_row(groups, b.items);
    geometry.global[1] = static_cast<std::size_t>(groups_for(y.cols, b.columns));
    return geometry;
}

/// Rows and columns of A, which come from registers, are those of y and of x.
void add_guards(Instruction& i, const SpmvParameters& p) {
    constexpr int kUnused = -1;  // the column of places without an element
    const std::size_t column = structure_operands(p.kernel);
    const Places columns{place_of_x(p.kernel), p.turned ? Counted::cols : Counted::rows};
    const Places rows{place_of_y(p.kernel)};
    switch (p.kernel) {
        case SpmvKernel::csr_rows:
            i.guards = {guard_of_starts(i, {.start = 0, .column = column, .columns = columns})};
            break;
        case SpmvKernel::csr_merge:
            i.guards = {
                guard_of_starts(i, {.start = 0, .column = column, .columns = columns, .from_zero = true}),
                guard_of_shares(i, 0, 1, spmv_share(p))};
            break;
        case SpmvKernel::sell:
            i.guards = {
                guard_of_starts(i, {.start = 0, .column = column, .columns = columns, .low = kUnused}),
                guard_of_indices(i, 1, rows)};
            break;
        case SpmvKernel::ell:
            i.guards = {guard_of_indices(i, column, columns, kUnused)};
            break;
        case SpmvKernel::coo:
            i.guards = {guard_of_list(i, 0, rows, column, columns)};
            break;
    }
}

InstructionPtr make_spmv(const SpmvParameters& p);

/// Shares keep their size, because parts have a row for each.
InstructionPtr spmv_with_fewer(SpmvParameters p, std::int64_t most) {
    SpmvBlocking& b = p.blocking;
    const int items = static_cast<int>(power_of_two_in(std::min<std::int64_t>(most, b.items)));
    if (leaves_rest(p.kernel) && p.turned && items < b.columns) return nullptr;
    b.work *= b.items / items;
    b.items = items;
    b.lanes = std::min(b.lanes, items);
    return make_spmv(p);
}

InstructionPtr make_spmv(const SpmvParameters& p) {
    const bool by_rows = !leaves_rest(p.kernel);
    Instruction i;
    i.name = name(p);
    add_structure(i, p.kernel);
    i.operands.push_back({"column", Access::read, ElementType::i32});
    i.operands.push_back({"value", Access::read, p.type});
    i.operands.push_back({"x", Access::read, p.type});
    if (!by_rows) i.operands.push_back({"parts", Access::write, p.type});
    add_sparse_result(i, p);
    if (is_complex(p.type)) i.scalars.push_back({"conjugated", ElementType::i32});
    i.entry = !by_rows ? "spmv_shares" : p.kernel == SpmvKernel::csr_rows ? "spmv_csr_rows" : "spmv_slices";
    i.source = spmv_source(i.entry, by_rows);
    i.build_options = options_of_kernel(p);
    i.needs = {.local_memory = spmv_local_memory(p), .work_group = p.blocking.items};
    i.geometry = [p](const ExecShape& shape) { return spmv_geometry(p, shape); };
    i.cost = [p](const ExecShape& shape) { return spmv_cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_spmv(p, shape); };
    i.host = spmv_on_host(p);
    add_guards(i, p);
    i.with_fewer = [p](std::int64_t most) { return spmv_with_fewer(p, most); };
    return finished(std::move(i));
}

InstructionPtr make_rest(const SpmvParameters& p) {
    const std::size_t at = structure_operands(p.kernel);  // of parts
    Instruction i;
    i.name = spmv_rest_name(p);
    add_structure(i, p.kernel);
    i.operands.push_back({"parts", Access::read, p.type});
    add_sparse_result(i, p);
    i.operands[at + 1].access = Access::read_write;  // all other rows stay
    i.source = spmv_source("spmv_rest", false);
    i.entry = "spmv_rest";
    i.build_options = spmv_options(p, kSpmvRestItems) + define("SHARE", spmv_share(p)) +
                      define("LIST", p.kernel == SpmvKernel::coo);
    i.needs = {.local_memory = kSpmvRestItems * size_of(p.type) + 3 * size_of(ElementType::i32),
               .work_group = kSpmvRestItems};
    i.geometry = [at](const ExecShape& shape) {
        Geometry geometry =
            groups_in_a_row(groups_for(shape.registers[at].rows, kSpmvRestItems), kSpmvRestItems);
        geometry.global[1] = static_cast<std::size_t>(shape.registers[at + 1].cols);
        return geometry;
    };
    i.cost = [at](const ExecShape& shape) {
        return Cost{.bytes = sparse_bytes(shape.registers[at]), .seconds = kSpmvStart};
    };
    i.check = [p, at](const ExecShape& shape) {
        const Register& y = shape.registers[at + 1];
        check_parts(p, shape, shape.registers[at], y.cols, spmv_rest_name(p));
        if (p.kernel == SpmvKernel::csr_merge)
            require_shapes(shape.registers[0].rows == y.rows + 1, spmv_rest_name(p), shape,
                           "row_start must have a row more than y");
        check_numbers(shape, at + 2, spmv_rest_name(p));
    };
    i.host = spmv_rest_on_host(p);
    offer_any_items(i, Kept::work_items);
    if (p.kernel == SpmvKernel::csr_merge)
        i.guards = {guard_of_shares(i, 0, 1, spmv_share(p))};
    else
        i.guards = {guard_of_list(i, 0, {at + 1})};
    return finished(std::move(i));
}

}  // namespace

InstructionPtr spmv_kernel(const SpmvParameters& p) {
    if (const std::string fault = spmv_fault(p); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(p) + ": " + fault);
    return made_once(name(p), [&] { return make_spmv(p); });
}

InstructionPtr spmv_rest(const SpmvParameters& p) {
    if (!leaves_rest(p.kernel))
        throw Error(ErrorCode::invalid_argument, name(p) + ": has no rest to compute");
    if (const std::string fault = spmv_fault(p); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(p) + ": " + fault);
    return made_once(spmv_rest_name(p), [&] { return make_rest(p); });
}

}  // namespace hg::kernels
