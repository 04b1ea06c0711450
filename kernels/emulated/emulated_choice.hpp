#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/emulated/emulated_product.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// What is tuned: products of the residues that f64 and f32 take.
inline constexpr std::string_view kEmulatedRoutine = "emulated";

/// The best way that is known to multiply residues, of a product of m x n x k: as tuned on a device of the
/// same product, else the default one.
EmulatedProduct chosen_product(const Database& database, const DeviceModel& device, ElementType type,
                               int moduli, std::int64_t m, std::int64_t n, std::int64_t k);

}  // namespace hg::kernels
