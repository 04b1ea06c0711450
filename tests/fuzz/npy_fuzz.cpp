// libFuzzer target: any bytes are safe to read as a .npy file. A matrix that is read lies wholly in the file.
// Errors of hg are expected, anything else is a finding.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "finding.hpp"
#include "memory_file.hpp"
#include "tools/workload/matrices/npy.hpp"
#include <hg/runtime/program/error.hpp>

namespace {

std::optional<hgctl::NpyMatrix> read(hgctl::NpyMatrix (*reader)(const std::string&), const MemoryFile& file) {
    try {
        return reader(file.path());
    } catch (const hg::Error& error) {
        require(std::string(error.what()).find(file.path()) != std::string::npos);
        return {};
    }
}

/// The elements are the end of the file.
void check_elements(const hgctl::NpyMatrix& matrix, const std::uint8_t* data, std::size_t size) {
    require(matrix.rows >= 0 && matrix.cols >= 0 && matrix.bytes() >= 0);
    const auto bytes = static_cast<std::size_t>(matrix.bytes());
    require(bytes < size);
    if (bytes > 0) require(std::memcmp(matrix.data.get(), data + size - bytes, bytes) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    const auto matrix = read(hgctl::read_npy, file);
    const auto columns = read(hgctl::read_npy_columns, file);
    if (columns) check_elements(*columns, data, size);
    if (!matrix) return 0;
    check_elements(*matrix, data, size);
    require(columns && columns->rows == matrix->rows && columns->cols == matrix->cols && !columns->is_vector);
    return 0;
}
