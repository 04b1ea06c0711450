#include "kernels/sparse/spmv_tuned.hpp"

namespace hg::kernels {

std::vector<std::int64_t> SpmvKey::extents() const {
    // The file's extents are from 1 to 2^40.
    const auto half = [](std::uint64_t bits) { return static_cast<std::int64_t>(bits & 0xffffffffU) + 1; };
    return {rows + 1, cols + 1, elements + 1, half(fingerprint >> 32), half(fingerprint), columns};
}

std::optional<SpmvChoice> tuned_spmv(const Database& database, const SpmvKey& key, const SpmvFigures& figures,
                                     const DeviceModel& device) {
    const std::vector<std::int64_t> extents = key.extents();
    std::optional<SpmvChoice> found;
    for (const TunedKernel& result : database.kernels()) {
        if (result.routine != kSpmvRoutine || result.type != key.type || result.extents != extents ||
            result.product != device.traits.product || result.is_gpu != device.is_gpu)
            continue;
        const auto parameters = parse_spmv(result.kernel);
        if (!parameters || !unmet_need(spmv_kernel(*parameters)->needs, device.traits).empty()) continue;
        // The user's own results stand behind those that ship.
        found = SpmvChoice{parameters->kernel, parameters->blocking,
                           parameters->kernel == SpmvKernel::sell ? spmv_sorted(figures) : 1, 0};
    }
    return found;
}

}  // namespace hg::kernels
