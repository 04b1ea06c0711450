#include <algorithm>
#include <complex>
#include <limits>
#include <utility>

#include "runtime/files/read_file.hpp"
#include "sparse/files/market_entries.hpp"
#include "sparse/files/market_header.hpp"
#include "sparse/files/market_remarks.hpp"
#include "sparse/matrix/csr.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace hg {
namespace {

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
    return sparse::market_remarks(path_, text_, {info_, body_, body_line_}, has_cr_ends_);
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
