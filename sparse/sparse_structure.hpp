#pragma once

#include <cstdint>
#include <vector>

namespace hg {

/// The properties of a sparse matrix by which formats and kernels are chosen. The length of a row is the
/// number of its nonzeros.
struct SparseStructure {
    std::int64_t rows = 0;        ///< rows of the matrix
    std::int64_t columns = 0;     ///< columns of the matrix
    std::int64_t nonzeros = 0;    ///< stored elements, whether zero or not
    std::int64_t shortest = 0;    ///< length of the shortest row; 0 if there are no rows
    std::int64_t longest = 0;     ///< length of the longest row; 0 if there are no rows
    std::int64_t empty_rows = 0;  ///< rows of length 0
    double mean = 0;              ///< mean length of a row
    double variance = 0;          ///< variance of the lengths about their mean, over all rows
    /// Rows by length: histogram[0] counts length 0, histogram[k] counts lengths from 2^(k-1) to 2^k - 1. It
    /// ends with the bin of the longest row.
    std::vector<std::int64_t> histogram;

    /// Compares all members.
    friend bool operator==(const SparseStructure&, const SparseStructure&) = default;
};

}  // namespace hg
