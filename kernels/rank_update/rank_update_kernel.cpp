#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kFewestItems = 32;              ///< of a work-group on a GPU
constexpr std::int64_t kUpdateGroups = 1056;  ///< eight for each multiprocessor of a large GPU

std::string front_of_update(const RankUpdateParameters& p) {
    static constexpr std::array<std::string_view, 3> kCoefficients{"", "_a", "_q"};
    std::string text(name(p.operation, p.type));
    text.append("_").append(hg::name(p.type));
    if (p.operation != RankUpdate::ger) text.append(p.upper ? "_u" : "_l");
    return text.append(kCoefficients[static_cast<std::size_t>(p.coefficient)]);
}

const NamedKernels<RankUpdateParameters>& update_family() {
    using P = RankUpdateParameters;
    static const NoDestructor family(NamedKernels<P>(kRankUpdateFields,
                                                     Kinds<P>()
                                                         .with(&P::operation, kRankUpdates)
                                                         .with(&P::type, kFloatingTypes)
                                                         .with(&P::upper, kBothWays)
                                                         .with(&P::coefficient, kVectorCoefficients),
                                                     front_of_update, rank_update_fault));
    return *family;
}

constexpr double kStartOfUpdate = 3e-6;  ///< seconds of a launch beside its traffic: as of products

bool has_y(const RankUpdateParameters& p) {
    return p.operation != RankUpdate::syr;
}

const Register& matrix_of(const RankUpdateParameters& p, const ExecShape& shape) {
    return shape.registers[has_y(p) ? 2 : 1];
}

void set_update_operands(Instruction& i, const RankUpdateParameters& p) {
    i.operands.push_back({"x", Access::read, p.type});
    if (has_y(p)) i.operands.push_back({"y", Access::read, p.type});
    i.operands.push_back({"A", Access::read_write, p.type});
    add_coefficient(i.operands, p.coefficient, p.type, "of", "over");
    i.scalars = {{"alpha", p.type}, {"x_reversed", ElementType::i32}};
    if (has_y(p)) i.scalars.push_back({"y_reversed", ElementType::i32});
    if (!is_complex(p.type)) return;
    if (p.operation == RankUpdate::ger)
        i.scalars.insert(i.scalars.end(), {{"y_conjugated", ElementType::i32}, {"p_real", ElementType::i32}});
    i.scalars.push_back({"conjugated", ElementType::i32});
}

void check_update_shapes(const RankUpdateParameters& p, const ExecShape& shape) {
    const Register& A = matrix_of(p, shape);
    const std::string instruction = name(p);
    const auto fits = [](const Register& v, std::int64_t n) { return is_vector(v) && length(v) == n; };
    require_shapes(p.operation == RankUpdate::ger || A.rows == A.cols, instruction, shape,
                   "A must be square");
    require_shapes(fits(shape.registers[0], A.rows), instruction, shape,
                   "x must be a vector with as many elements as A has rows");
    require_shapes(!has_y(p) || fits(shape.registers[1], A.cols), instruction, shape,
                   "y must be a vector with as many elements as A has columns");
    for (std::size_t c = has_y(p) ? 3 : 2; c < shape.registers.size(); ++c)
        require_shapes(length(shape.registers[c]) == 1, instruction, shape, "of and over must be 1x1");
}

Cost cost_of_update(const RankUpdateParameters& p, const ExecShape& shape) {
    const Register& A = matrix_of(p, shape);
    const auto m = static_cast<double>(A.rows);
    const auto n = static_cast<double>(A.cols);
    const bool is_ger = p.operation == RankUpdate::ger;
    const double elements = is_ger ? m * n : n * (n + 1) / 2;
    const double vectors = is_ger ? m + n : has_y(p) ? 2 * n : n;
    return {.flops = elements * (p.operation == RankUpdate::syr2 ? 4 : 2) * real_operations(p.type),
            .bytes = (2 * elements + vectors) * static_cast<double>(size_of(p.type)),
            .seconds = kStartOfUpdate};
}

InstructionPtr make_update(const RankUpdateParameters& p);

/// Blocks of fewer rows.
InstructionPtr with_fewer_rows(RankUpdateParameters p, std::int64_t most) {
    RankUpdateBlocking& b = p.blocking;
    b.items = static_cast<int>(std::min<std::int64_t>(power_of_two_in(most), b.items));
    b.columns = std::min(b.columns, b.vector * b.items);
    b.unroll = std::min(b.unroll, b.columns);
    return make_update(p);
}

InstructionPtr make_update(const RankUpdateParameters& p) {
    const RankUpdateBlocking& b = p.blocking;
    Instruction i;
    i.name = name(p);
    set_update_operands(i, p);
    i.source = source_for_elements("vector_common.cl").append(embedded_source("rank_update.cl"));
    i.entry = "rank_update";
    i.build_options = element_options(p.type) + define("OPERATION", static_cast<int>(p.operation)) +
                      define("UPPER", p.upper) + define("COEFFICIENT", static_cast<int>(p.coefficient)) +
                      defines(kRankUpdateFields, b);
    i.needs.work_group = b.items;
    i.geometry = [p](const ExecShape& shape) {
        const Register& A = matrix_of(p, shape);
        return groups_in_a_row(groups_of(p, A.rows, A.cols), p.blocking.items);
    };
    i.cost = [p](const ExecShape& shape) { return cost_of_update(p, shape); };
    i.check = [p](const ExecShape& shape) { check_update_shapes(p, shape); };
    i.host = rank_update_on_host(p);
    i.with_fewer = [p](std::int64_t most) { return with_fewer_rows(p, most); };
    return finished(std::move(i));
}

}  // namespace

std::string_view name(RankUpdate operation, ElementType type) noexcept {
    using Names = std::array<std::string_view, std::size(kRankUpdates)>;
    static constexpr Names kNames{"ger", "syr", "syr2"}, kComplexNames{"ger", "her", "her2"};
    return (is_complex(type) ? kComplexNames : kNames)[static_cast<std::size_t>(operation)];
}

RankUpdateBlocking default_blocking(RankUpdate operation, ElementType type, std::int64_t m, std::int64_t n,
                                    bool is_gpu) {
    const int bytes = is_gpu ? kPieceBytes : kMostPieceBytes;
    RankUpdateBlocking b{.vector = elements_at_once(type, bytes)};
    // A work-item of a CPU is a pass of a loop.
    if (!is_gpu) return {.vector = b.vector, .items = is_complex(type) ? 64 : 16, .columns = 32, .unroll = 1};
    // Flat blocks are fastest if they are whole: on one H200, n = 16384, 4226 GB/s, and 4028 with blocks of
    // 32 columns.
    if (operation == RankUpdate::ger) {
        b.items = 256;
        b.columns = b.unroll;
    }
    // What lies on the diagonal takes longer: small blocks keep it small.
    if (operation != RankUpdate::ger && n < 2048) b.items = kFewestItems;
    const auto is_short = [&] {
        return groups_of({.operation = operation, .blocking = b}, m, n) < kUpdateGroups;
    };
    while (b.items > kFewestItems && std::int64_t{b.vector} * b.items > m) b.items /= 2;
    while (b.columns > b.unroll && is_short()) b.columns /= 2;
    while (b.items > kFewestItems && is_short()) b.items /= 2;
    return b;
}

std::string name(const RankUpdateParameters& parameters) {
    return update_family().name(parameters);
}

std::optional<RankUpdateParameters> parse_rank_update(std::string_view text) {
    return update_family().parse(text);
}

std::string rank_update_fault(const RankUpdateParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const RankUpdateParameters p = with_defaults(parameters);
    const RankUpdateBlocking& b = p.blocking;
    if (std::string fault = limits_fault(kRankUpdateFields, p); !fault.empty()) return fault;
    if (b.columns > b.vector * b.items) return "columns must be vector * items at most";
    if (b.unroll > b.columns) return "unroll must be columns at most";
    if (p.upper && p.operation == RankUpdate::ger) return "ger has no triangle";
    return {};
}

std::int64_t rows_of_block(const RankUpdateParameters& parameters) noexcept {
    const RankUpdateBlocking b = with_defaults(parameters).blocking;
    return std::int64_t{b.vector} * b.items;
}

std::int64_t groups_of(const RankUpdateParameters& p, std::int64_t m, std::int64_t n) noexcept {
    const std::int64_t rows = rows_of_block(p);
    const std::int64_t blocks = (m + rows - 1) / rows;
    if (p.operation == RankUpdate::ger) return blocks * ((n + p.blocking.columns - 1) / p.blocking.columns);
    return blocks * (blocks + 1) / 2 * (rows / p.blocking.columns);
}

InstructionPtr find_rank_update(std::string_view text) {
    const auto parameters = parse_rank_update(text);
    return parameters ? rank_update(*parameters) : nullptr;
}

std::vector<std::string> rank_update_names() {
    return update_family().names();
}

InstructionPtr rank_update(const RankUpdateParameters& parameters) {
    return update_family().made(parameters, make_update);
}

}  // namespace hg::kernels
