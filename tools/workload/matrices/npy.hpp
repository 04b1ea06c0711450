#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A matrix as a .npy file holds it: rows x cols elements, row by row, or column
/// by column if `fortran_order`.
struct NpyMatrix {
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool fortran_order = false;
    bool is_vector = false;  ///< an array of one dimension in the file; one column here
    std::unique_ptr<std::byte[]> data;

    [[nodiscard]] std::int64_t bytes() const noexcept { return rows * cols * hg::size_of(type); }
    template <class T>
    [[nodiscard]] T* as() const noexcept {
        return reinterpret_cast<T*>(data.get());
    }
};

/// Memory for a matrix of this shape, not filled. Throws hg::Error{invalid_argument} for
/// sizes that overflow, hg::Error{out_of_memory}.
NpyMatrix make_matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols, bool fortran_order);

/// Reads a .npy file (format 1.0, 2.0 or 3.0) that holds a matrix of little-endian elements of a type of
/// hg. The
/// header is checked against the file's size before memory is taken. Throws hg::Error{io} naming the file and
/// what is wrong.
NpyMatrix read_npy(const std::string& path);

/// The same, also of an array of one dimension.
NpyMatrix read_npy_columns(const std::string& path);

/// Writes a .npy file (format 1.0), whole or not at all. Throws hg::Error{io}.
void write_npy(const std::string& path, const NpyMatrix& matrix);

}  // namespace hgctl
