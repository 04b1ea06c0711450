#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostItems = 1024;
constexpr std::int64_t kMostLocalMemory = std::int64_t{32} << 10;

constexpr auto kTotalFields = std::to_array<Field<GemvTotalParameters>>(
    {{&GemvTotalParameters::lanes, "lanes", "_l", powers_of_two(1, kMostGemvTotalLanes)}});

std::string front_of_gemv(const GemvParameters& p) {
    return std::string(p.triangle ? "trmv_" : "gemv_")
        .append(p.transpose ? "t_" : "n_")
        .append(hg::name(p.type))
        .append(coefficients_text(p));
}

std::string front_of_total(const GemvTotalParameters& p) {
    return std::string("gemv_total_").append(hg::name(p.type)).append(coefficients_text(p));
}

/// All kinds of what has alpha and beta.
template <class P>
Kinds<P> with_coefficients(const Kinds<P>& kinds) {
    return kinds.with(&P::type, kFloatingTypes)
        .with(&P::overwrite, kBothWays)
        .with(&P::alpha, kVectorCoefficients)
        .with(&P::beta, kVectorCoefficients);
}

const NamedKernels<GemvParameters>& gemv_family() {
    static const NoDestructor family(
        NamedKernels<GemvParameters>(kGemvFields,
                                     with_coefficients(Kinds<GemvParameters>()
                                                           .with(&GemvParameters::triangle, kBothWays)
                                                           .with(&GemvParameters::transpose, kBothWays)),
                                     front_of_gemv, gemv_fault));
    return *family;
}

const NamedKernels<GemvTotalParameters>& gemv_total_family() {
    static const NoDestructor family(NamedKernels<GemvTotalParameters>(
        kTotalFields, with_coefficients(Kinds<GemvTotalParameters>()), front_of_total, gemv_total_fault));
    return *family;
}

template <class P>
std::string coefficients_fault(const P& p) {
    if (p.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    return p.overwrite && p.beta != VectorCoefficient::number ? "has no beta, since it overwrites y" : "";
}

constexpr double kGemvStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products

double elements(const Register& r) {
    return static_cast<double>(r.rows) * static_cast<double>(r.cols);
}

bool is_vector_of(const Register& r, std::int64_t length) {
    return (r.rows == 1 || r.cols == 1) && r.rows * r.cols == length;
}

std::string gemv_source(std::string_view kernel) {
    return source_for_elements("vector_common.cl")
        .append(embedded_source("gemv_common.cl"))
        .append(embedded_source(std::string(kernel) + ".cl"));
}

/// y, with the registers and scalars of alpha and beta.
template <class Parameters>
void add_result(Instruction& i, const Parameters& p) {
    i.operands.push_back({"y", p.overwrite ? Access::write : Access::read_write, p.type});
    add_coefficient(i.operands, p.alpha, p.type, "a", "a_over");
    add_coefficient(i.operands, p.beta, p.type, "b", "b_over");
    i.scalars.push_back({"alpha", p.type});
    if (!p.overwrite) i.scalars.push_back({"beta", p.type});
}

template <class Parameters>
std::string coefficient_options(const Parameters& p) {
    return define("ALPHA", static_cast<int>(p.alpha)) + define("BETA", static_cast<int>(p.beta)) +
           define("OVERWRITE", p.overwrite);
}

/// The registers behind y are numbers.
void check_coefficients(const ExecShape& shape, std::size_t first, const std::string& instruction) {
    for (const Register& r : shape.registers.subspan(first))
        require_shapes(elements(r) == 1, instruction, shape, "registers of alpha and beta must be 1x1");
}

void check_gemv(const GemvParameters& p, const ExecShape& shape) {
    const std::string instruction = name(p);
    const Register& a = shape.registers[0];
    const std::int64_t in = p.transpose ? a.rows : a.cols;
    const std::int64_t out = p.transpose ? a.cols : a.rows;
    require_shapes(!p.triangle || a.rows == a.cols, instruction, shape, "A must be square");
    require_shapes(p.transpose || a.rows >= p.blocking.vector, instruction, shape,
                   "A must have " + std::to_string(p.blocking.vector) + " rows at least, those of a piece");
    require_shapes(is_vector_of(shape.registers[1], in), instruction, shape,
                   "x must be a vector of " + std::to_string(in) + " elements");
    const Register& result = shape.registers[2];
    if (leaves_sums(p)) {
        require_shapes(result.rows == out && result.cols == p.blocking.split, instruction, shape,
                       "sums must be " + std::to_string(out) + "x" + std::to_string(p.blocking.split));
        return;
    }
    require_shapes(is_vector_of(result, out), instruction, shape,
                   "y must be a vector of " + std::to_string(out) + " elements");
    check_coefficients(shape, 3, instruction);
}

double bytes_of(const Register& r, bool is_read) {
    return elements(r) * (is_read ? 2 : 1) * static_cast<double>(size_of(r.type));
}

Cost gemv_cost(const GemvParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const double rows = static_cast<double>(a.rows);
    const double count = p.triangle ? rows * (rows + 1) / 2 : elements(a);
    Cost cost{.flops = 2 * count * real_operations(p.type),
              .bytes = count * static_cast<double>(size_of(p.type)) + bytes_of(shape.registers[1], false),
              .seconds = kGemvStart};
    if (!leaves_sums(p)) cost.bytes += bytes_of(shape.registers[2], !p.overwrite);
    return cost;
}

void set_gemv_operands(Instruction& i, const GemvParameters& p) {
    i.operands = {{"A", Access::read, p.type, size_of(p.type)}, {"x", Access::read, p.type}};
    if (leaves_sums(p))
        i.operands.push_back({"sums", Access::write, p.type});
    else
        add_result(i, p);
    i.scalars.push_back({"x_reversed", ElementType::i32});
    if (!leaves_sums(p)) i.scalars.push_back({"y_reversed", ElementType::i32});
    if (p.triangle)
        i.scalars.insert(i.scalars.end(), {{"upper", ElementType::i32}, {"unit", ElementType::i32}});
    if (is_complex(p.type)) i.scalars.push_back({"conjugated", ElementType::i32});
}

Geometry gemv_geometry(const GemvParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const std::int64_t block = gemv_block(p);
    const std::int64_t blocks = ((p.transpose ? a.cols : a.rows) + block - 1) / block;
    Geometry geometry = groups_in_a_row(blocks, std::int64_t{p.blocking.row_items} * p.blocking.column_items);
    geometry.global[1] = static_cast<std::size_t>(p.blocking.split);
    return geometry;
}

InstructionPtr make_gemv(const GemvParameters& p);

/// First with fewer work-items that share a sum, then with smaller blocks of y.
InstructionPtr gemv_with_fewer(GemvParameters p, std::int64_t most) {
    int& sharing = p.transpose ? p.blocking.row_items : p.blocking.column_items;
    int& others = p.transpose ? p.blocking.column_items : p.blocking.row_items;
    while (std::int64_t{sharing} * others > most) (sharing > 1 ? sharing : others) /= 2;
    return make_gemv(p);
}

InstructionPtr make_gemv(const GemvParameters& p) {
    const GemvBlocking& b = p.blocking;
    const std::string kernel = p.transpose ? "gemv_t" : "gemv_n";
    Instruction i;
    i.name = name(p);
    set_gemv_operands(i, p);
    i.source = gemv_source(kernel);
    i.entry = kernel;
    i.build_options =
        element_options(p.type) + define("ITEMS", std::int64_t{b.row_items} * b.column_items) +
        defines(
            rows_of(kGemvFields, &GemvBlocking::row_items, &GemvBlocking::column_items, &GemvBlocking::vector,
                    p.transpose ? &GemvBlocking::columns : &GemvBlocking::rows, &GemvBlocking::unroll),
            b) +
        define("SUMS", leaves_sums(p)) + define("TRIANGLE", p.triangle) + coefficient_options(p);
    i.needs = {.local_memory = gemv_local_memory(p),
               .work_group = std::int64_t{b.row_items} * b.column_items};
    i.geometry = [p](const ExecShape& shape) { return gemv_geometry(p, shape); };
    i.cost = [p](const ExecShape& shape) { return gemv_cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_gemv(p, shape); };
    i.host = gemv_on_host(p);
    i.with_fewer = [p](std::int64_t most) { return gemv_with_fewer(p, most); };
    return finished(std::move(i));
}

InstructionPtr make_gemv_total(const GemvTotalParameters& p, std::int64_t items) {
    const std::int64_t lanes = std::min<std::int64_t>(p.lanes, items);
    Instruction i;
    i.name = name(p);
    i.operands.push_back({"sums", Access::read, p.type});
    add_result(i, p);
    i.scalars.push_back({"y_reversed", ElementType::i32});
    i.source = gemv_source("gemv_total");
    i.entry = "gemv_total";
    i.build_options = element_options(p.type) + define("ITEMS", items) + define("VECTOR", 1) +
                      define("LANES", lanes) + coefficient_options(p);
    i.needs = {.local_memory = items * size_of(p.type), .work_group = items};
    i.geometry = [items, elements = items / lanes](const ExecShape& shape) {
        return groups_in_a_row((shape.registers[0].rows + elements - 1) / elements, items);
    };
    i.cost = [p](const ExecShape& shape) {
        return Cost{.bytes = bytes_of(shape.registers[1], !p.overwrite), .seconds = kGemvStart};
    };
    i.check = [p](const ExecShape& shape) {
        const std::int64_t rows = shape.registers[0].rows;
        require_shapes(is_vector_of(shape.registers[1], rows), name(p), shape,
                       "y must be a vector of " + std::to_string(rows) + " elements");
        check_coefficients(shape, 2, name(p));
    };
    i.host = gemv_total_on_host(p);
    i.with_fewer = [p](std::int64_t most) { return make_gemv_total(p, power_of_two_in(most)); };
    return finished(std::move(i));
}

}  // namespace

bool leaves_sums(const GemvParameters& p) noexcept {
    return p.triangle || p.blocking.split > 1;
}

std::int64_t gemv_block(const GemvParameters& p) noexcept {
    const GemvBlocking& b = p.blocking;
    return p.transpose ? std::int64_t{b.column_items} * b.columns
                       : std::int64_t{b.row_items} * b.vector * b.rows;
}

std::int64_t gemv_strip(const GemvParameters& p) noexcept {
    const GemvBlocking& b = p.blocking;
    return std::int64_t{b.unroll} * (p.transpose ? std::int64_t{b.row_items} * b.vector : b.column_items);
}

std::int64_t gemv_local_memory(const GemvParameters& p) noexcept {
    const GemvBlocking& b = p.blocking;
    const std::int64_t half = std::int64_t{b.row_items} * b.column_items / 2;
    if (p.transpose) return b.row_items > 1 ? half * b.columns * size_of(p.type) : 0;
    return b.column_items > 1 ? half * b.rows * b.vector * size_of(p.type) : 0;
}

std::string gemv_fault(const GemvParameters& parameters) {
    if (std::string fault = coefficients_fault(parameters); !fault.empty()) return fault;
    const GemvParameters p = with_defaults(parameters);
    if (leaves_sums(p) && !coefficients_text(p).empty()) return "leaves alpha, beta and y to gemv_total";
    if (std::string fault = limits_fault(kGemvFields, p); !fault.empty()) return fault;
    if (std::int64_t{p.blocking.row_items} * p.blocking.column_items > kMostItems)
        return "row_items x column_items must be 1024 at most";
    return gemv_local_memory(p) > kMostLocalMemory ? "takes more than 32 KiB of local memory" : "";
}

std::string gemv_total_fault(const GemvTotalParameters& p) {
    const std::string fault = coefficients_fault(p);
    return fault.empty() ? limits_fault(kTotalFields, p) : fault;
}

std::string name(const GemvParameters& parameters) {
    return gemv_family().name(parameters);
}

std::string name(const GemvTotalParameters& parameters) {
    return gemv_total_family().name(parameters);
}

std::optional<GemvParameters> parse_gemv(std::string_view text) {
    return gemv_family().parse(text);
}

int gemv_total_lanes(std::int64_t split) noexcept {
    constexpr std::int64_t kSumsOfAnItem = 4;
    const auto lanes = static_cast<std::uint64_t>(std::max<std::int64_t>(split / kSumsOfAnItem, 1));
    return static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(lanes), kMostGemvTotalLanes));
}

InstructionPtr find_gemv(std::string_view text) {
    if (const auto parameters = parse_gemv(text)) return gemv_kernel(*parameters);
    const auto total = gemv_total_family().parse(text);
    return total ? gemv_total(*total) : nullptr;
}

std::vector<std::string> gemv_names() {
    return joined(gemv_family().names(), gemv_total_family().names());
}

InstructionPtr gemv_kernel(const GemvParameters& parameters) {
    return gemv_family().made(parameters, make_gemv);
}

InstructionPtr gemv_total(const GemvTotalParameters& p) {
    return gemv_total_family().made(
        p, [](const GemvTotalParameters& total) { return make_gemv_total(total, kGemvTotalItems); });
}

}  // namespace hg::kernels
