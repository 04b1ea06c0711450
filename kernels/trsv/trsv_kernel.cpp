#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/trsv/trsv_rules.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kMostPatchBytes = 768;  ///< registers of a work-item that blocks of A may take

constexpr auto kInverseFields =
    rows_of(kTrsvFields, &TrsvBlocking::block, &TrsvBlocking::inner, &TrsvBlocking::items);

template <bool kInverses>
std::string front_of_trsv(const TrsvParameters& p) {
    return std::string(kInverses ? "trsv_inverses_" : "trsv_")
        .append(hg::name(p.type))
        .append(p.transposed ? "_t" : "_n");
}

Kinds<TrsvParameters> trsv_kinds() {
    auto kinds = Kinds<TrsvParameters>()
                     .with(&TrsvParameters::type, kFloatingTypes)
                     .with(&TrsvParameters::transposed, kBothWays);
    for (TrsvParameters& p : kinds.all) p.blocking = default_trsv_blocking(p.type, 0, true);
    return kinds;
}

const NamedKernels<TrsvParameters>& trsv_family() {
    static const NoDestructor family(
        NamedKernels<TrsvParameters>(kTrsvFields, trsv_kinds(), front_of_trsv<false>, trsv_fault));
    return *family;
}

const NamedKernels<TrsvParameters>& inverses_family() {
    static const NoDestructor family(
        NamedKernels<TrsvParameters>(kInverseFields, trsv_kinds(), front_of_trsv<true>, trsv_fault));
    return *family;
}

std::string inverses_name(const TrsvParameters& parameters) {
    return inverses_family().name(parameters);
}

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
    i.with_fewer = [p](std::int64_t most) {
        TrsvParameters fewer = p;
        fewer.blocking.items = static_cast<int>(power_of_two_in(most));
        return make_inverses(fewer);
    };
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
    i.with_fewer = [p](std::int64_t) {    // a work-item alone, which needs no inverses
        TrsvParameters alone = p;
        alone.blocking.items = 1;
        alone.blocking.ahead = 0;
        return make_solve(alone);
    };
    return finished(std::move(i));
}

}  // namespace

TrsvBlocking default_trsv_blocking(ElementType type, std::int64_t /*n*/, bool is_gpu) {
    // A row of blocks waits for the one before it: small blocks wait more often, large ones do more between.
    // One H200, n = 4096 / 16384: 512 work-items and 4 blocks ahead 617 / 2545 GB/s, 256 and 2 543 / 2330.
    // Blocks of 64 c64 elements take 81 KiB of local memory.
    if (is_gpu) return {.block = type == ElementType::c64 ? 32 : 64, .vector = elements_at_once(type)};
    return {.block = is_complex(type) ? 64 : 128,
            .vector = std::min(elements_at_once(type, kMostPieceBytes), 8),
            .items = 1,
            .ahead = 0,
            .groups = 64};
}

std::string name(const TrsvParameters& parameters) {
    return trsv_family().name(parameters);
}

std::optional<TrsvParameters> parse_trsv(std::string_view text) {
    return trsv_family().parse(text);
}

std::string trsv_fault(const TrsvParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const TrsvParameters p = with_defaults(parameters);
    const TrsvBlocking& b = p.blocking;
    if (std::string fault = limits_fault(kTrsvFields, p); !fault.empty()) return fault;
    if (b.inner > b.block || b.vector > b.block) return "inner and vector must be at most block";
    if (b.items == 1) return b.ahead == 0 ? "" : "one work-item reads nothing ahead";
    if (b.items < b.block / b.vector || b.items > b.block * b.block / b.vector)
        return "items must be from block / vector to block * block / vector";
    if (b.ahead * (b.block * b.block / b.items) * static_cast<int>(size_of(p.type)) > kMostPatchBytes)
        return "the blocks ahead take more registers than a work-item has";
    return {};
}

std::int64_t trsv_blocks(const TrsvParameters& p, std::int64_t n) noexcept {
    return (n + p.blocking.block - 1) / p.blocking.block;
}

std::int64_t scratch_cols(const TrsvParameters& p, std::int64_t n) noexcept {
    return trsv_blocks(p, n) * (2 * p.blocking.block + 2);
}

InstructionPtr find_trsv(std::string_view text) {
    if (const auto parameters = parse_trsv(text)) return trsv_solve(*parameters);
    std::optional<TrsvParameters> p = inverses_family().read(text);
    if (!p) return nullptr;
    // Any vector will do that suits these items.
    p->blocking.ahead = 0;
    for (p->blocking.vector = 1; p->blocking.vector * size_of(p->type) <= kMostPieceBytes;
         p->blocking.vector *= 2)
        if (trsv_fault(*p).empty()) return trsv_inverses(*p);
    return nullptr;
}

std::vector<std::string> trsv_names() {
    return joined(inverses_family().names(), trsv_family().names());
}

std::int64_t trsv_local_memory(const TrsvParameters& parameters) noexcept {
    const TrsvParameters p = with_defaults(parameters);
    return std::max(local_memory_of_inverses(p), local_memory_of_solve(p));
}

InstructionPtr trsv_inverses(const TrsvParameters& p) {
    return inverses_family().made(p, make_inverses);
}

InstructionPtr trsv_solve(const TrsvParameters& p) {
    return trsv_family().made(p, make_solve);
}

}  // namespace hg::kernels
