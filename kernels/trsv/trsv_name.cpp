#include <algorithm>

#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/piece.hpp"
#include "kernels/trsv/trsv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr int kMostOfRow = 16;        ///< complex elements of a row of a block that a work-item has
constexpr int kMostPatchBytes = 768;  ///< registers of a work-item that blocks of A may take

std::string front(std::string_view kernel, ElementType type, bool transposed) {
    return std::string(kernel).append("_").append(hg::name(type)).append(transposed ? "_t" : "_n");
}

/// " -> _b64": reads or writes a number behind its mark.
std::string field(const char* mark, int value) {
    return mark + std::to_string(value);
}

bool read(NameReader& reader, const char* mark, int& value) {
    return reader.take(mark) && reader.take_number(value);
}

/// What is wrong for complex elements, whose kernels have fewer forms.
std::string complex_fault(const TrsvBlocking& b) {
    if (b.vector != 1) return "vector must be 1";
    if (b.ahead != 0) return "ahead must be 0";
    if (b.items == 1) return {};
    if (b.items < b.block || b.items > b.block * b.block || b.items * kMostOfRow < b.block * b.block)
        return "items must be 1, or from block to block * block and at least block * block / 16";
    return {};
}

int default_vector(ElementType type) {
    return is_complex(type) ? 1 : elements_of_piece(type);
}

}  // namespace

TrsvBlocking default_trsv_blocking(ElementType type, std::int64_t /*n*/, bool is_gpu) {
    if (is_complex(type) && is_gpu) return {.vector = 1, .ahead = 0};
    if (is_complex(type)) return {.vector = 1, .items = 1, .ahead = 0, .groups = 64};
    TrsvBlocking b;
    b.vector = elements_of_piece(type);
    // A row of blocks waits for the one before it: small blocks would wait more often, large ones do more in between.
    // Measured on one H200, n = 4096 / 16384: 512 work-items and 4 blocks ahead 617 / 2545 GB/s, 256 and 2 543 / 2330.
    if (is_gpu) return b;
    return {.block = 128,
            .vector = std::min(elements_of_piece(type, kMostPieceBytes), 8),
            .items = 1,
            .ahead = 0,
            .groups = 64};
}

TrsvParameters with_defaults(TrsvParameters p) noexcept {
    if (p.blocking.vector == 0) p.blocking.vector = default_vector(p.type);
    return p;
}

std::string name(const TrsvParameters& parameters) {
    const TrsvParameters p = with_defaults(parameters);
    const TrsvBlocking& b = p.blocking;
    return front("trsv", p.type, p.transposed) + field("_b", b.block) + field("_s", b.inner) +
           field("_v", b.vector) + field("_i", b.items) + field("_a", b.ahead) + field("_g", b.groups);
}

std::string inverses_name(const TrsvParameters& p) {
    const TrsvBlocking& b = p.blocking;
    return front("trsv_inverses", p.type, p.transposed) + field("_b", b.block) + field("_s", b.inner) +
           field("_i", b.items);
}

std::optional<TrsvParameters> parse_trsv(std::string_view text) {
    for (const ElementType type : kFloatingTypes)
        for (const bool transposed : {false, true}) {
            TrsvParameters p{type, transposed, {}};
            TrsvBlocking& b = p.blocking;
            NameReader reader(text);
            if (reader.take(front("trsv", type, transposed)) && read(reader, "_b", b.block) &&
                read(reader, "_s", b.inner) && read(reader, "_v", b.vector) && read(reader, "_i", b.items) &&
                read(reader, "_a", b.ahead) && read(reader, "_g", b.groups) && reader.at_end() &&
                b.vector > 0 && trsv_fault(p).empty())
                return p;
        }
    return std::nullopt;
}

std::string trsv_fault(const TrsvParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const TrsvParameters p = with_defaults(parameters);
    const TrsvBlocking& b = p.blocking;
    const auto size = static_cast<int>(size_of(p.type));
    if (!is_power_of_two(b.block) || b.block < 16 || b.block > 128) return "block must be 16, 32, 64 or 128";
    if (!is_power_of_two(b.inner) || b.inner < 2 || b.inner > std::min(b.block, 32))
        return "inner must be 2, 4, 8, 16 or 32, and at most block";
    if (!is_power_of_two(b.vector) || b.vector > b.block || b.vector * size > kMostPieceBytes)
        return "vector must be 1, 2, 4, 8 or 16, of at most 64 bytes and one block";
    if (!is_power_of_two(b.items) || b.items > 1024) return "items must be a power of two up to 1024";
    if (b.groups < 1) return "groups must be positive";
    if (is_complex(p.type)) return complex_fault(b);
    if (b.items == 1) return b.ahead == 0 ? "" : "one work-item reads nothing ahead";
    if (b.items < b.block / b.vector || b.items > b.block * b.block / b.vector)
        return "items must be from block / vector to block * block / vector";
    if (b.ahead < 0 || b.ahead > 4) return "ahead must lie between 0 and 4";
    if (b.ahead * (b.block * b.block / b.items) * size > kMostPatchBytes)
        return "the blocks ahead take more registers than a work-item has";
    return {};
}

std::int64_t trsv_blocks(const TrsvParameters& p, std::int64_t n) noexcept {
    return (n + p.blocking.block - 1) / p.blocking.block;
}

std::int64_t scratch_cols(const TrsvParameters& p, std::int64_t n) noexcept {
    return trsv_blocks(p, n) * (is_complex(p.type) ? 1 : 2 * p.blocking.block + 2);
}

InstructionPtr find_trsv(std::string_view text) {
    if (const auto parameters = parse_trsv(text)) return trsv_solve(*parameters);
    for (const ElementType type : kFloatingTypes)
        for (const bool transposed : {false, true}) {
            TrsvParameters p{type, transposed, {.vector = 1, .ahead = 0}};
            NameReader reader(text);
            if (!reader.take(front("trsv_inverses", type, transposed)) ||
                !read(reader, "_b", p.blocking.block) || !read(reader, "_s", p.blocking.inner) ||
                !read(reader, "_i", p.blocking.items) || !reader.at_end())
                continue;
            // Any vector will do that suits these items.
            for (; p.blocking.vector * size_of(type) <= kMostPieceBytes; p.blocking.vector *= 2)
                if (trsv_fault(p).empty()) return trsv_inverses(p);
        }
    return nullptr;
}

std::vector<std::string> trsv_names() {
    std::vector<std::string> all;
    for (const ElementType type : kFloatingTypes)
        for (const bool transposed : {false, true}) {
            const TrsvParameters p{type, transposed, default_trsv_blocking(type, 0, true)};
            all.push_back(inverses_name(p));
            all.push_back(name(p));
        }
    return all;
}

}  // namespace hg::kernels
