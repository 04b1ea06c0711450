#include "kernels/emulated/emulated_rate.hpp"

#include <tuple>

#include "kernels/emulated/emulated_product.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"

namespace hg::kernels {
namespace {

/// Seconds of the launches of a product and of its operands beside their work.
constexpr double kLaunches = 40e-6;
/// The share of the memory's rate that making residues and adding up reach.
constexpr double kOfMemory = 0.75;

}  // namespace

double emulated_seconds(const DeviceModel& device, ElementType type, std::int64_t m, std::int64_t n,
                        std::int64_t k) noexcept {
    const int moduli = moduli_for(type);
    const EmulatedProduct product = EmulatedProduct::on(device.traits, moduli);
    const auto [rows, cols, depth] =
        std::tuple(static_cast<double>(m), static_cast<double>(n), static_cast<double>(k));
    const auto element = static_cast<double>(size_of(type));
    const double residues = real_products(type) * moduli;
    const double operands = (rows + cols) * depth * (2 * element + residues);
    const double parts = k <= kDeepestEmulated ? 1 : static_cast<double>(blocks_of(k, kDepthOfParts));
    const double result = parts * rows * cols * (2 * element + 2 * residues);
    return parts * kLaunches + 2 * rows * cols * depth * residues / product.rate() +
           (operands + result) / (kOfMemory * device.memory_rate);
}

bool is_sooner_emulated(const DeviceModel& device, ElementType type, std::int64_t m, std::int64_t n,
                        std::int64_t k) noexcept {
    if (!device.has_f64) return false;
    if (EmulatedProduct::on(device.traits, moduli_for(type)).units == IntegerUnits::none) return false;
    const double flops =
        2 * real_operations(type) * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    return emulated_seconds(device, type, m, n, k) < flops / device.rate(type);
}

}  // namespace hg::kernels
