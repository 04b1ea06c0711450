#include <algorithm>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/trsv/trsv_rules.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr int kMostPatchBytes = 768;  ///< registers of a work-item that blocks of A may take

constexpr auto kInverseFields =
    rows_of(kTrsvFields, &TrsvBlocking::block, &TrsvBlocking::inner, &TrsvBlocking::items);

template <bool kInverses>
std::string front_of_trsv(const TrsvParameters& p) {
    return std::string(kInverses ? "trsv_inverses_" : "trsv_")
        .append(hg::name(p.type))
        .append(p.transposed ? "_t" : "_n");
}

Kinds<TrsvParameters> trsv_kinds() {
    auto kinds = Kinds<TrsvParameters>()
                     .with(&TrsvParameters::type, kFloatingTypes)
                     .with(&TrsvParameters::transposed, kBothWays);
    for (TrsvParameters& p : kinds.all) p.blocking = default_trsv_blocking(p.type, 0, true);
    return kinds;
}

const NamedKernels<TrsvParameters>& trsv_family() {
    static const NoDestructor family(
        NamedKernels<TrsvParameters>(kTrsvFields, trsv_kinds(), front_of_trsv<false>, trsv_fault));
    return *family;
}

const NamedKernels<TrsvParameters>& inverses_family() {
    static const NoDestructor family(
        NamedKernels<TrsvParameters>(kInverseFields, trsv_kinds(), front_of_trsv<true>, trsv_fault));
    return *family;
}

}  // namespace

TrsvBlocking default_trsv_blocking(ElementType type, std::int64_t /*n*/, bool is_gpu) {
    // A row of blocks waits for the one before it: small blocks wait more often, large ones do more in between.
    // Measured on one H200, n = 4096 / 16384: 512 work-items and 4 blocks ahead 617 / 2545 GB/s, 256 and 2 543 / 2330.
    // Blocks of 64 c64 elements take 81 KiB of local memory.
    if (is_gpu) return {.block = type == ElementType::c64 ? 32 : 64, .vector = elements_at_once(type)};
    return {.block = is_complex(type) ? 64 : 128,
            .vector = std::min(elements_at_once(type, kMostPieceBytes), 8),
            .items = 1,
            .ahead = 0,
            .groups = 64};
}

std::string name(const TrsvParameters& parameters) {
    return trsv_family().name(parameters);
}

std::string inverses_name(const TrsvParameters& parameters) {
    return inverses_family().name(parameters);
}

std::optional<TrsvParameters> parse_trsv(std::string_view text) {
    return trsv_family().parse(text);
}

std::string trsv_fault(const TrsvParameters& parameters) {
    if (parameters.type == ElementType::i32) return "is made for f32, f64, c32 and c64";
    const TrsvParameters p = with_defaults(parameters);
    const TrsvBlocking& b = p.blocking;
    if (std::string fault = limits_fault(kTrsvFields, p); !fault.empty()) return fault;
    if (b.inner > b.block || b.vector > b.block) return "inner and vector must be at most block";
    if (b.items == 1) return b.ahead == 0 ? "" : "one work-item reads nothing ahead";
    if (b.items < b.block / b.vector || b.items > b.block * b.block / b.vector)
        return "items must be from block / vector to block * block / vector";
    if (b.ahead * (b.block * b.block / b.items) * static_cast<int>(size_of(p.type)) > kMostPatchBytes)
        return "the blocks ahead take more registers than a work-item has";
    return {};
}

std::int64_t trsv_blocks(const TrsvParameters& p, std::int64_t n) noexcept {
    return (n + p.blocking.block - 1) / p.blocking.block;
}

std::int64_t scratch_cols(const TrsvParameters& p, std::int64_t n) noexcept {
    return trsv_blocks(p, n) * (2 * p.blocking.block + 2);
}

InstructionPtr find_trsv(std::string_view text) {
    if (const auto parameters = parse_trsv(text)) return trsv_solve(*parameters);
    std::optional<TrsvParameters> p = inverses_family().read(text);
    if (!p) return nullptr;
    // Any vector will do that suits these items.
    p->blocking.ahead = 0;
    for (p->blocking.vector = 1; p->blocking.vector * size_of(p->type) <= kMostPieceBytes;
         p->blocking.vector *= 2)
        if (trsv_fault(*p).empty()) return trsv_inverses(*p);
    return nullptr;
}

std::vector<std::string> trsv_names() {
    return joined(inverses_family().names(), trsv_family().names());
}

}  // namespace hg::kernels
