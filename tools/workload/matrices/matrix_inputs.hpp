#pragma once

#include <string>

#include "tools/workload/matrices/npy.hpp"

namespace hgctl {

/// "100 x 200".
std::string shape_text(const NpyMatrix& matrix);

/// `matrix`, which was read from `path`, if it holds numbers that are not integers. Throws hg::Error{io}
/// naming the file and what it holds otherwise.
NpyMatrix require_floating(const std::string& path, NpyMatrix matrix);

/// Throws hg::Error{invalid_argument} naming both files unless the matrices are of one type.
void require_same_type(const std::string& path, const NpyMatrix& matrix, const std::string& path_a,
                       const NpyMatrix& a);

/// Throws hg::Error{invalid_argument} naming the file of C0 unless that has the shape of the product that it
/// is added to.
void require_product_shape(const std::string& path, const NpyMatrix& c0, std::int64_t rows,
                           std::int64_t cols);

}  // namespace hgctl
