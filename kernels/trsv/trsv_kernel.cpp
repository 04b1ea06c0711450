#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/trsv/trsv_on_host.hpp"
#include "kernels/trsv/trsv_rules.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr double kStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products
constexpr double kHop = 1.5e-6;  ///< seconds from x of one block to x of the next one
constexpr double kInversion = 1e-5;
constexpr int kSlab = 16;  ///< SLAB of trsv_inverses.cl

/// The source of a kernel, of these parts behind what all share.
std::string source(std::initializer_list<std::string_view> parts) {
    std::string text = source_for_elements("vector_common.cl").append(embedded_source("trsv_common.cl"));
    for (const std::string_view part : parts) text.append(embedded_source(part));
    return text;
}

/// A work-item alone solves by substitution.
bool inverts(const TrsvParameters& p) {
    return p.blocking.items > 1;
}

std::string options(const TrsvParameters& p) {
    return element_options(p.type) + define("DOUBLE", needs_f64(p.type)) + define("ACROSS", p.transposed) +
           defines(rows_of(kTrsvFields, &TrsvBlocking::block, &TrsvBlocking::items), p.blocking);
}

/// DOWN of trsv_inverses.cl: work-items stand in a rectangle that is nearly square.
int items_down(const TrsvParameters& p) {
    int down = 1;
    while (4 * down * down <= p.blocking.items) down *= 2;
    return down;
}

/// The local arrays of trsv_inverses.cl.
std::int64_t local_memory_of_inverses(const TrsvParameters& p) {
    const std::int64_t block = p.blocking.block;
    if (!inverts(p)) return 0;
    return (block + kSlab) * (block + 1) * size_of(p.type) + 2 * size_of(ElementType::i32);
}

/// The local arrays of trsv_solve.cl.
std::int64_t local_memory_of_solve(const TrsvParameters& p) {
    if (!inverts(p)) return 0;
    const TrsvBlocking& b = p.blocking;
    const int lanes = b.block / b.vector;
    const int side = b.items / lanes;
    const int shares = p.transposed ? std::max(lanes, side) : side;
    const int step = b.ahead == 3 ? 3 : 4;
    const std::int64_t elements =
        std::int64_t{2} * step * b.block + std::int64_t{shares} * (b.block + 1) + std::int64_t{3} * b.block;
    return elements * size_of(p.type) + 2 * size_of(ElementType::i32);
}

void check_shapes(const std::string& instruction, const TrsvParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const Register& scratch = shape.registers[1];
    const Register& state = shape.registers[2];
    require_shapes(a.rows == a.cols, instruction, shape, "A must be square");
    const std::int64_t cols = scratch_cols(p, a.rows);
    require_shapes(scratch.rows == p.blocking.block && scratch.cols == cols, instruction, shape,
                   "scratch must be " + std::to_string(p.blocking.block) + "x" + std::to_string(cols));
    const std::int64_t rows = 1 + trsv_blocks(p, a.rows);
    require_shapes(state.rows == rows && state.cols == 1, instruction, shape,
                   "state must be " + std::to_string(rows) + "x1");
    if (shape.registers.size() < 4) return;
    const Register& x = shape.registers[3];
    require_shapes((x.rows == 1 || x.cols == 1) && x.rows * x.cols == a.rows, instruction, shape,
                   "x must be a vector as long as A is high, of one column or of one row");
}

Cost cost_of_inverses(const TrsvParameters& p, const ExecShape& shape) {
    const auto n = static_cast<double>(shape.registers[0].rows);
    const double block = p.blocking.block;
    const auto size = static_cast<double>(size_of(p.type));
    return {.flops = 2.0 / 3 * real_operations(p.type) * n * block * block,
            .bytes = 3.5 * n * block * size,
            .seconds = kStart + kInversion};
}

Cost cost_of_solve(const TrsvParameters& p, const ExecShape& shape) {
    const std::int64_t order = shape.registers[0].rows;
    const auto n = static_cast<double>(order);
    const double block = p.blocking.block;
    const auto size = static_cast<double>(size_of(p.type));
    return {.flops = n * n * real_operations(p.type),
            .bytes = (n * (n + 1) / 2 + 2 * n * block + 2 * n) * size,
            .seconds = kStart + kHop * static_cast<double>(trsv_blocks(p, order))};
}

InstructionPtr make_inverses(const TrsvParameters& p) {
    Instruction i;
    i.name = inverses_name(p);
    i.operands = {{"A", Access::read, p.type},
                  {"scratch", Access::write, p.type},
                  {"state", Access::write, ElementType::i32}};
    i.scalars = {{"upper", ElementType::i32}, {"unit", ElementType::i32}};
    i.source = source({"trsv_inverses.cl"});
    i.entry = "trsv_inverses";
    i.build_options = options(p) + define("VECTOR", 1) +
                      defines(rows_of(kTrsvFields, &TrsvBlocking::inner), p.blocking) +
                      define("DOWN", items_down(p)) + define("ALONE", trusted_growth(p.type).alone) +
                      define("REFINED", trusted_growth(p.type).refined);
    i.needs = {.local_memory = local_memory_of_inverses(p), .work_group = p.blocking.items};
    i.geometry = [p](const ExecShape& shape) {
        return groups_in_a_row(trsv_blocks(p, shape.registers[0].rows), p.blocking.items);
    };
    i.cost = [p](const ExecShape& shape) { return cost_of_inverses(p, shape); };
    i.check = [p, name = i.name](const ExecShape& shape) { check_shapes(name, p, shape); };
    i.host = trsv_inverses_on_host(p);
    return finished(std::move(i));
}

InstructionPtr make_solve(const TrsvParameters& p) {
    Instruction i;
    i.name = name(p);
    i.operands = {{"A", Access::read, p.type},
                  {"scratch", Access::read_write, p.type},
                  {"state", Access::read_write, ElementType::i32},
                  {"x", Access::read_write, p.type}};
    i.scalars = {{"upper", ElementType::i32}, {"unit", ElementType::i32}, {"reversed", ElementType::i32}};
    if (is_complex(p.type)) i.scalars.push_back({"conjugated", ElementType::i32});
    i.source = inverts(p) ? source({"trsv_patch.cl", "trsv_solve.cl"}) : source({"trsv_alone.cl"});
    i.entry = "trsv_solve";
    i.build_options =
        options(p) + defines(rows_of(kTrsvFields, &TrsvBlocking::vector, &TrsvBlocking::ahead), p.blocking);
    i.needs = {.local_memory = local_memory_of_solve(p), .work_group = p.blocking.items};
    i.geometry = [p](const ExecShape& shape) {
        const std::int64_t blocks = trsv_blocks(p, shape.registers[0].rows);
        return groups_in_a_row(std::min<std::int64_t>(blocks, p.blocking.groups), p.blocking.items);
    };
    i.cost = [p](const ExecShape& shape) { return cost_of_solve(p, shape); };
    i.check = [p, name = i.name](const ExecShape& shape) { check_shapes(name, p, shape); };
    i.host = trsv_solve_on_host(p);
    i.guards = {guard_with_zeros(2, 1)};  // work-groups take blocks from 0 on
    return finished(std::move(i));
}

template <class Make>
InstructionPtr made_of(const std::string& name, const TrsvParameters& p, const Make& make) {
    if (const std::string fault = trsv_fault(p); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name + ": " + fault);
    return made_once(name, [&] { return make(with_defaults(p)); });
}

}  // namespace

std::int64_t trsv_local_memory(const TrsvParameters& parameters) noexcept {
    const TrsvParameters p = with_defaults(parameters);
    return std::max(local_memory_of_inverses(p), local_memory_of_solve(p));
}

InstructionPtr trsv_inverses(const TrsvParameters& p) {
    return made_of(inverses_name(p), p, make_inverses);
}

InstructionPtr trsv_solve(const TrsvParameters& p) {
    return made_of(name(p), p, make_solve);
}

}  // namespace hg::kernels
