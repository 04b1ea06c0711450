#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/family/coefficients.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"

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
    // Flat blocks are fastest if they are whole: on one H200, n = 16384, 4226 GB/s, and 4028 with blocks of 32 columns.
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

}  // namespace hg::kernels
