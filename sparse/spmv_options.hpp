#pragma once

#include <cstdint>
#include <string_view>

namespace hg {

/// How devices hold a sparse matrix.
enum class SparseFormat : std::uint8_t {
    automatic,  ///< chosen by the structure of the matrix
    csr,        ///< compressed rows, each summed by some work-items
    csr_merge,  ///< compressed rows, cut into shares of as many nonzeros, however long rows are
    sell,       ///< SELL-C-sigma: slices of rows of about one length
    ell,        ///< all rows as wide as the longest
    coo,        ///< nonzeros with their rows
    hybrid      ///< the first nonzeros of each row as sell, the others as coo
};

/// "automatic", "csr", "csr_merge", "sell", "ell", "coo" or "hybrid".
std::string_view name(SparseFormat format) noexcept;

/// What may be asked of a product on devices. What is 0 is chosen by the structure of the matrix.
struct SpmvOptions {
    SparseFormat format = SparseFormat::automatic;  ///< how devices hold the matrix
    int lanes = 0;                                  ///< work-items of a row (csr): a power of two, 1 to 32
    int slice = 0;                                  ///< rows of a slice (sell): a power of two, 1 to 256
    std::int64_t window = 0;  ///< rows that are sorted by length together (sell); 1 sorts none
    std::int64_t width = 0;   ///< places of a row in the first part of hybrid
    /// The matrix stays in host memory, and its arrays go to the devices in each product. It does so without being asked if
    /// the devices' memory does not hold it.
    bool streamed = false;
};

}  // namespace hg
