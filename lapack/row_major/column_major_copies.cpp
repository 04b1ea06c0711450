#include "lapack/row_major/column_major_copies.hpp"

#include <limits>
#include <new>
#include <span>
#include <utility>

#include "host_blas/copy_matrix.hpp"
#include "host_blas/each_element.hpp"
#include "runtime/program/base/current_error.hpp"

namespace hg {
namespace {

/// Copies begin at multiples of a cache line.
constexpr std::int64_t kLine = 64;

/// Larger copies are in pinned memory, which devices read and write faster. To allocate it starts them.
constexpr std::int64_t kLargestOrdinary = 1 << 20;

template <class T>
std::int64_t copied_elements(const Shape& shape) {
    constexpr auto kEach = kLine / static_cast<std::int64_t>(sizeof(T));
    return (shape.rows * shape.cols + kEach - 1) / kEach * kEach;
}

}  // namespace

template <class T>
void ColumnMajorCopies<T>::copy(Session& session) {
    std::int64_t elements = 0;
    for (const Matrix& matrix : matrices()) elements += copied_elements<T>(matrix.shape);
    T* next = allocate(session, elements);
    for (Matrix& matrix : std::span(matrices_).first(count_)) {
        const auto& [rows, cols, part] = matrix.shape;
        *matrix.of_call = matrix.copy = std::exchange(next, next + copied_elements<T>(matrix.shape));
        copy_matrix<T>(part, operation(), rows, cols, matrix.data, matrix.ld, matrix.copy, rows);
    }
}

template <class T>
T* ColumnMajorCopies<T>::allocate(Session& session, std::int64_t elements) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / sizeof(T);
    if (elements > kMost) throw no_host_memory();
    const auto bytes = elements * static_cast<std::int64_t>(sizeof(T));
    if (bytes <= kLargestOrdinary) {
        small_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(elements));
        return small_.get();
    }
    large_ = session.workspace(bytes);
    return reinterpret_cast<T*>(large_->data());
}

template <class T>
void ColumnMajorCopies<T>::write_back() const noexcept {
    for (const Matrix& matrix : matrices()) {
        if (!matrix.is_written) continue;
        const auto [rows, cols, part] = transposed(matrix.shape);
        copy_matrix<T>(part, operation(), rows, cols, matrix.copy, cols, matrix.data, matrix.ld);
    }
}

template <class T>
Error ColumnMajorCopies<T>::discarded(const Error& error) noexcept {
    if (!error.context().partially_written) return error;
    try {
        ErrorContext context = error.context();
        context.partially_written = false;
        return Error(error.code(),
                     error.message() + "; these are column-major copies, the caller's matrices are unchanged",
                     std::move(context));
    } catch (const std::bad_alloc&) {
        return no_host_memory();
    }
}

#define HG_COLUMN_MAJOR_COPIES(T) template class ColumnMajorCopies<T>;
HG_FOR_EACH_ELEMENT(HG_COLUMN_MAJOR_COPIES)
#undef HG_COLUMN_MAJOR_COPIES

}  // namespace hg
