#include <algorithm>
#include <complex>
#include <limits>
#include <utility>

#include "runtime/files/read_file.hpp"
#include "sparse/files/market_entries.hpp"
#include "sparse/files/market_entry.hpp"
#include "sparse/files/market_header.hpp"
#include "sparse/files/market_text.hpp"
#include "sparse/matrix/csr.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace hg {
namespace {

using sparse::MarketHeader;

/// The first element's line with a D, or where the text ends.
std::size_t line_with_fortran_exponent(std::string_view text, std::size_t begin) {
    const auto first_of = [&](char letter) {
        for (std::size_t at = text.find(letter, begin); at != std::string_view::npos;) {
            const std::size_t line = text.rfind('\n', at) + 1,
                              end = std::min(text.find('\n', at), text.size());
            if (sparse::has_entry(text.substr(line, end - line))) return line;
            at = text.find(letter, end);
        }
        return text.size();
    };
    return std::min(first_of('d'), first_of('D'));
}

/// The first line with an element on the diagonal that is not as the format has it, or where the text ends.
std::size_t line_with_remark(std::string_view text, const MarketHeader& header) {
    const MarketInfo& info = header.info;
    std::size_t found = text.size();
    sparse::PlaceInArray place(info, 0);
    sparse::for_lines(text, header.body, text.size(), [&](std::string_view line, std::size_t offset) {
        if (found != text.size() || !sparse::has_entry(line)) return;
        sparse::MarketEntry<std::complex<double>> entry{place.row(), place.column()};
        if (info.is_array) place.advance();
        if (sparse::read_entry(info, line, entry) == sparse::EntryFault::none && entry.has_remark)
            found = offset;
    });
    return found;
}

template <Element T, class Index>
SparseMatrix<T> matrix_of(const std::string& path, std::string_view text, const sparse::MarketHeader& header,
                          bool sum_duplicates) {
    const auto entries = sparse::market_entries<T, Index>(path, text, header);
    const auto used = [&](const auto& array) {
        return array.span().first(static_cast<std::size_t>(entries.count));
    };
    try {
        return SparseMatrix<T>::from_coo(header.info.rows, header.info.cols, used(entries.row),
                                         used(entries.column), used(entries.value), sum_duplicates);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::invalid_argument) throw;
        // Places are in range: an element is given twice, or an array of zeros is too long.
        sparse::refuse_duplicates(path, text, header, entries);
        sparse::refuse_line(path, header.body_line - 1, error.message());
    }
}

}  // namespace

MatrixMarketFile::MatrixMarketFile(std::string path)
    : MatrixMarketFile(path, read_existing_file(path, std::numeric_limits<std::size_t>::max() / 4)) {}

MatrixMarketFile::MatrixMarketFile(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
    // Lines that end with CR alone, as on computers of long ago, are found as others are.
    has_cr_ends_ = text_.find('\n') == std::string::npos && text_.find('\r') != std::string::npos;
    if (has_cr_ends_) std::replace(text_.begin(), text_.end(), '\r', '\n');
    const sparse::MarketHeader header = sparse::market_header(path_, text_);
    info_ = header.info;
    body_ = header.body;
    body_line_ = header.body_line;
}

std::vector<std::string> MatrixMarketFile::remarks() const {
    std::vector<std::string> remarks;
    const auto add = [&](std::int64_t line, const char* what) {
        remarks.push_back(path_ + ":" + std::to_string(line) + ": " + what);
    };
    const auto add_at = [&](std::size_t begin, const char* what) {
        if (begin == text_.size()) return;
        const auto first = text_.begin() + static_cast<std::ptrdiff_t>(body_);
        add(body_line_ + std::count(first, text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n'), what);
    };
    if (!text_.starts_with("%%")) add(1, "begins with one %; the format has two");
    if (info_.field == MarketField::unsigned_integer)
        add(1, "has unsigned-integer elements, which the format does not have");
    if (has_cr_ends_) add(1, "ends with CR alone, as all lines do; the format has LF");
    if (info_.field == MarketField::real || info_.field == MarketField::complex)
        add_at(line_with_fortran_exponent(text_, body_),
               "has an exponent as Fortran writes it, with D for E");
    if (info_.symmetry == MarketSymmetry::skew_symmetric)
        add_at(line_with_remark(text_, {info_, body_, body_line_}),
               "has a zero on the diagonal of a skew-symmetric matrix");
    if (info_.symmetry == MarketSymmetry::hermitian)
        add_at(
            line_with_remark(text_, {info_, body_, body_line_}),
            "has an imaginary part of rounding on the diagonal of a hermitian matrix, which is taken for 0");
    return remarks;
}

template <Element T>
SparseMatrix<T> MatrixMarketFile::matrix(bool sum_duplicates) const {
    if (info_.field == MarketField::complex && !ComplexElement<T>)
        sparse::refuse_line(path_, 1, "holds complex elements; real ones are asked for");
    const sparse::MarketHeader header{info_, body_, body_line_};
    if (sparse::has_wide_columns(std::max(info_.rows, info_.cols)))
        return matrix_of<T, std::int64_t>(path_, text_, header, sum_duplicates);
    return matrix_of<T, std::int32_t>(path_, text_, header, sum_duplicates);
}

template SparseMatrix<float> MatrixMarketFile::matrix(bool) const;
template SparseMatrix<double> MatrixMarketFile::matrix(bool) const;
template SparseMatrix<std::complex<float>> MatrixMarketFile::matrix(bool) const;
template SparseMatrix<std::complex<double>> MatrixMarketFile::matrix(bool) const;

}  // namespace hg
