#pragma once

#include <cstdint>
#include <string_view>

namespace hg {

/// The format in which devices hold a sparse matrix.
enum class SparseFormat : std::uint8_t {
    automatic,  ///< chosen by the structure of the matrix
    csr,        ///< compressed rows, each summed by several work-items
    /// Compressed rows, divided into shares with equal numbers of nonzeros, however long the rows are.
    csr_merge,
    sell,   ///< SELL-C-sigma: slices of rows of similar length
    ell,    ///< all rows as wide as the longest
    coo,    ///< nonzeros with their rows
    hybrid  ///< the first nonzeros of each row as sell, the rest as coo
};

/// Returns "automatic", "csr", "csr_merge", "sell", "ell", "coo" or "hybrid".
std::string_view name(SparseFormat format) noexcept;

/// Options of a product on devices. Values of 0 are chosen by the structure of the matrix.
struct SpmvOptions {
    SparseFormat format = SparseFormat::automatic;  ///< how devices hold the matrix
    int lanes = 0;                                  ///< work-items per row (csr): a power of two, 1 to 64
    int slice = 0;                                  ///< rows per slice (sell): a power of two, 1 to 256
    std::int64_t window = 0;  ///< rows that are sorted by length together (sell); 1: no sorting
    std::int64_t width = 0;   ///< places per row in the first part of hybrid
    /// The matrix stays in host memory, and its arrays are transferred to the devices in each product. This
    /// happens in any case if the devices' memory cannot hold the matrix.
    bool streamed = false;
};

}  // namespace hg
