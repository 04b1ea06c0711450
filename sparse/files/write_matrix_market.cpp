#include <algorithm>
#include <array>
#include <charconv>
#include <complex>
#include <new>
#include <string>
#include <vector>

#include "runtime/files/atomic_file.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/sparse/matrix_market.hpp>

namespace hg {
namespace {

/// Characters that a number takes at most: of an index 19, of a value 24, of two 49, and what stands between.
constexpr std::int64_t kMostOfLine = 19 + 1 + 19 + 1 + 49 + 1;
/// Nonzeros whose text is made by one thread at a time.
constexpr std::int64_t kNonzerosOfPiece = 1 << 14;
/// Pieces that are made together, then written.
constexpr std::int64_t kPieces = 64;

/// Writes lines into memory that is large enough.
class LineWriter {
  public:
    explicit LineWriter(char* at) noexcept : at_(at) {}

    template <class Number>
    void number(Number value, char after) noexcept {
        at_ = std::to_chars(at_, at_ + kMostOfLine, value).ptr;
        *at_++ = after;
    }
    template <RealElement T>
    void value(T x) noexcept {
        number(x, '\n');
    }
    template <class Real>
    void value(std::complex<Real> x) noexcept {
        number(x.real(), ' ');
        number(x.imag(), '\n');
    }
    [[nodiscard]] const char* end() const noexcept { return at_; }

  private:
    char* at_;
};

/// The row of nonzero k.
std::int64_t row_of(std::span<const std::int64_t> row_start, std::int64_t k) noexcept {
    return std::upper_bound(row_start.begin(), row_start.end(), k) - row_start.begin() - 1;
}

/// The lines of nonzeros from `first` to `last` - 1. Returns the end of the text.
template <Element T, class Column>
const char* write_lines(const SparseMatrix<T>& A, const Column* column, std::int64_t first, std::int64_t last,
                        char* to) noexcept {
    LineWriter lines(to);
    std::int64_t i = first < last ? row_of(A.row_start(), first) : 0;
    for (std::int64_t k = first; k < last; ++k) {
        while (A.row_start()[static_cast<std::size_t>(i + 1)] <= k) ++i;
        lines.number(i + 1, ' ');
        lines.number(static_cast<std::int64_t>(column[k]) + 1, ' ');
        lines.value(A.values()[static_cast<std::size_t>(k)]);
    }
    return lines.end();
}

}  // namespace

template <Element T>
void write_matrix_market(const std::string& path, const SparseMatrix<T>& A) {
    AtomicFile file(path);
    const std::string header = std::string("%%MatrixMarket matrix coordinate ") +
                               (ComplexElement<T> ? "complex" : "real") + " general\n" +
                               std::to_string(A.rows()) + ' ' + std::to_string(A.cols()) + ' ' +
                               std::to_string(A.nonzeros()) + '\n';
    file.write(header.data(), header.size());
    HostArray<char> text(kPieces * kNonzerosOfPiece * kMostOfLine);
    std::array<std::size_t, kPieces> length{};
    for (std::int64_t first = 0; first < A.nonzeros(); first += kPieces * kNonzerosOfPiece) {
        const auto begin = [&](std::int64_t piece) {
            return std::min(A.nonzeros(), first + piece * kNonzerosOfPiece);
        };
        const auto place = [&](std::int64_t piece) {
            return text.data() + piece * kNonzerosOfPiece * kMostOfLine;
        };
        sparse::for_shares(kPieces, [&](std::int64_t piece) {
            const char* end = sparse::with_columns(A, [&](const auto* column) {
                return write_lines(A, column, begin(piece), begin(piece + 1), place(piece));
            });
            length[static_cast<std::size_t>(piece)] = static_cast<std::size_t>(end - place(piece));
        });
        for (std::int64_t piece = 0; piece < kPieces; ++piece)
            file.write(place(piece), length[static_cast<std::size_t>(piece)]);
    }
    file.commit();
}

template void write_matrix_market(const std::string&, const SparseMatrix<float>&);
template void write_matrix_market(const std::string&, const SparseMatrix<double>&);
template void write_matrix_market(const std::string&, const SparseMatrix<std::complex<float>>&);
template void write_matrix_market(const std::string&, const SparseMatrix<std::complex<double>>&);

}  // namespace hg
