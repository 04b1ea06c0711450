#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/vector/vector_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/vector.hpp>

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
    // What writes is fastest with a work-group a step: on one H200 copy 4160 GB/s, with 1024 work-groups 3960.
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

std::string total_name(VectorOperation operation, ElementType type, int items) {
    return vector_total_family().name({operation, type, items});
}

InstructionPtr find_vector(std::string_view text) {
    if (const auto parameters = parse_vector(text)) return vector_kernel(*parameters);
    const auto total = vector_total_family().parse(text);
    return total ? vector_total(total->operation, total->type, total->items) : nullptr;
}

std::vector<std::string> vector_names() {
    return joined(vector_family().names(), vector_total_family().names());
}

}  // namespace hg::kernels
