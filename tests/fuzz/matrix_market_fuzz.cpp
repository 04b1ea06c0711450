// libFuzzer target: any bytes are safe to read as a Matrix Market file, whatever the elements' type. A matrix
// that is read is as the file says. Errors of hg are expected, anything else is a finding.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>

#include "finding.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace {

/// Rows, or columns that become rows, take memory that the file does not have: more of them take the fuzzer's
/// time.
constexpr std::int64_t kMostLines = 100000;

/// Nonzeros of the matrix are those of the file: fewer if they are added, at most twice as many if they are
/// mirrored.
template <hg::Element T>
void check(const hg::MatrixMarketFile& file, bool sum_duplicates) {
    const hg::SparseMatrix<T> A = file.matrix<T>(sum_duplicates);
    const hg::MarketInfo& info = file.info();
    require(A.rows() == info.rows && A.cols() == info.cols);
    require(A.nonzeros() <= (info.symmetry == hg::MarketSymmetry::general ? 1 : 2) * info.entries);
    if (!info.is_array && !sum_duplicates) require(A.nonzeros() >= info.entries);
    if (A.cols() <= kMostLines) require(A.transposed().transposed().fingerprint() == A.fingerprint());
}

template <hg::Element T>
void read(const std::string& text, bool sum_duplicates) {
    try {
        const hg::MatrixMarketFile file("file.mtx", text);
        (void)file.remarks();
        if (file.info().rows <= kMostLines) check<T>(file, sum_duplicates);
    } catch (const hg::Error& error) {
        require(error.code() == hg::ErrorCode::io);
        require(std::string(error.what()).starts_with("file.mtx:"));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    constexpr void (*kReaders[])(const std::string&, bool) = {
        read<double>, read<float>, read<std::complex<double>>, read<std::complex<float>>};
    kReaders[data[0] % 4](text, (data[0] & 4) != 0);
    return 0;
}
