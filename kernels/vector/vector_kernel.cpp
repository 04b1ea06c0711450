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
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/piece.hpp"
#include "kernels/shapes.hpp"
#include "kernels/vector/vector_rules.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// More than there are steps, but for vectors of gigabytes.
constexpr int kManyGroups = 1 << 20;
constexpr std::int64_t kStepsOfOneGroup = 4;  ///< up to which one work-group does a whole reduction

/// A vector_total().
struct VectorTotal {
    VectorOperation operation = VectorOperation::dot;
    ElementType type = ElementType::f64;
    int items = VectorBlocking{}.items;
};

constexpr auto kTotalFields = std::to_array<Field<VectorTotal>>(
    {{&VectorTotal::items, "items", "_i",
      kVectorFields[position_of(kVectorFields, &VectorBlocking::items)].limits}});

std::string front_of_vector(const VectorParameters& p) {
    static constexpr std::array<std::string_view, 3> kCoefficients{"", "_a", "_q"};  // by their numbers
    return std::string("vector_")
        .append(name(p.operation))
        .append("_")
        .append(hg::name(p.type))
        .append(kCoefficients[static_cast<std::size_t>(p.coefficient)]);
}

std::string front_of_total(const VectorTotal& total) {
    return std::string("vector_")
        .append(name(total.operation))
        .append("_total_")
        .append(hg::name(total.type));
}

/// Whether there is a vector_total() of its own: of complex elements dotc has that of dot, and real sums have
/// those of real elements.
constexpr bool has_total(VectorOperation operation, ElementType type) noexcept {
    if (operation == VectorOperation::dotc) return false;
    return !is_complex(type) || operation == VectorOperation::dot || operation == VectorOperation::iamax;
}

std::string total_fault(const VectorTotal& total) {
    if (!is_reduction(total.operation) || !has_total(total.operation, total.type)) return "there is none";
    return limits_fault(kTotalFields, total);
}

const NamedKernels<VectorParameters>& vector_family() {
    static const NoDestructor family(
        NamedKernels<VectorParameters>(kVectorFields,
                                       Kinds<VectorParameters>()
                                           .with(&VectorParameters::operation, kComplexVectorOperations)
                                           .with(&VectorParameters::type, kFloatingTypes)
                                           .with(&VectorParameters::coefficient, kVectorCoefficients),
                                       front_of_vector, vector_fault));
    return *family;
}

const NamedKernels<VectorTotal>& vector_total_family() {
    static const NoDestructor family(
        NamedKernels<VectorTotal>(kTotalFields,
                                  Kinds<VectorTotal>()
                                      .with(&VectorTotal::operation, kVectorOperations)
                                      .with(&VectorTotal::type, kFloatingTypes),
                                  front_of_total, total_fault));
    return *family;
}

std::string total_name(VectorOperation operation, ElementType type, int items) {
    return vector_total_family().name({operation, type, items});
}

std::string items_fault(int items) {
    return is_power_of_two(items) && items <= 1024 ? "" : "items must be a power of two up to 1024";
}

/// The operands a and b that the coefficient has: 0 to 2.
constexpr int coefficients_of(VectorOperation operation, VectorCoefficient coefficient) noexcept {
    if (coefficient == VectorCoefficient::number) return 0;
    return coefficient == VectorCoefficient::quotient || operation == VectorOperation::rot ? 2 : 1;
}

constexpr double kStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products

bool takes_coefficient(VectorOperation operation) {
    return operation == VectorOperation::scal || operation == VectorOperation::axpy ||
           operation == VectorOperation::rot || operation == VectorOperation::real_scal;
}

/// Of elements of vectors: read and written, and real operations, for each i.
struct Work {
    int moved;
    int flops;
};

Work work_of(VectorOperation operation) {
    switch (operation) {
        case VectorOperation::copy:
            return {2, 0};
        case VectorOperation::swap:
            return {4, 0};
        case VectorOperation::scal:
        case VectorOperation::real_scal:
            return {2, 1};
        case VectorOperation::axpy:
            return {3, 2};
        case VectorOperation::rot:
            return {4, 6};
        case VectorOperation::dot:
        case VectorOperation::dotc:
            return {2, 2};
        case VectorOperation::asum:
            return {1, 1};
        case VectorOperation::nrm2:
            return {1, 2};
        case VectorOperation::iamax:
            return {1, 0};
    }
    return {};
}

std::string source_name(VectorOperation operation) {
    if (operation == VectorOperation::iamax) return "vector_iamax";
    return is_reduction(operation) ? "vector_reduce" : "vector_map";
}

std::string source(VectorOperation operation) {
    return source_for_elements("vector_common.cl").append(embedded_source(source_name(operation) + ".cl"));
}

std::string options(VectorOperation operation, ElementType type, int items) {
    const std::string precision = needs_f64(type) ? " -DDOUBLE=1 -DPLACE=long" : " -DDOUBLE=0 -DPLACE=int";
    return element_options(type) + precision + define("OPERATION", static_cast<int>(operation)) +
           define("ITEMS", items);
}

/// A work-group's sums, or sizes and places.
std::int64_t local_memory(VectorOperation operation, ElementType type, int items) {
    const std::int64_t numbers = items * sums_of(operation);
    if (operation == VectorOperation::iamax)
        return numbers * (size_of(traits_of(type).precision) + size_of(ElementType::i32));
    return numbers * size_of(result_type(operation, type));
}

void set_operands(Instruction& i, const VectorParameters& p) {
    const bool reads_x = p.operation == VectorOperation::copy || p.operation == VectorOperation::axpy ||
                         is_reduction(p.operation);
    i.operands.push_back({"x", reads_x ? Access::read : Access::read_write, p.type});
    if (vectors_of(p.operation) == 2) {
        const Access access = is_reduction(p.operation)              ? Access::read
                              : p.operation == VectorOperation::copy ? Access::write
                                                                     : Access::read_write;
        i.operands.push_back({"y", access, p.type});
    }
    const ElementType number = coefficient_type(p.operation, p.type);
    for (int c = 0; c < coefficients_of(p.operation, p.coefficient); ++c)
        i.operands.push_back({c == 0 ? "a" : "b", Access::read, number});
    if (is_reduction(p.operation))
        i.operands.push_back({"sums", Access::write, result_type(p.operation, p.type)});
    if (p.operation == VectorOperation::rot)
        i.scalars = {{"c", number}, {"s", number}};
    else if (takes_coefficient(p.operation))
        i.scalars = {{"alpha", number}};
    if (vectors_of(p.operation) == 2) i.scalars.push_back({"reversed", ElementType::i32});
}

void check_shapes(const VectorParameters& p, const ExecShape& shape) {
    const Register& x = shape.registers[0];
    const std::string instruction = name(p);
    const auto vectors = static_cast<std::size_t>(vectors_of(p.operation));
    const auto coefficients = static_cast<std::size_t>(coefficients_of(p.operation, p.coefficient));
    require_shapes(is_vector(x), instruction, shape, "x must be a vector, of one column or of one row");
    if (vectors == 2)
        require_shapes(is_vector(shape.registers[1]) && length(shape.registers[1]) == length(x), instruction,
                       shape, "y must be a vector as long as x, of one column or of one row");
    for (std::size_t c = 0; c < coefficients; ++c)
        require_shapes(length(shape.registers[vectors + c]) == 1, instruction, shape, "a and b must be 1x1");
    if (!is_reduction(p.operation)) return;
    const Register& sums = shape.registers.back();
    const std::int64_t groups = groups_of(p, length(x));
    const std::int64_t cols = p.blocking.groups == 1 ? 1 : sums_of(p.operation);
    require_shapes(sums.rows == groups && sums.cols == cols, instruction, shape,
                   "sums must be " + std::to_string(groups) + "x" + std::to_string(cols));
}

Cost cost(const VectorParameters& p, const ExecShape& shape) {
    const auto n = static_cast<double>(length(shape.registers[0]));
    const Work work = work_of(p.operation);
    return {.flops = n * work.flops * real_operations(p.type),
            .bytes = n * work.moved * static_cast<double>(size_of(p.type)),
            .seconds = kStart};
}

InstructionPtr make(const VectorParameters& p) {
    const VectorBlocking& b = p.blocking;
    Instruction i;
    i.name = name(p);
    set_operands(i, p);
    i.source = source(p.operation);
    i.entry = source_name(p.operation);
    i.build_options = options(p.operation, p.type, b.items) +
                      defines(rows_of(kVectorFields, &VectorBlocking::vector, &VectorBlocking::work), b);
    if (is_reduction(p.operation))
        i.build_options += define("WHOLE", b.groups == 1);
    else
        i.build_options += define("COEFFICIENT", static_cast<int>(p.coefficient));
    i.needs.work_group = b.items;
    if (is_reduction(p.operation)) i.needs.local_memory = local_memory(p.operation, p.type, b.items);
    i.geometry = [p](const ExecShape& shape) {
        return groups_in_a_row(groups_of(p, length(shape.registers[0])), p.blocking.items);
    };
    i.cost = [p](const ExecShape& shape) { return cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_shapes(p, shape); };
    i.host = vector_on_host(p);
    offer_any_items(i, Kept::work_groups);
    return finished(std::move(i));
}

InstructionPtr make_total(VectorOperation operation, ElementType type, int items) {
    const ElementType sums_type = result_type(operation, type);
    const bool places = operation == VectorOperation::iamax;
    Instruction i;
    i.name = total_name(operation, type, items);
    if (places) i.operands.push_back({"x", Access::read, type});
    i.operands.push_back({"sums", Access::read, sums_type});
    i.operands.push_back({"result", Access::write, sums_type});
    i.source = source(operation);
    i.entry = places ? "vector_first" : "vector_total";
    i.build_options = options(operation, type, items) + define("VECTOR", 1) + define("TOTAL", 1);
    i.needs = {.local_memory = local_memory(operation, type, items), .work_group = items};
    i.geometry = [items](const ExecShape&) { return groups_in_a_row(1, items); };
    i.cost = [](const ExecShape&) { return Cost{.seconds = kStart}; };
    i.check = [=, instruction = i.name](const ExecShape& shape) {
        const Register& sums = shape.registers[places ? 1 : 0];
        if (places) require_shapes(is_vector(shape.registers[0]), instruction, shape, "x must be a vector");
        require_shapes(sums.cols == sums_of(operation), instruction, shape,
                       "sums must have " + std::to_string(sums_of(operation)) + " columns");
        require_shapes(length(shape.registers.back()) == 1, instruction, shape, "result must be 1x1");
    };
    i.host = vector_total_on_host(operation, type, items);
    offer_any_items(i, Kept::work_groups);
    if (places) i.guards = {guard_of_indices(i, 1, {0, Counted::elements}, -1)};
    return finished(std::move(i));
}

}  // namespace

std::string_view name(VectorOperation operation) noexcept {
    static constexpr std::array<std::string_view, std::size(kComplexVectorOperations)> kNames{
        "copy", "swap", "scal", "axpy", "rot", "dot", "asum", "nrm2", "iamax", "real_scal", "dotc"};
    return kNames[static_cast<std::size_t>(operation)];
}

bool is_reduction(VectorOperation operation) noexcept {
    return operation >= VectorOperation::dot && operation != VectorOperation::real_scal;
}

int vectors_of(VectorOperation operation) noexcept {
    switch (operation) {
        case VectorOperation::scal:
        case VectorOperation::real_scal:
        case VectorOperation::asum:
        case VectorOperation::nrm2:
        case VectorOperation::iamax:
            return 1;
        default:
            return 2;
    }
}

ElementType result_type(VectorOperation operation, ElementType type) noexcept {
    if (operation == VectorOperation::iamax) return ElementType::i32;
    const bool is_real = operation == VectorOperation::asum || operation == VectorOperation::nrm2;
    return is_real ? traits_of(type).precision : type;
}

ElementType coefficient_type(VectorOperation operation, ElementType type) noexcept {
    const bool is_real = operation == VectorOperation::rot || operation == VectorOperation::real_scal;
    return is_real ? traits_of(type).precision : type;
}

std::int64_t sums_of(VectorOperation operation) noexcept {
    return operation == VectorOperation::nrm2 ? 3 : 1;
}

VectorBlocking default_blocking(VectorOperation operation, ElementType type, bool is_gpu) {
    const int vector = elements_at_once(type);
    // What writes is fastest with a work-group a step: on one H200 copy 4160 GB/s, with 1024 work-groups
    // 3960.
    if (is_gpu && !is_reduction(operation)) return {.vector = vector, .work = 1, .groups = kManyGroups};
    if (is_gpu) return {.vector = vector};
    // A CPU's core does work-items one after the other.
    return {.vector = elements_at_once(type, kMostPieceBytes), .work = 8, .items = 1, .groups = 64};
}

std::string name(const VectorParameters& parameters) {
    return vector_family().name(parameters);
}

std::optional<VectorParameters> parse_vector(std::string_view text) {
    return vector_family().parse(text);
}

std::int64_t chunk_of(const VectorParameters& parameters) noexcept {
    const VectorBlocking b = with_defaults(parameters).blocking;
    return std::int64_t{b.vector} * b.work * b.items;
}

std::int64_t groups_of(const VectorParameters& parameters, std::int64_t n) noexcept {
    return std::clamp<std::int64_t>(n / chunk_of(parameters), 1, parameters.blocking.groups);
}

bool one_group_is_enough(const VectorParameters& parameters, std::int64_t n) noexcept {
    return n <= kStepsOfOneGroup * chunk_of(parameters);
}

InstructionPtr find_vector(std::string_view text) {
    if (const auto parameters = parse_vector(text)) return vector_kernel(*parameters);
    const auto total = vector_total_family().parse(text);
    return total ? vector_total(total->operation, total->type, total->items) : nullptr;
}

std::vector<std::string> vector_names() {
    return joined(vector_family().names(), vector_total_family().names());
}

std::string vector_fault(const VectorParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const bool of_complex = is_complex(parameters.type);
    if (!of_complex && parameters.operation > VectorOperation::iamax) return "is made for c32 and c64";
    const VectorParameters p = with_defaults(parameters);
    const VectorBlocking& b = p.blocking;
    if (!is_power_of_two(b.vector) || b.vector > 16 || b.vector * size_of(p.type) > kMostPieceBytes)
        return "vector must be 1, 2, 4, 8 or 16, of at most 64 bytes";
    if (of_complex && b.vector != 1) return "vector must be 1";
    if (b.work < 1 || b.work > 16) return "work must lie between 1 and 16";
    if (b.groups < 1) return "groups must be positive";
    if (p.coefficient != VectorCoefficient::number && !takes_coefficient(p.operation))
        return "takes no coefficient";
    if (p.coefficient == VectorCoefficient::quotient && p.operation == VectorOperation::rot)
        return "takes no quotient";
    return items_fault(b.items);
}

InstructionPtr vector_kernel(const VectorParameters& parameters) {
    return vector_family().made(parameters, make);
}

InstructionPtr vector_total(VectorOperation operation, ElementType type, int items) {
    const std::string name = total_name(operation, type, items);
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": supports f32, f64, c32 and c64 only");
    if (!is_reduction(operation))
        throw Error(ErrorCode::invalid_argument, name + ": supports reductions only");
    if (operation == VectorOperation::dotc) return vector_total(VectorOperation::dot, type, items);
    if (!has_total(operation, type)) return vector_total(operation, result_type(operation, type), items);
    if (const std::string fault = items_fault(items); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name + ": " + fault);
    return made_once(name, [&] { return make_total(operation, type, items); });
}

}  // namespace hg::kernels
