#include "tools/workload/matrices/npy_order.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <utility>

namespace hgctl {
namespace {

/// Of a tile, so that lines of both sides stay in the cache.
constexpr std::int64_t kTile = 32;

/// body(i, j) for each element of a matrix of lines x length elements, tile by tile;
/// threads divide the lines.
template <class Body>
void for_each_element(std::int64_t lines, std::int64_t length, const Body& body) {
    tbb::parallel_for(std::int64_t{0}, lines, kTile, [&](std::int64_t stripe) {
        for (std::int64_t col = 0; col < length; col += kTile)
            for (std::int64_t i = stripe; i < std::min(lines, stripe + kTile); ++i)
                for (std::int64_t j = col; j < std::min(length, col + kTile); ++j) body(i, j);
    });
}

template <class T>
void turn(NpyMatrix& matrix) {
    // Lines of the file's order: rows in C order.
    const std::int64_t lines = matrix.fortran_order ? matrix.cols : matrix.rows;
    const std::int64_t length = matrix.fortran_order ? matrix.rows : matrix.cols;
    T* data = matrix.as<T>();
    if (lines == length) {
        for_each_element(lines, length, [&](std::int64_t i, std::int64_t j) {
            if (j < i) std::swap(data[i * length + j], data[j * length + i]);
        });
        return;
    }
    NpyMatrix turned = make_matrix(matrix.type, matrix.rows, matrix.cols, !matrix.fortran_order);
    for_each_element(lines, length, [&](std::int64_t i, std::int64_t j) {
        turned.as<T>()[j * lines + i] = data[i * length + j];
    });
    matrix.data = std::move(turned.data);
}

}  // namespace

void set_order(NpyMatrix& matrix, bool fortran_order) {
    if (matrix.fortran_order == fortran_order) return;
    // One line, or lines of one element, lie alike in both orders.
    if (matrix.rows > 1 && matrix.cols > 1) {
        hg::with_element_type(matrix.type, [&]<class T>() { turn<T>(matrix); });
    }
    matrix.fortran_order = fortran_order;
}

}  // namespace hgctl
