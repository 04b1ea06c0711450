#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/sparse/spmv_choice.hpp"
#include <hg/kernels/database.hpp>

/// Tuned kernels of sparse products in the database: each serves the matrix alone that it was found for.
namespace hg::kernels {

inline constexpr std::string_view kSpmvRoutine = "spmv";

/// What a result is kept by: the structure of A, not its values, and the product.
struct SpmvKey {
    ElementType type = ElementType::f64;  ///< of A, X and Y
    std::int64_t rows = 0;                ///< of A
    std::int64_t cols = 0;                ///< of A
    std::int64_t elements = 0;            ///< that are kept
    std::uint64_t fingerprint = 0;        ///< of their places
    std::int64_t columns = 1;             ///< of X

    /// As TunedKernel::extents.
    [[nodiscard]] std::vector<std::int64_t> extents() const;
};

/// A choice as the database keeps it: the kernel's name, for rows that end at a width with "+" and that.
std::string tuned_name(const SpmvChoice& choice, ElementType type);

/// The kernel that was found for this matrix on this product of a device, the user's own result first; none
/// if there is none that the device can run. `sorted` follows from the figures, as choose_spmv() has it.
std::optional<SpmvChoice> tuned_spmv(const Database& database, const SpmvKey& key, const SpmvFigures& figures,
                                     const DeviceModel& device);

}  // namespace hg::kernels
