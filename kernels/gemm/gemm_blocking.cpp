#include "kernels/gemm/gemm_blocking.hpp"

#include "kernels/embedded_source.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/piece.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostLocalMemory = std::int64_t{512} << 10;
constexpr std::int64_t kMostWorkItems = 1024;
constexpr int kMostAccumulators = 1024;
constexpr int kMostParts = 1024;

std::string range_fault(const GemmParameters& p) {
    if (std::string fault = limits_fault(kGemmFields, p); !fault.empty()) return fault;
    if (p.split_k < 1 || p.split_k > kMostParts)
        return "split_k must lie between 1 and " + std::to_string(kMostParts);
    if (p.split_k > 1 && p.triangle != GemmTriangle::none) return "triangle needs a split_k of 1";
    return {};
}

std::string type_fault(const GemmParameters& p) {
    if (!is_real(p.type) && !is_complex(p.type)) return "GEMM is made for f32, f64, c32 and c64";
    if (is_complex(p.type) != is_for_complex(p.family))
        return "family " + std::string(name(p.family)) + " is not for elements of " +
               std::string(hg::name(p.type));
    if ((p.conjugate_a && !p.transpose_a) || (p.conjugate_b && !p.transpose_b))
        return "conjugates are those of the transpose";
    if (is_real(p.type) && (p.conjugate_a || p.conjugate_b)) return "real elements have no conjugates";
    return {};
}

std::string division_fault(const GemmParameters& p) {
    if (p.work_m > 0 && p.tile_m % p.work_m != 0) return "work_m must divide tile_m";
    if (p.work_n > 0 && p.tile_n % p.work_n != 0) return "work_n must divide tile_n";
    if (p.unroll > 0 && p.tile_k % p.unroll != 0) return "unroll must divide tile_k";
    if (p.transpose_local > 3) return "transpose_local must be 0, 1 (A), 2 (B) or 3 (both)";
    return {};
}

std::string size_fault(const GemmParameters& p) {
    if (work_items(p) > kMostWorkItems)
        return "a work-group has at most " + std::to_string(kMostWorkItems) + " work-items";
    if (p.work_m * p.work_n / rules_of(p.family).items_per_block > kMostAccumulators)
        return "a work-item computes at most " + std::to_string(kMostAccumulators) + " elements";
    if (local_bytes(p) > kMostLocalMemory)
        return "the tiles take " + std::to_string(local_bytes(p)) + " bytes of local memory, at most " +
               std::to_string(kMostLocalMemory) + " are allowed";
    return {};
}

/// With halves of the tile's longer side, counted in blocks of a work-item.
std::optional<GemmParameters> with_smaller_tile(GemmParameters p, std::int64_t most) {
    while (work_items(p) > most) {
        const int blocks_m = p.tile_m / p.work_m;
        const int blocks_n = p.tile_n / p.work_n;
        if (blocks_m == 1 && blocks_n == 1) return std::nullopt;
        (blocks_m >= blocks_n ? p.tile_m : p.tile_n) /= 2;
    }
    return blocking_fault(p).empty() ? std::optional(p) : std::nullopt;
}

/// The same product by the defaults of another family.
GemmParameters of_family(GemmFamily family, GemmParameters p) {
    for (const GemmField& field : kGemmFields) p.*field.value = 0;
    p.family = family;
    return with_defaults(p);
}

}  // namespace

GemmParameters default_gemm(ElementType type, bool is_gpu) {
    GemmParameters p{.family = GemmFamily::blocked, .type = type};
    if (is_complex(type)) {
        p.family = GemmFamily::complex;
    } else if (is_gpu) {
        p.padding = elements_of_piece(type);
    } else {
        // The work-items of a group are a loop on one core there, and each barrier ends it: deep tiles make
        // barriers rare, and vectors as wide as the registers of AVX-512 suit narrower ones too.
        p.tile_m = 128;
        p.tile_n = 128;
        p.tile_k = 64;
        p.work_m = p.vector = p.padding = type == ElementType::f32 ? 16 : 8;
        p.work_n = 8;
        p.variant = 1;
    }
    return with_defaults(p);
}

GemmParameters with_defaults(GemmParameters p) {
    for (const GemmField& field : kGemmFields)
        if (!uses(p.family, field.value)) p.*field.value = 0;
    if (p.split_k > 1) p.overwrite = true;
    rules_of(p.family).fill(p);
    return p;
}

std::string blocking_fault(const GemmParameters& parameters) {
    if (std::string fault = type_fault(parameters); !fault.empty()) return fault;
    if (std::string fault = range_fault(parameters); !fault.empty()) return fault;
    const GemmParameters p = with_defaults(parameters);
    if (std::string fault = division_fault(p); !fault.empty()) return fault;
    if (std::string fault = rules_of(p.family).fault(p); !fault.empty()) return fault;
    if (std::string fault = size_fault(p); !fault.empty()) return fault;
    const std::string source = "gemm_" + std::string(name(p.family)) + ".cl";
    return embedded_source(source).empty() ? "there is no source " + source : std::string();
}

std::optional<GemmParameters> gemm_with_fewer(const GemmParameters& parameters, std::int64_t work_items) {
    if (work_items < 1) return std::nullopt;
    const GemmFamily plain = is_complex(parameters.type) ? GemmFamily::complex : GemmFamily::blocked;
    for (const GemmParameters& p : {with_defaults(parameters), of_family(plain, parameters)})
        if (const std::optional<GemmParameters> smaller = with_smaller_tile(p, work_items)) return smaller;
    if (is_complex(parameters.type)) return std::nullopt;
    return of_family(GemmFamily::global, parameters);
}

std::string fault_on(const GemmParameters& parameters, const DeviceTraits& device) {
    return unmet_need(needs_of(with_defaults(parameters)), device);
}

}  // namespace hg::kernels
