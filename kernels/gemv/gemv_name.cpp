#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostItems = 1024;
constexpr std::int64_t kMostLocalMemory = std::int64_t{32} << 10;
constexpr std::array kCoefficients{VectorCoefficient::number, VectorCoefficient::element,
                                   VectorCoefficient::quotient};

bool is_power_up_to(int value, int most) {
    return is_power_of_two(value) && value <= most;
}

/// "_set_aq": what is not the default.
std::string ending(bool overwrite, VectorCoefficient alpha, VectorCoefficient beta) {
    constexpr std::string_view kLetters = "naq";
    std::string text = overwrite ? "_set" : "";
    if (alpha == VectorCoefficient::number && beta == VectorCoefficient::number) return text;
    return text + "_" + kLetters[static_cast<std::size_t>(alpha)] + kLetters[static_cast<std::size_t>(beta)];
}

const char* word(const GemvParameters& p) {
    if (p.triangle) return p.transpose ? "trmv_t_" : "trmv_n_";
    return p.transpose ? "gemv_t_" : "gemv_n_";
}

std::string front(const GemvParameters& p) {
    return std::string(word(p)).append(hg::name(p.type)).append(ending(p.overwrite, p.alpha, p.beta));
}

std::string front(const GemvTotalParameters& p) {
    return "gemv_total_" + std::string(hg::name(p.type)) + ending(p.overwrite, p.alpha, p.beta);
}

bool read_blocking(NameReader& reader, bool transpose, GemvBlocking& b) {
    return reader.take("_i") && reader.take_number(b.row_items) && reader.take("x") &&
           reader.take_number(b.column_items) && reader.take("_v") && reader.take_number(b.vector) &&
           reader.take(transpose ? "_c" : "_r") && reader.take_number(transpose ? b.columns : b.rows) &&
           reader.take("_u") && reader.take_number(b.unroll) && reader.take("_s") &&
           reader.take_number(b.split) && reader.at_end();
}

/// work(parameters) for all kinds of an instruction, until it returns true.
template <class Parameters, class Work>
void for_kinds(Parameters p, const Work& work) {
    for (const ElementType type : kFloatingTypes)
        for (const bool overwrite : {false, true})
            for (const auto alpha : kCoefficients)
                for (const auto beta : kCoefficients) {
                    p.type = type;
                    p.overwrite = overwrite;
                    p.alpha = alpha;
                    p.beta = beta;
                    work(p);
                }
}

template <class Work>
void for_kernels(const Work& work) {
    for (const bool triangle : {false, true})
        for (const bool transpose : {false, true})
            for_kinds(GemvParameters{.transpose = transpose, .triangle = triangle}, work);
}

std::string coefficients_fault(bool overwrite, VectorCoefficient beta) {
    return overwrite && beta != VectorCoefficient::number ? "has no beta, since it overwrites y" : "";
}

std::string blocking_fault(const GemvParameters& p) {
    const GemvBlocking& b = p.blocking;
    if (!is_power_up_to(b.row_items, 256) || !is_power_up_to(b.column_items, 256))
        return "row_items and column_items must be powers of two up to 256";
    if (std::int64_t{b.row_items} * b.column_items > kMostItems)
        return "row_items x column_items must be 1024 at most";
    if (!is_power_up_to(b.vector, 16) || b.vector * size_of(p.type) > kMostPieceBytes)
        return "vector must be 1, 2, 4, 8 or 16, of at most 64 bytes";
    if (is_complex(p.type) && b.vector != 1) return "vector must be 1";
    if (!is_power_up_to(b.rows, p.transpose ? 1 : 256))
        return "rows must be a power of two up to 256, or 1 if transposed";
    if (!is_power_up_to(b.columns, p.transpose ? 8 : 1))
        return "columns must be 1, 2, 4 or 8, or 1 unless transposed";
    if (!is_power_up_to(b.unroll, 8)) return "unroll must be 1, 2, 4 or 8";
    if (b.split < 1 || b.split > 1024) return "split must lie between 1 and 1024";
    if (gemv_local_memory(p) > kMostLocalMemory) return "takes more than 32 KiB of local memory";
    return "";
}

}  // namespace

GemvParameters with_defaults(GemvParameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = is_complex(p.type) ? 1 : elements_of_piece(p.type);
    return p;
}

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
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const GemvParameters p = with_defaults(parameters);
    const bool plain =
        !p.overwrite && p.alpha == VectorCoefficient::number && p.beta == VectorCoefficient::number;
    if (leaves_sums(p) && !plain) return "leaves alpha, beta and y to gemv_total";
    if (std::string fault = coefficients_fault(p.overwrite, p.beta); !fault.empty()) return fault;
    return blocking_fault(p);
}

std::string gemv_total_fault(const GemvTotalParameters& p) {
    if (p.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    if (!is_power_up_to(p.lanes, kMostGemvTotalLanes)) return "lanes must be a power of two up to 64";
    return coefficients_fault(p.overwrite, p.beta);
}

std::string name(const GemvParameters& parameters) {
    const GemvParameters p = with_defaults(parameters);
    const GemvBlocking& b = p.blocking;
    return front(p)
        .append("_i" + std::to_string(b.row_items) + "x" + std::to_string(b.column_items))
        .append("_v" + std::to_string(b.vector))
        .append(p.transpose ? "_c" + std::to_string(b.columns) : "_r" + std::to_string(b.rows))
        .append("_u" + std::to_string(b.unroll) + "_s" + std::to_string(b.split));
}

std::string name(const GemvTotalParameters& p) {
    return front(p) + "_l" + std::to_string(p.lanes);
}

std::optional<GemvParameters> parse_gemv(std::string_view text) {
    std::optional<GemvParameters> found;
    for_kernels([&](GemvParameters p) {
        if (!text.starts_with(word(p))) return;
        NameReader reader(text);
        if (reader.take(front(p)) && read_blocking(reader, p.transpose, p.blocking) &&
            p.blocking.vector > 0 && gemv_fault(p).empty())
            found = p;
    });
    return found;
}

int gemv_total_lanes(std::int64_t split) noexcept {
    constexpr std::int64_t kSumsOfAnItem = 4;
    const auto lanes = static_cast<std::uint64_t>(std::max<std::int64_t>(split / kSumsOfAnItem, 1));
    return static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(lanes), kMostGemvTotalLanes));
}

InstructionPtr find_gemv(std::string_view text) {
    if (const auto parameters = parse_gemv(text)) return gemv_kernel(*parameters);
    InstructionPtr found;
    for_kinds(GemvTotalParameters{}, [&](GemvTotalParameters p) {
        NameReader reader(text);
        if (reader.take(front(p)) && reader.take("_l") && reader.take_number(p.lanes) && reader.at_end() &&
            gemv_total_fault(p).empty())
            found = gemv_total(p);
    });
    return found;
}

std::vector<std::string> gemv_names() {
    std::vector<std::string> all;
    for_kernels([&](const GemvParameters& p) {
        if (gemv_fault(p).empty()) all.push_back(name(p));
    });
    for_kinds(GemvTotalParameters{}, [&](const GemvTotalParameters& p) {
        if (gemv_total_fault(p).empty()) all.push_back(name(p));
    });
    return all;
}

}  // namespace hg::kernels
