#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"
#include "kernels/vector/vector_rules.hpp"
#include <hg/kernels/vector.hpp>

namespace hg::kernels {
namespace {

/// More than there are steps, but for vectors of gigabytes.
constexpr int kManyGroups = 1 << 20;
constexpr std::int64_t kStepsOfOneGroup = 4;  ///< up to which one work-group does a whole reduction

/// How names tell of coefficients, by the numbers of VectorCoefficient.
constexpr std::array<std::string_view, 3> kCoefficients{"", "_a", "_q"};

std::string front(VectorOperation operation) {
    return "vector_" + std::string(name(operation)) + "_";
}

/// A complex element is a piece by itself.
int elements_at_once(ElementType type, int bytes = kPieceBytes) {
    return is_complex(type) ? 1 : elements_of_piece(type, bytes);
}

bool read_blocking(NameReader& reader, VectorBlocking& b) {
    return reader.take("_v") && reader.take_number(b.vector) && reader.take("_w") &&
           reader.take_number(b.work) && reader.take("_i") && reader.take_number(b.items) &&
           reader.take("_g") && reader.take_number(b.groups) && reader.at_end();
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

VectorParameters with_defaults(VectorParameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = elements_at_once(p.type);
    return p;
}

std::string name(const VectorParameters& parameters) {
    const VectorParameters p = with_defaults(parameters);
    const VectorBlocking& b = p.blocking;
    return front(p.operation)
        .append(hg::name(p.type))
        .append(kCoefficients[static_cast<std::size_t>(p.coefficient)])
        .append("_v" + std::to_string(b.vector) + "_w" + std::to_string(b.work))
        .append("_i" + std::to_string(b.items) + "_g" + std::to_string(b.groups));
}

std::optional<VectorParameters> parse_vector(std::string_view text) {
    for (const VectorOperation operation : kComplexVectorOperations) {
        NameReader named(text);
        if (!named.take("vector_") || !named.take(name(operation)) || !named.take("_")) continue;
        for (const ElementType type : kFloatingTypes)
            for (std::size_t c = 0; c < kCoefficients.size(); ++c) {
                NameReader reader = named;
                VectorParameters p{operation, type, static_cast<VectorCoefficient>(c), {}};
                if (reader.take(hg::name(type)) && reader.take(kCoefficients[c]) &&
                    read_blocking(reader, p.blocking) && p.blocking.vector > 0 && vector_fault(p).empty())
                    return p;
            }
    }
    return std::nullopt;
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
    return front(operation).append("total_").append(hg::name(type)).append("_i" + std::to_string(items));
}

InstructionPtr find_vector(std::string_view text) {
    if (const auto parameters = parse_vector(text)) return vector_kernel(*parameters);
    for (const VectorOperation operation : kVectorOperations)
        for (const ElementType type : kFloatingTypes) {
            NameReader reader(text);
            int items = 0;
            if (is_reduction(operation) && has_total(operation, type) &&
                reader.take(front(operation).append("total_").append(hg::name(type))) && reader.take("_i") &&
                reader.take_number(items) && reader.at_end() && items_fault(items).empty())
                return vector_total(operation, type, items);
        }
    return nullptr;
}

std::vector<std::string> vector_names() {
    std::vector<std::string> all;
    for (const VectorOperation operation : kComplexVectorOperations)
        for (const ElementType type : kFloatingTypes) {
            for (const auto coefficient :
                 {VectorCoefficient::number, VectorCoefficient::element, VectorCoefficient::quotient}) {
                const VectorParameters p{operation, type, coefficient, {}};
                if (vector_fault(p).empty()) all.push_back(name(p));
            }
            if (is_reduction(operation) && has_total(operation, type))
                all.push_back(total_name(operation, type, VectorBlocking{}.items));
        }
    return all;
}

}  // namespace hg::kernels
