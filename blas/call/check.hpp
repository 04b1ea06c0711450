#pragma once

#include <cstdint>
#include <string_view>

#include <hg/blas/types.hpp>

namespace hg {

/// One matrix argument of a routine: its place among the arguments and what it must hold.
struct MatrixArgument {
    std::string_view name;     ///< for example "A"
    int number = 0;            ///< of the pointer, counted from 1
    std::string_view ld_name;  ///< for example "lda"
    int ld_number = 0;
    const void* data = nullptr;
    std::int64_t ld = 0;
    std::int64_t rows = 0;  ///< as stored, before op
    std::int64_t cols = 0;
    bool used = true;  ///< false if the routine never touches it: then it may be null
};

/// Throws Error{invalid_argument} naming the argument unless layout, side, uplo, op, diag or size
/// is a valid one.
void check_layout(std::string_view routine, int number, Layout layout);
void check_side(std::string_view routine, int number, Side side);
void check_uplo(std::string_view routine, int number, Uplo uplo);
void check_diag(std::string_view routine, int number, Diag diag);
void check_op(std::string_view routine, int number, std::string_view name, Op op);
void check_size(std::string_view routine, int number, std::string_view name, std::int64_t size);

/// Throws Error{invalid_argument} naming the argument if the leading dimension is too small, the matrix
/// does not fit an address space, or a matrix that is used is null.
void check_matrix(std::string_view routine, Layout layout, const MatrixArgument& matrix,
                  std::int64_t element_size);

}  // namespace hg
