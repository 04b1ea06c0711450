#include "kernels/sparse/spmv_tuned.hpp"

#include <algorithm>

#include "kernels/name_reader.hpp"

namespace hg::kernels {

std::vector<std::int64_t> SpmvKey::extents() const {
    // The file's extents are from 1 to 2^40.
    const auto half = [](std::uint64_t bits) { return static_cast<std::int64_t>(bits & 0xffffffffU) + 1; };
    return {rows + 1, cols + 1, elements + 1, half(fingerprint >> 32), half(fingerprint), columns};
}

namespace {

/// What a name stands for.
std::optional<SpmvChoice> choice_of(std::string_view text, const SpmvFigures& figures) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const auto parameters = parse_spmv(text.substr(0, plus));
    if (!parameters) return std::nullopt;
    SpmvChoice choice{parameters->kernel, parameters->blocking};
    if (choice.kernel != SpmvKernel::sell) return plus == text.size() ? std::optional(choice) : std::nullopt;
    if (plus < text.size()) {
        NameReader reader(text.substr(plus + 1));
        int width = 0;
        if (!reader.take_number(width) || !reader.at_end()) return std::nullopt;
        choice.width = width;
    }
    choice.sorted = spmv_sorted(figures, choice.width);
    return choice;
}

bool can_run(const SpmvChoice& choice, ElementType type, const DeviceModel& device) {
    const SpmvParameters p{.kernel = choice.kernel, .type = type, .blocking = choice.blocking};
    return unmet_need(spmv_kernel(p)->needs, device.traits).empty();
}

}  // namespace

std::string tuned_name(const SpmvChoice& choice, ElementType type) {
    const std::string kernel =
        name({.kernel = choice.kernel, .type = type, .overwrite = true, .blocking = choice.blocking});
    return choice.width > 0 ? kernel + "+" + std::to_string(choice.width) : kernel;
}

std::optional<SpmvChoice> tuned_spmv(const Database& database, const SpmvKey& key, const SpmvFigures& figures,
                                     const DeviceModel& device) {
    const std::vector<std::int64_t> extents = key.extents();
    std::optional<SpmvChoice> found;
    for (const TunedKernel& result : database.kernels()) {
        if (result.routine != kSpmvRoutine || result.type != key.type || result.extents != extents ||
            result.product != device.traits.product || result.is_gpu != device.is_gpu)
            continue;
        const auto choice = choice_of(result.kernel, figures);
        if (!choice || !can_run(*choice, key.type, device)) continue;
        // The user's own results stand behind those that ship.
        found = choice;
    }
    return found;
}

}  // namespace hg::kernels
