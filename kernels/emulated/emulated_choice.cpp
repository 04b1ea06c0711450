#include "kernels/emulated/emulated_choice.hpp"

namespace hg::kernels {

EmulatedProduct chosen_product(const Database& database, const DeviceModel& device, ElementType type,
                               int moduli, std::int64_t m, std::int64_t n, std::int64_t k) {
    // Residues are the same for all types of a precision.
    const auto choice =
        database.choose_kernel(kEmulatedRoutine, traits_of(type).precision, "", {m, n, k}, device);
    // Numbers of work-groups are of one product of an architecture alone.
    if (choice && choice->rung <= Rung::device)
        if (auto product = parse_emulated_product(choice->kernel);
            product && product->runs_on(device.traits)) {
            product->moduli = moduli;
            return *product;
        }
    return EmulatedProduct::on(device.traits, moduli);
}

}  // namespace hg::kernels
