#include <algorithm>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/symv/symv_rules.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kSymvGroups = 4 * 132;  ///< strips: twice as many as run at once on a large GPU
constexpr int kMostOfPatch = 256;              ///< elements that a work-item holds

/// A symv_sum().
struct SymvSum : SymvParameters {
    SymvCoefficients coefficients{};
};

constexpr auto kSumFields = rows_of(kSymvFields, &SymvBlocking::tile, &SymvBlocking::tall,
                                    &SymvBlocking::strip, &SymvBlocking::sum_items);

/// "f64_l"
std::string triangle_text(const SymvParameters& p) {
    return std::string(hg::name(p.type)).append(p.upper ? "_u" : "_l");
}

std::string front_of_symv(const SymvParameters& p) {
    return "symv_" + triangle_text(p);
}

std::string front_of_sum(const SymvSum& sum) {
    const auto& [alpha, beta, overwrite] = sum.coefficients;
    return "symv_sum_" + triangle_text(sum) + "_" + letter_of(alpha) + (overwrite ? '0' : letter_of(beta));
}

/// What is wrong for symv_products() and symv_sum() alike.
std::string division_fault(const SymvParameters& p) {
    if (!is_real(p.type)) return "is made for f32 and f64";
    const std::string fault = limits_fault(kSumFields, p);
    if (!fault.empty() || p.blocking.strip % p.blocking.tall == 0) return fault;
    return "strip must be a multiple of tall";
}

std::string symv_sum_fault(const SymvParameters& parameters, const SymvCoefficients& coefficients) {
    if (coefficients.overwrite && coefficients.beta != VectorCoefficient::number)
        return "beta must be a number if y is overwritten";
    return division_fault(parameters);
}

std::string fault_of_sum(const SymvSum& sum) {
    return symv_sum_fault(sum, sum.coefficients);
}

std::vector<SymvCoefficients> all_coefficients() {
    return Kinds<SymvCoefficients>()
        .with(&SymvCoefficients::alpha, kVectorCoefficients)
        .with(&SymvCoefficients::beta, kVectorCoefficients)
        .with(&SymvCoefficients::overwrite, kBothWays)
        .all;
}

template <class P>
Kinds<P> symv_kinds() {
    return Kinds<P>().with(&P::type, kRealTypes).with(&P::upper, kBothWays);
}

const NamedKernels<SymvParameters>& symv_family() {
    static const NoDestructor family(
        NamedKernels<SymvParameters>(kSymvFields, symv_kinds<SymvParameters>(), front_of_symv, symv_fault));
    return *family;
}

const NamedKernels<SymvSum, SymvParameters>& symv_sum_family() {
    static const NoDestructor family(NamedKernels<SymvSum, SymvParameters>(
        kSumFields, symv_kinds<SymvSum>().with(&SymvSum::coefficients, all_coefficients()), front_of_sum,
        fault_of_sum));
    return *family;
}

std::string symv_sum_name(const SymvParameters& p, const SymvCoefficients& coefficients) {
    return symv_sum_family().name({p, coefficients});
}

/// Towers of tiles above each other, `tall` of them, in a column of order n.
std::int64_t towers_of(const SymvParameters& p, std::int64_t n) noexcept {
    const std::int64_t rows = std::int64_t{p.blocking.tile} * p.blocking.tall;
    return (n + rows - 1) / rows;
}

constexpr double kStartOfSymv = 3e-6;  ///< seconds of a launch beside its traffic: as of products

std::string symv_source() {
    return source_for_elements("vector_common.cl").append(embedded_source("symv.cl"));
}

std::string products_source(int items) {
    return items > 1 ? symv_source() : symv_source().append(embedded_source("symv_alone.cl"));
}

/// What both kernels are compiled with.
std::string symv_options(const SymvParameters& p, int items) {
    using B = SymvBlocking;
    return real_option(p.type) + define("UPPER", p.upper) +
           defines(rows_of(kSymvFields, &B::tile, &B::tall, &B::strip), p.blocking) + define("ITEMS", items);
}

void check_sums(const SymvParameters& p, const Register& sums, std::int64_t n, const std::string& instruction,
                const ExecShape& shape) {
    require_shapes(sums.rows == n && sums.cols == sums_of(p, n), instruction, shape,
                   "sums must be " + std::to_string(n) + "x" + std::to_string(sums_of(p, n)));
}

void check_products(const SymvParameters& p, const ExecShape& shape) {
    const Register& A = shape.registers[0];
    const Register& x = shape.registers[1];
    require_shapes(A.rows == A.cols, name(p), shape, "A must be square");
    require_shapes(is_vector(x) && length(x) == A.rows, name(p), shape,
                   "x must be a vector with as many elements as A has rows");
    check_sums(p, shape.registers[2], A.rows, name(p), shape);
}

void check_sum(const SymvParameters& p, const std::string& instruction, const ExecShape& shape) {
    const Register& y = shape.registers[1];
    require_shapes(is_vector(y), instruction, shape, "y must be a vector, of one column or of one row");
    check_sums(p, shape.registers[0], length(y), instruction, shape);
    for (const Register& r : shape.registers.subspan(2))
        require_shapes(length(r) == 1, instruction, shape, "of and over must be 1x1");
}

InstructionPtr make_products(const SymvParameters& p);

/// With fewer work-items along rows, then along columns; if each would hold too much, with one.
InstructionPtr products_with_fewer(SymvParameters p, std::int64_t most) {
    SymvBlocking& b = p.blocking;
    while (b.row_items * b.column_items > most) (b.column_items > 1 ? b.column_items : b.row_items) /= 2;
    if (!symv_fault(p).empty()) b.row_items = b.column_items = 1;
    return make_products(p);
}

InstructionPtr make_products(const SymvParameters& p) {
    using B = SymvBlocking;
    const int items = p.blocking.row_items * p.blocking.column_items;
    const auto size = static_cast<double>(size_of(p.type));
    Instruction i;
    i.name = name(p);
    i.operands = {{"A", Access::read, p.type}, {"x", Access::read, p.type}, {"sums", Access::write, p.type}};
    i.scalars = {{"x_reversed", ElementType::i32}};
    i.source = products_source(items);
    i.entry = "symv_products";
    i.build_options =
        symv_options(p, items) +
        defines(rows_of(kSymvFields, &B::vector, &B::row_items, &B::column_items, &B::prefetch), p.blocking);
    i.needs = {.local_memory = symv_local_memory(p), .work_group = items};
    i.geometry = [p, items](const ExecShape& shape) {
        return groups_in_a_row(strips_of(p, shape.registers[0].rows), items);
    };
    i.cost = [size](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].rows);
        return Cost{.flops = 2 * n * n, .bytes = (n * (n + 1) / 2 + n) * size, .seconds = kStartOfSymv};
    };
    i.check = [p](const ExecShape& shape) { check_products(p, shape); };
    i.host = symv_products_on_host(p);
    i.with_fewer = [p](std::int64_t most) { return products_with_fewer(p, most); };
    return finished(std::move(i));
}

/// `rows` elements of y in a work-group, and the work-items that share one.
struct SumGroup {
    int rows, items;
};

InstructionPtr make_sum(const SymvParameters& p, const SymvCoefficients& c, const SumGroup& group) {
    const int items = group.rows * group.items;
    constexpr int kNothing = 3;  // of symv.cl
    const int moved = c.overwrite ? 1 : 2;
    Instruction i;
    i.name = symv_sum_name(p, c);
    i.operands = {{"sums", Access::read, p.type},
                  {"y", c.overwrite ? Access::write : Access::read_write, p.type}};
    add_coefficient(i.operands, c.alpha, p.type, "alpha_of", "alpha_over");
    i.scalars = {{"alpha", p.type}};
    if (!c.overwrite) {
        add_coefficient(i.operands, c.beta, p.type, "beta_of", "beta_over");
        i.scalars.push_back({"beta", p.type});
    }
    i.scalars.push_back({"y_reversed", ElementType::i32});
    i.source = symv_source();
    i.entry = "symv_sum";
    i.build_options =
        symv_options(p, items) + define("SUM", 1) + define("SUM_ROWS", group.rows) +
        defines(rows_of(kSymvFields, &SymvBlocking::sum_items), SymvBlocking{.sum_items = group.items}) +
        define("ALPHA", static_cast<int>(c.alpha)) +
        define("BETA", c.overwrite ? kNothing : static_cast<int>(c.beta));
    i.needs = {.local_memory = items * size_of(p.type), .work_group = items};
    i.geometry = [items, rows = group.rows](const ExecShape& shape) {
        return groups_in_a_row((shape.registers[0].rows + rows - 1) / rows, items);
    };
    i.cost = [moved, type = p.type](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].rows);
        return Cost{.flops = (2 * moved - 1) * n,
                    .bytes = moved * n * static_cast<double>(size_of(type)),
                    .seconds = kStartOfSymv};
    };
    i.check = [p, instruction = i.name](const ExecShape& shape) { check_sum(p, instruction, shape); };
    i.host = symv_sum_on_host(p, c);
    i.with_fewer = [p, c](std::int64_t most) {
        const auto fewer = static_cast<int>(power_of_two_in(std::min<std::int64_t>(most, kSymvSumRows)));
        return make_sum(p, c, {fewer, 1});
    };
    return finished(std::move(i));
}

}  // namespace

SymvBlocking default_symv_blocking(ElementType type, std::int64_t n, bool is_gpu) {
    if (!is_gpu) {
        const int tile = n <= 2048 ? 128 : 256;
        return {.vector = elements_of_piece(type, kMostPieceBytes),
                .tile = tile,
                .strip = 1,
                .row_items = 1,
                .column_items = 1,
                .sum_items = 1};
    }
    SymvBlocking b{.vector = elements_of_piece(type)};
    if (n <= 512) b.tile = 32;
    b.row_items = std::min(b.row_items, b.tile / b.vector);
    const auto fills = [&](int tall, int strip) {
        b.tall = tall;
        b.strip = strip;
        return strips_of({.type = type, .blocking = b}, n) >= kSymvGroups;
    };
    for (int tall = 4; tall >= 1; tall /= 2)
        for (int strip = 16; strip >= tall; strip /= 2)
            if (fills(tall, strip)) return b;
    return b;
}

std::string name(const SymvParameters& parameters) {
    return symv_family().name(parameters);
}

std::optional<SymvParameters> parse_symv(std::string_view text) {
    return symv_family().parse(text);
}

std::string symv_fault(const SymvParameters& parameters) {
    if (const std::string fault = division_fault(parameters); !fault.empty()) return fault;
    const SymvParameters p = with_defaults(parameters);
    const SymvBlocking& b = p.blocking;
    if (std::string fault = limits_fault(kSymvFields, p); !fault.empty()) return fault;
    if (b.row_items > b.tile / b.vector) return "row_items must be tile / vector at most";
    if (b.column_items > b.tile) return "column_items must be tile at most";
    if (b.row_items * b.column_items > 1024) return "row_items * column_items must be 1024 at most";
    if (is_alone(b)) return {};
    const int patch = b.tile * b.tile / (b.row_items * b.column_items);
    if (patch * (1 + b.prefetch) + b.tall * b.tile / b.row_items > kMostOfPatch)
        return "a work-item must hold 256 elements at most";
    return {};
}

std::int64_t sums_of(const SymvParameters& p, std::int64_t n) noexcept {
    return towers_of(p, n) + 1;
}

std::int64_t strips_of(const SymvParameters& p, std::int64_t n) noexcept {
    const std::int64_t width = p.blocking.strip / p.blocking.tall;
    std::int64_t strips = 0;
    for (std::int64_t towers = towers_of(p, n); towers > 0; towers -= width) strips += towers;
    return strips;
}

InstructionPtr find_symv(std::string_view text) {
    if (const auto parameters = parse_symv(text)) return symv_products(*parameters);
    const auto sum = symv_sum_family().parse(text);
    return sum ? symv_sum(*sum, sum->coefficients) : nullptr;
}

std::vector<std::string> symv_names() {
    return joined(symv_family().names(), symv_sum_family().names());
}

/// LOCAL_SUMS, x_of_rows and x_of_columns of symv.cl.
std::int64_t symv_local_memory(const SymvParameters& p) noexcept {
    const SymvBlocking& b = p.blocking;
    if (is_alone(b)) return 0;
    const std::int64_t sums = std::max(2 * (b.row_items + 1), (b.tall > 1 ? 2 : 1) * (b.column_items + 1));
    return b.tile * (sums + b.tall + 2) * size_of(p.type);
}

InstructionPtr symv_products(const SymvParameters& parameters) {
    return symv_family().made(parameters, make_products);
}

InstructionPtr symv_sum(const SymvParameters& parameters, const SymvCoefficients& coefficients) {
    return symv_sum_family().made({parameters, coefficients}, [&](const SymvSum&) {
        return make_sum(parameters, coefficients, {kSymvSumRows, parameters.blocking.sum_items});
    });
}

}  // namespace hg::kernels
