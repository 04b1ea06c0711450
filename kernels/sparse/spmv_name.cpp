#include <algorithm>
#include <array>
#include <cstddef>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/sparse/spmv_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSpmvLocalMemory = std::int64_t{48} << 10;
/// A spmv_rest(), of which the share alone counts.
struct SpmvRest {
    SpmvParameters of{};
    int share = 0;
};

constexpr auto kRestFields = std::to_array<Field<SpmvRest>>(
    {{&SpmvRest::share, "share", "_n", whole_numbers(2, static_cast<int>(kMostSpmvShare))}});

std::string front_with(const SpmvParameters& p, std::string_view word) {
    return std::string("spmv_")
        .append(name(p.kernel))
        .append(word)
        .append(hg::name(p.type))
        .append(coefficients_text(p));
}

std::string front_of_spmv(const SpmvParameters& p) {
    return front_with(p, "_") + (p.turned ? "_turned" : "");
}

std::string front_of_rest(const SpmvRest& rest) {
    return front_with(rest.of, "_rest_");
}

/// The share is that of one work-item, or of several with as much work each.
std::string set_rest_blocking(SpmvRest& rest) {
    SpmvBlocking& b = rest.of.blocking;
    for (b.items = 1; b.items <= 1024; b.items *= 2) {
        b.work = rest.share / b.items;
        if (spmv_share(rest.of) == rest.share && spmv_fault(rest.of).empty()) return {};
    }
    return "has no such share";
}

std::string fault_of_rest(const SpmvRest& rest) {
    if (!leaves_rest(rest.of.kernel) || rest.of.turned) return "leaves nothing";
    SpmvRest of_share = rest;
    return set_rest_blocking(of_share);
}

Kinds<SpmvParameters> spmv_kinds() {
    using P = SpmvParameters;
    Kinds<P> kinds = Kinds<P>()
                         .with(&P::kernel, kSpmvKernels)
                         .with(&P::type, kFloatingTypes)
                         .with(&P::overwrite, kBothWays)
                         .with(&P::alpha, kVectorCoefficients)
                         .with(&P::beta, kVectorCoefficients)
                         .with(&P::turned, kBothWays);
    // Shares of the default size take too much local memory for some turned ones.
    for (P& p : kinds.all)
        if (p.turned) p.blocking.items = 64;
    return kinds;
}

const NamedKernels<SpmvParameters>& spmv_family() {
    static const NoDestructor family(
        NamedKernels<SpmvParameters>(kSpmvFields, spmv_kinds(), front_of_spmv, spmv_fault));
    return *family;
}

const NamedKernels<SpmvRest>& spmv_rest_family() {
    static const NoDestructor family([] {
        Kinds<SpmvRest> kinds{{}};
        for (const SpmvParameters& p : spmv_kinds().all)
            kinds.all.push_back({p, static_cast<int>(spmv_share(p))});
        return NamedKernels<SpmvRest>(kRestFields, kinds, front_of_rest, fault_of_rest);
    }());
    return *family;
}

std::string blocking_fault(const SpmvParameters& p) {
    const SpmvBlocking& b = p.blocking;
    if (std::string fault = limits_fault(kSpmvFields, p); !fault.empty()) return fault;
    if (b.items < b.lanes) return "items must be lanes at least";
    if (leaves_rest(p.kernel) && spmv_share(p) > kMostSpmvShare) return "items x work must be 8192 at most";
    if (p.turned && leaves_rest(p.kernel) && b.items < b.columns)
        return "turned: items must be columns at least";
    return spmv_local_memory(p) > kMostSpmvLocalMemory ? "takes more than 48 KiB of local memory" : "";
}

}  // namespace

std::string_view name(SpmvKernel kernel) noexcept {
    static constexpr std::array<std::string_view, 5> kNames{"csr_rows", "csr_merge", "sell", "ell", "coo"};
    return kNames[static_cast<std::size_t>(kernel)];
}

bool leaves_rest(SpmvKernel kernel) noexcept {
    return kernel == SpmvKernel::csr_merge || kernel == SpmvKernel::coo;
}

std::int64_t spmv_share(const SpmvParameters& p) noexcept {
    return std::int64_t{p.blocking.items} * p.blocking.work;
}

std::int64_t spmv_groups(const SpmvParameters& p, std::int64_t rows, std::int64_t elements) noexcept {
    const std::int64_t all = p.kernel == SpmvKernel::coo ? elements : rows + elements;
    return std::max<std::int64_t>((all + spmv_share(p) - 1) / spmv_share(p), 1);
}

std::vector<std::int32_t> spmv_first_rows(const SpmvParameters& p, std::span<const std::int32_t> row_start) {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    const std::int64_t elements = row_start.back();
    const std::int64_t groups = spmv_groups(p, rows, elements);
    std::vector<std::int32_t> first(static_cast<std::size_t>(groups) + 1, static_cast<std::int32_t>(rows));
    std::int64_t row = 0;
    for (std::int64_t g = 0; g < groups; ++g) {
        // Row r ends at place row_start[r + 1] + r of all elements and ends of rows.
        while (row < rows && row_start[static_cast<std::size_t>(row) + 1] + row < g * spmv_share(p)) ++row;
        first[static_cast<std::size_t>(g)] = static_cast<std::int32_t>(row);
    }
    return first;
}

std::int64_t spmv_local_memory(const SpmvParameters& p) noexcept {
    const SpmvBlocking& b = p.blocking;
    const std::int64_t size = size_of(p.type);
    if (!leaves_rest(p.kernel)) return b.lanes > 1 ? std::int64_t{b.items} * b.columns * size : 0;
    const std::int64_t flags = std::int64_t{b.items} * 2;
    const std::int64_t indices = spmv_share(p) * (p.turned ? 2 : 1) + 1 + flags;
    return spmv_share(p) * size + indices * size_of(ElementType::i32);
}

std::string spmv_fault(const SpmvParameters& p) {
    if (p.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    if (p.overwrite && p.beta != VectorCoefficient::number) return "has no beta, since it overwrites y";
    if (p.kernel == SpmvKernel::coo && (p.overwrite || p.beta != VectorCoefficient::number))
        return "has no beta, since it adds to y";
    return blocking_fault(p);
}

std::string name(const SpmvParameters& p) {
    return spmv_family().name(p);
}

std::string spmv_rest_name(const SpmvParameters& p) {
    return spmv_rest_family().name({p, static_cast<int>(spmv_share(p))});
}

std::string spmv_turn_name(ElementType type) {
    return std::string("spmv_turn_").append(hg::name(type));
}

std::optional<SpmvParameters> parse_spmv(std::string_view text) {
    return spmv_family().parse(text);
}

InstructionPtr find_spmv(std::string_view text) {
    if (const auto parameters = parse_spmv(text)) return spmv_kernel(*parameters);
    for (const ElementType type : kFloatingTypes)
        if (text == spmv_turn_name(type)) return spmv_turn(type);
    std::optional<SpmvRest> rest = spmv_rest_family().parse(text);
    return rest && set_rest_blocking(*rest).empty() ? spmv_rest(rest->of) : nullptr;
}

std::vector<std::string> spmv_names() {
    std::vector<std::string> all = spmv_rest_family().names();
    for (const auto& [front, p] : spmv_family().kinds())
        if (!p.turned) all.push_back(name(p));
    for (const ElementType type : kFloatingTypes) all.push_back(spmv_turn_name(type));
    return all;
}

}  // namespace hg::kernels
