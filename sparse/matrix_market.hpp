#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hg/blas/types.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg {

/// The kind of the elements in a Matrix Market file.
enum class MarketField : std::uint8_t {
    real,              ///< floating-point numbers
    integer,           ///< 64-bit integers
    unsigned_integer,  ///< 64-bit integers >= 0, as SciPy writes them
    complex,           ///< two numbers per element
    pattern            ///< positions only: each element is 1
};

/// The symmetry of a Matrix Market file. A file of a symmetric matrix contains one triangle, whose elements
/// determine the others.
enum class MarketSymmetry : std::uint8_t {
    general,         ///< none
    symmetric,       ///< a_ji = a_ij
    skew_symmetric,  ///< a_ji = -a_ij; no diagonal
    hermitian        ///< a_ji = conj(a_ij); a real diagonal
};

/// The information in a Matrix Market file before its elements.
struct MarketInfo {
    /// All elements, column by column; if false, each element with its position.
    bool is_array = false;
    MarketField field = MarketField::real;              ///< the kind of the elements
    MarketSymmetry symmetry = MarketSymmetry::general;  ///< the symmetry of the matrix
    std::int64_t rows = 0;                              ///< rows of the matrix
    std::int64_t cols = 0;                              ///< columns of the matrix
    std::int64_t entries = 0;                           ///< number of elements in the file
};

/// A Matrix Market file (Boisvert, Pozo, Remington 1996): coordinate and array, real, integer, complex and
/// pattern, general, symmetric, skew-symmetric and hermitian. Blank lines and comment lines may be anywhere
/// after the first line; lines may have Windows line ends. remarks() tells what else hg reads although the
/// format does not allow it. Compressed files are rejected.
///
/// Errors of all functions: Error{io}, which names the file, the line and the problem; Error{out_of_memory}.
/// Thread-safe.
class MatrixMarketFile {
  public:
    /// Reads the whole file, and parses its first lines.
    explicit MatrixMarketFile(std::string path);
    /// The same for text; `path` is its name in messages.
    MatrixMarketFile(std::string path, std::string text);

    /// Returns the information in the file before its elements.
    [[nodiscard]] const MarketInfo& info() const noexcept { return info_; }

    /// Returns what the file contains although the format does not allow it, and hg reads nevertheless: one
    /// sentence for each kind, beginning with FILE:LINE of the first occurrence. Reads files of
    /// skew-symmetric and hermitian matrices to the end. The kinds are
    ///
    /// - a first line that begins with one %
    /// - unsigned-integer elements
    /// - lines that end with CR only
    /// - exponents in Fortran's notation: 1.5D+01
    /// - zeros on the diagonal of a skew-symmetric matrix
    /// - imaginary parts on the diagonal of a hermitian matrix, up to 16 units of rounding of the real part,
    ///   which are taken as 0
    [[nodiscard]] std::vector<std::string> remarks() const;

    /// Returns the matrix, read in parallel. In symmetric files, each off-diagonal element stands for two
    /// elements of the matrix. In array files, zeros do not become nonzeros. Complex files require a complex
    /// T. Numbers that T cannot hold are rejected.
    ///
    /// @param sum_duplicates  if true, an element may occur several times and its value is the sum; otherwise
    ///                        this is an error
    template <Element T>
    [[nodiscard]] SparseMatrix<T> matrix(bool sum_duplicates = false) const;

  private:
    std::string path_;
    std::string text_;
    bool has_cr_ends_ = false;  ///< lines ended with CR alone, which is LF in text_
    MarketInfo info_;
    std::size_t body_ = 0;        ///< where the elements begin
    std::int64_t body_line_ = 1;  ///< the number of the line there
};

/// Returns the matrix of a Matrix Market file: MatrixMarketFile::matrix().
template <Element T>
SparseMatrix<T> read_matrix_market(const std::string& path, bool sum_duplicates = false) {
    return MatrixMarketFile(path).matrix<T>(sum_duplicates);
}

/// Writes a matrix as a Matrix Market file (coordinate, general; real or complex depending on T), row by row,
/// with enough digits to read back the same values. The file is written completely or not at all. Throws
/// Error{io}, Error{out_of_memory}. Thread-safe.
template <Element T>
void write_matrix_market(const std::string& path, const SparseMatrix<T>& A);

}  // namespace hg
