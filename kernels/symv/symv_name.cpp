#include <algorithm>

#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/real_type.hpp"
#include "kernels/symv/symv_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"

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

/// What is wrong for symv_products() and symv_sum() alike.
std::string division_fault(const SymvParameters& p) {
    if (!is_real(p.type)) return "is made for f32 and f64";
    const std::string fault = limits_fault(kSumFields, p);
    if (!fault.empty() || p.blocking.strip % p.blocking.tall == 0) return fault;
    return "strip must be a multiple of tall";
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

std::string symv_sum_name(const SymvParameters& p, const SymvCoefficients& coefficients) {
    return symv_sum_family().name({p, coefficients});
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

std::string symv_sum_fault(const SymvParameters& parameters, const SymvCoefficients& coefficients) {
    if (coefficients.overwrite && coefficients.beta != VectorCoefficient::number)
        return "beta must be a number if y is overwritten";
    return division_fault(parameters);
}

std::int64_t towers_of(const SymvParameters& p, std::int64_t n) noexcept {
    const std::int64_t rows = std::int64_t{p.blocking.tile} * p.blocking.tall;
    return (n + rows - 1) / rows;
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

}  // namespace hg::kernels
