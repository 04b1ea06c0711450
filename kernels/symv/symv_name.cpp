#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"
#include "kernels/real_type.hpp"
#include "kernels/symv/symv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kSymvGroups = 4 * 132;  ///< strips: twice as many as run at once on a large GPU
constexpr int kMostOfPatch = 256;              ///< elements that a work-item holds

constexpr std::array kCoefficientKinds{VectorCoefficient::number, VectorCoefficient::element,
                                       VectorCoefficient::quotient};

std::string front(const SymvParameters& p, std::string_view instruction) {
    return std::string(instruction).append(hg::name(p.type)).append(p.upper ? "_u" : "_l");
}

/// "_nq": the kinds of alpha and beta.
std::string letters(const SymvCoefficients& c) {
    static constexpr std::string_view kLetters = "naq";
    return std::string("_") + kLetters[static_cast<std::size_t>(c.alpha)] +
           (c.overwrite ? '0' : kLetters[static_cast<std::size_t>(c.beta)]);
}

bool read_blocking(NameReader& reader, SymvBlocking& b) {
    return reader.take("_v") && reader.take_number(b.vector) && reader.take("_t") &&
           reader.take_number(b.tile) && reader.take("_h") && reader.take_number(b.tall) &&
           reader.take("_s") && reader.take_number(b.strip) && reader.take("_r") &&
           reader.take_number(b.row_items) && reader.take("_c") && reader.take_number(b.column_items) &&
           reader.take("_p") && reader.take_number(b.prefetch) && reader.take("_k") &&
           reader.take_number(b.sum_items) && reader.at_end();
}

bool read_sum_blocking(NameReader& reader, SymvBlocking& b) {
    return reader.take("_t") && reader.take_number(b.tile) && reader.take("_h") &&
           reader.take_number(b.tall) && reader.take("_s") && reader.take_number(b.strip) &&
           reader.take("_k") && reader.take_number(b.sum_items) && reader.at_end();
}

/// All with the default blocking.
std::vector<SymvParameters> all_symv() {
    std::vector<SymvParameters> all;
    for (const ElementType type : kRealTypes)
        for (const bool upper : {false, true}) all.push_back({.type = type, .upper = upper});
    return all;
}

std::vector<SymvCoefficients> all_coefficients() {
    std::vector<SymvCoefficients> all;
    for (const VectorCoefficient alpha : kCoefficientKinds) {
        for (const VectorCoefficient beta : kCoefficientKinds) all.push_back({alpha, beta, false});
        all.push_back({alpha, VectorCoefficient::number, true});
    }
    return all;
}

/// What is wrong for symv_products() and symv_sum() alike.
std::string division_fault(const SymvParameters& p) {
    const SymvBlocking& b = p.blocking;
    if (!is_real(p.type)) return "is made for f32 and f64";
    if (!is_power_of_two(b.tile) || b.tile < 8 || b.tile > 256)
        return "tile must be a power of two from 8 to 256";
    if (!is_power_of_two(b.tall) || b.tall > 8) return "tall must be 1, 2, 4 or 8";
    if (b.strip < 1 || b.strip > 1024 || b.strip % b.tall != 0)
        return "strip must be a multiple of tall, from 1 to 1024";
    if (b.sum_items < 1 || b.sum_items > 1024 / kSymvSumRows) return "sum_items must lie between 1 and 32";
    return {};
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

SymvParameters with_defaults(SymvParameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = elements_of_piece(p.type);
    return p;
}

std::string name(const SymvParameters& parameters) {
    const SymvParameters p = with_defaults(parameters);
    const SymvBlocking& b = p.blocking;
    return front(p, "symv_")
        .append("_v" + std::to_string(b.vector) + "_t" + std::to_string(b.tile))
        .append("_h" + std::to_string(b.tall) + "_s" + std::to_string(b.strip) + "_r" +
                std::to_string(b.row_items))
        .append("_c" + std::to_string(b.column_items) + "_p" + std::to_string(b.prefetch))
        .append("_k" + std::to_string(b.sum_items));
}

std::string symv_sum_name(const SymvParameters& p, const SymvCoefficients& coefficients) {
    const SymvBlocking& b = p.blocking;
    return front(p, "symv_sum_")
        .append(letters(coefficients) + "_t" + std::to_string(b.tile))
        .append("_h" + std::to_string(b.tall) + "_s" + std::to_string(b.strip) + "_k" +
                std::to_string(b.sum_items));
}

std::optional<SymvParameters> parse_symv(std::string_view text) {
    for (SymvParameters p : all_symv()) {
        NameReader reader(text);
        if (reader.take(front(p, "symv_")) && read_blocking(reader, p.blocking) && p.blocking.vector > 0 &&
            symv_fault(p).empty())
            return p;
    }
    return std::nullopt;
}

std::string symv_fault(const SymvParameters& parameters) {
    if (const std::string fault = division_fault(parameters); !fault.empty()) return fault;
    const SymvParameters p = with_defaults(parameters);
    const SymvBlocking& b = p.blocking;
    if (!is_power_of_two(b.vector) || b.vector * size_of(p.type) > kMostPieceBytes)
        return "vector must be 1, 2, 4, 8 or 16, of at most 64 bytes";
    if (!is_power_of_two(b.row_items) || b.row_items > b.tile / b.vector)
        return "row_items must be a power of two up to tile / vector";
    if (!is_power_of_two(b.column_items) || b.column_items > b.tile)
        return "column_items must be a power of two up to tile";
    if (b.row_items * b.column_items > 1024) return "row_items * column_items must be 1024 at most";
    if (b.prefetch != 0 && b.prefetch != 1) return "prefetch must be 0 or 1";
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
    for (SymvParameters p : all_symv())
        for (const SymvCoefficients& c : all_coefficients()) {
            NameReader reader(text);
            SymvParameters found = p;
            if (reader.take(front(p, "symv_sum_").append(letters(c))) &&
                read_sum_blocking(reader, found.blocking) && symv_sum_fault(found, c).empty())
                return symv_sum(found, c);
        }
    return nullptr;
}

std::vector<std::string> symv_names() {
    std::vector<std::string> all;
    for (const SymvParameters& p : all_symv()) {
        all.push_back(name(p));
        for (const SymvCoefficients& c : all_coefficients()) all.push_back(symv_sum_name(p, c));
    }
    return all;
}

}  // namespace hg::kernels
