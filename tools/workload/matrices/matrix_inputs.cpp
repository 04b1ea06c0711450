#include "tools/workload/matrices/matrix_inputs.hpp"

#include <hg/runtime/program/error.hpp>

namespace hgctl {

std::string shape_text(const NpyMatrix& matrix) {
    return std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols);
}

NpyMatrix require_floating(const std::string& path, NpyMatrix matrix) {
    if (!hg::is_complex(matrix.type) && !hg::is_real(matrix.type))
        throw hg::Error(hg::ErrorCode::io, path + ": holds elements of type " +
                                               std::string(name(matrix.type)) +
                                               "; float32, float64, complex64 or complex128 is needed");
    return matrix;
}

void require_same_type(const std::string& path, const NpyMatrix& matrix, const std::string& path_a,
                       const NpyMatrix& a) {
    if (matrix.type != a.type)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        path + " holds " + std::string(name(matrix.type)) + " and " + path_a + " " +
                            std::string(name(a.type)) + "; all matrices must be of one type");
}

void require_product_shape(const std::string& path, const NpyMatrix& c0, std::int64_t rows,
                           std::int64_t cols) {
    if (c0.rows != rows || c0.cols != cols)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "the sizes do not match: C0 is " + shape_text(c0) + " in " + path +
                            ", the product is " + std::to_string(rows) + " x " + std::to_string(cols));
}

}  // namespace hgctl
