#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hg/blas/types.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg {

/// What the elements of a Matrix Market file are.
enum class MarketField : std::uint8_t {
    real,              ///< numbers in floating point
    integer,           ///< whole numbers of 64 bits
    unsigned_integer,  ///< whole numbers of 64 bits from 0 on, as SciPy writes them
    complex,           ///< two numbers each
    pattern            ///< places alone: each element is 1
};

/// Which elements of a Matrix Market file stand for others, too. A file has one triangle then.
enum class MarketSymmetry : std::uint8_t {
    general,         ///< none
    symmetric,       ///< a_ji = a_ij
    skew_symmetric,  ///< a_ji = -a_ij; no diagonal
    hermitian        ///< a_ji = conj(a_ij); a real diagonal
};

/// What a Matrix Market file says before its elements.
struct MarketInfo {
    bool is_array = false;                  ///< all elements, column by column; otherwise each with its place
    MarketField field = MarketField::real;  ///< what elements are
    MarketSymmetry symmetry = MarketSymmetry::general;  ///< what elements stand for
    std::int64_t rows = 0;                              ///< of the matrix
    std::int64_t cols = 0;                              ///< of the matrix
    std::int64_t entries = 0;                           ///< elements in the file
};

/// A Matrix Market file (Boisvert, Pozo, Remington 1996): coordinate and array, real, integer, complex and pattern, general, symmetric,
/// skew-symmetric and hermitian. Blank lines and lines of comments may stand anywhere behind the first line; lines may end as on
/// Windows. remarks() tells what else is read although the format does not have it. Compressed files are
/// refused.
///
/// Errors of all functions: Error{io} that names the file, the line and what is wrong there; Error{out_of_memory}. Thread-safe.
class MatrixMarketFile {
  public:
    /// Reads all of the file, and its first lines.
    explicit MatrixMarketFile(std::string path);
    /// The same of text; `path` stands for it in messages.
    MatrixMarketFile(std::string path, std::string text);

    /// What the file says before its elements.
    [[nodiscard]] const MarketInfo& info() const noexcept { return info_; }

    /// What the file has that the format does not, and hg reads all the same: a sentence for each kind, which
    /// begins with FILE:LINE of the first one. Reads files of skew-symmetric and hermitian matrices to the
    /// end. Kinds are
    ///
    /// - a first line that begins with one %
    /// - unsigned-integer elements
    /// - lines that end with CR alone
    /// - exponents as Fortran writes them: 1.5D+01
    /// - zeros on the diagonal of a skew-symmetric matrix
    /// - imaginary parts on the diagonal of a hermitian matrix, up to 16 units of rounding of the real part:
    ///   they are taken for 0
    [[nodiscard]] std::vector<std::string> remarks() const;

    /// The matrix, read in parallel. Elements of symmetric files that are not on the diagonal are two of the matrix; zeros of arrays are
    /// none. Complex files need a complex T; numbers that T does not hold are refused.
    ///
    /// @param sum_duplicates  an element may be given several times: its value is their sum; otherwise an error
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

/// The matrix of a Matrix Market file: MatrixMarketFile::matrix().
template <Element T>
SparseMatrix<T> read_matrix_market(const std::string& path, bool sum_duplicates = false) {
    return MatrixMarketFile(path).matrix<T>(sum_duplicates);
}

/// Writes a matrix as a Matrix Market file (coordinate, general; real or complex by T), row by row, with as many digits as it takes to
/// read the same values. The file appears whole or not at all. Throws Error{io}, Error{out_of_memory}. Thread-safe.
template <Element T>
void write_matrix_market(const std::string& path, const SparseMatrix<T>& A);

}  // namespace hg
