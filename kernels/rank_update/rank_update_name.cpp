#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/vector/vector_rules.hpp"

namespace hg::kernels {
namespace {

constexpr int kFewestItems = 32;              ///< of a work-group on a GPU
constexpr std::int64_t kUpdateGroups = 1056;  ///< eight for each multiprocessor of a large GPU

std::string front(const RankUpdateParameters& p) {
    static constexpr std::array<std::string_view, 3> kCoefficients{"", "_a", "_q"};
    std::string text(name(p.operation, p.type));
    text.append("_").append(hg::name(p.type));
    if (p.operation != RankUpdate::ger) text.append(p.upper ? "_u" : "_l");
    return text.append(kCoefficients[static_cast<std::size_t>(p.coefficient)]);
}

bool read_blocking(NameReader& reader, RankUpdateBlocking& b) {
    return reader.take("_v") && reader.take_number(b.vector) && reader.take("_i") &&
           reader.take_number(b.items) && reader.take("_c") && reader.take_number(b.columns) &&
           reader.take("_u") && reader.take_number(b.unroll) && reader.at_end();
}

/// Each instruction with the default blocking that can be made.
std::vector<RankUpdateParameters> all_rank_updates() {
    std::vector<RankUpdateParameters> all;
    for (const RankUpdate operation : kRankUpdates)
        for (const ElementType type : kFloatingTypes)
            for (const bool upper : {false, true})
                for (const auto coefficient :
                     {VectorCoefficient::number, VectorCoefficient::element, VectorCoefficient::quotient}) {
                    const RankUpdateParameters p{operation, type, upper, coefficient, {}};
                    if (rank_update_fault(p).empty()) all.push_back(p);
                }
    return all;
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
    RankUpdateBlocking b{.vector = is_complex(type) ? 1 : elements_of_piece(type, bytes)};
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

RankUpdateParameters with_defaults(RankUpdateParameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = is_complex(p.type) ? 1 : elements_of_piece(p.type);
    return p;
}

std::string name(const RankUpdateParameters& parameters) {
    const RankUpdateParameters p = with_defaults(parameters);
    const RankUpdateBlocking& b = p.blocking;
    return front(p)
        .append("_v" + std::to_string(b.vector) + "_i" + std::to_string(b.items))
        .append("_c" + std::to_string(b.columns) + "_u" + std::to_string(b.unroll));
}

std::optional<RankUpdateParameters> parse_rank_update(std::string_view text) {
    for (RankUpdateParameters p : all_rank_updates()) {
        NameReader reader(text);
        if (reader.take(front(p)) && read_blocking(reader, p.blocking) && p.blocking.vector > 0 &&
            rank_update_fault(p).empty())
            return p;
    }
    return std::nullopt;
}

std::string rank_update_fault(const RankUpdateParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const RankUpdateParameters p = with_defaults(parameters);
    const RankUpdateBlocking& b = p.blocking;
    if (!is_power_of_two(b.vector) || b.vector * size_of(p.type) > kMostPieceBytes)
        return "vector must be 1, 2, 4, 8 or 16, of at most 64 bytes";
    if (is_complex(p.type) && b.vector != 1) return "vector must be 1";
    if (const std::string fault = items_fault(b.items); !fault.empty()) return fault;
    if (!is_power_of_two(b.columns) || b.columns > b.vector * b.items)
        return "columns must be a power of two up to vector * items";
    if (!is_power_of_two(b.unroll) || b.unroll > std::min(b.columns, 16))
        return "unroll must be a power of two up to columns and 16";
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
    std::vector<std::string> all;
    for (const RankUpdateParameters& p : all_rank_updates()) all.push_back(name(p));
    return all;
}

}  // namespace hg::kernels
