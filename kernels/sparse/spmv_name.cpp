#include <algorithm>
#include <array>
#include <cstddef>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/sparse/spmv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSpmvLocalMemory = std::int64_t{48} << 10;
constexpr std::array kSpmvCoefficients{VectorCoefficient::number, VectorCoefficient::element,
                                       VectorCoefficient::quotient};

bool is_power_to(int value, int most) {
    return is_power_of_two(value) && value <= most;
}

/// "_set_aq": what is not the default.
std::string coefficients_text(const SpmvParameters& p) {
    constexpr std::string_view kLetters = "naq";
    std::string text = p.overwrite ? "_set" : "";
    if (p.alpha == VectorCoefficient::number && p.beta == VectorCoefficient::number) return text;
    return text + "_" + kLetters[static_cast<std::size_t>(p.alpha)] +
           kLetters[static_cast<std::size_t>(p.beta)];
}

std::string front_of(const SpmvParameters& p, std::string_view word) {
    return std::string("spmv_")
        .append(name(p.kernel))
        .append(word)
        .append(hg::name(p.type))
        .append(coefficients_text(p));
}

std::string front_of_kernel(const SpmvParameters& p) {
    return front_of(p, "_") + (p.turned ? "_turned" : "");
}

/// visit(text, field) for the numbers of a name, in order.
template <class Blocking, class Visit>
void for_fields(SpmvKernel kernel, Blocking& b, const Visit& visit) {
    if (kernel == SpmvKernel::sell) visit("_h", b.slice);
    if (has_lanes(kernel)) visit("_l", b.lanes);
    visit("_i", b.items);
    visit(has_unroll(kernel) ? "_u" : "_w", has_unroll(kernel) ? b.unroll : b.work);
    visit("_c", b.columns);
}

bool read_fields(NameReader& reader, SpmvParameters& p) {
    bool good = true;
    for_fields(p.kernel, p.blocking, [&](std::string_view text, int& field) {
        good = good && reader.take(text) && reader.take_number(field);
    });
    return good && reader.at_end();
}

/// work(parameters) for all kinds of instructions.
template <class Work>
void for_spmv_kinds(const Work& work) {
    for (const SpmvKernel kernel : kSpmvKernels)
        for (const ElementType type : kFloatingTypes)
            for (const bool overwrite : {false, true})
                for (const auto alpha : kSpmvCoefficients)
                    for (const auto beta : kSpmvCoefficients) {
                        const SpmvParameters p{kernel, type, overwrite, alpha, beta, {}, false};
                        if (spmv_fault(p).empty()) work(p);
                    }
}

std::string range_fault(const SpmvParameters& p) {
    const SpmvBlocking& b = p.blocking;
    if (!is_power_to(b.lanes, has_lanes(p.kernel) ? 32 : 1))
        return "lanes must be a power of two up to 32, and 1 but for csr_rows and sell";
    if (!is_power_to(b.items, 1024) || b.items < b.lanes)
        return "items must be a power of two up to 1024, and lanes at least";
    if (has_unroll(p.kernel) ? !is_power_to(b.unroll, 8) : b.unroll != SpmvBlocking{}.unroll)
        return "unroll must be 1, 2, 4 or 8";
    if (p.kernel == SpmvKernel::sell ? !is_power_to(b.slice, 256) : b.slice != SpmvBlocking{}.slice)
        return "slice must be a power of two up to 256";
    if (has_unroll(p.kernel) ? b.work != SpmvBlocking{}.work : b.work < 2 || b.work > 4096)
        return "work must lie between 2 and 4096";
    if (!has_unroll(p.kernel) && spmv_share(p) > kMostSpmvShare) return "items x work must be 8192 at most";
    if (!is_power_to(b.columns, 16)) return "columns must be 1, 2, 4, 8 or 16";
    if (p.turned && leaves_rest(p.kernel) && b.items < b.columns)
        return "turned: items must be columns at least";
    if (spmv_local_memory(p) > kMostSpmvLocalMemory) return "takes more than 48 KiB of local memory";
    return "";
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
    return range_fault(p);
}

std::string name(const SpmvParameters& p) {
    std::string text = front_of_kernel(p);
    for_fields(p.kernel, p.blocking, [&](std::string_view field, int number) {
        text.append(field).append(std::to_string(number));
    });
    return text;
}

std::string spmv_rest_name(const SpmvParameters& p) {
    return front_of(p, "_rest_") + "_n" + std::to_string(spmv_share(p));
}

std::string spmv_turn_name(ElementType type) {
    return std::string("spmv_turn_").append(hg::name(type));
}

std::optional<SpmvParameters> parse_spmv(std::string_view text) {
    std::optional<SpmvParameters> found;
    if (!text.starts_with("spmv_")) return found;
    for_spmv_kinds([&](SpmvParameters p) {
        for (const bool turned : {false, true}) {
            p.turned = turned;
            NameReader reader(text);
            if (reader.take(front_of_kernel(p)) && read_fields(reader, p) && spmv_fault(p).empty()) found = p;
        }
    });
    return found;
}

InstructionPtr find_spmv(std::string_view text) {
    if (!text.starts_with("spmv_")) return nullptr;
    for (const ElementType type : kFloatingTypes)
        if (text == spmv_turn_name(type)) return spmv_turn(type);
    if (const auto parameters = parse_spmv(text)) return spmv_kernel(*parameters);
    InstructionPtr found;
    for_spmv_kinds([&](SpmvParameters p) {
        NameReader reader(text);
        if (!leaves_rest(p.kernel) || !reader.take(front_of(p, "_rest_")) || !reader.take("_n")) return;
        // The share alone counts: it is that of one work-item, or of several with as much work each.
        int share = 0;
        if (!reader.take_number(share) || !reader.at_end()) return;
        for (p.blocking.items = 1; p.blocking.items <= 1024; p.blocking.items *= 2) {
            p.blocking.work = share / p.blocking.items;
            if (spmv_share(p) == share && spmv_fault(p).empty()) found = spmv_rest(p);
        }
    });
    return found;
}

std::vector<std::string> spmv_names() {
    std::vector<std::string> all;
    for_spmv_kinds([&](const SpmvParameters& p) {
        all.push_back(name(p));
        if (leaves_rest(p.kernel)) all.push_back(spmv_rest_name(p));
    });
    for (const ElementType type : kFloatingTypes) all.push_back(spmv_turn_name(type));
    return all;
}

}  // namespace hg::kernels
