#include <algorithm>
#include <array>
#include <bit>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/gemv/gemv_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"

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
    return gemv_family().name(with_defaults(parameters));
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

}  // namespace hg::kernels
