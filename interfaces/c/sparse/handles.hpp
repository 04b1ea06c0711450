#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "blas/call/operands.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/hg.h>
#include <hg/sparse/distributed_sparse_matrix.hpp>

/// The structs behind the handles of sparse matrices in hg.h, and functions that their sources share.
struct hg_sparse {
    template <hg::Element T>
    explicit hg_sparse(hg::SparseMatrix<T> its_matrix) : matrix(std::move(its_matrix)) {
        const auto& made = std::get<hg::SparseMatrix<T>>(matrix);
        contents = {hg::name(hg::element_type_of<T>()).data(),
                    made.rows(),
                    made.cols(),
                    made.nonzeros(),
                    made.row_start().data(),
                    made.is_wide() ? nullptr : made.columns().data(),
                    made.is_wide() ? made.wide_columns().data() : nullptr,
                    made.values().data()};
    }

    std::variant<hg::SparseMatrix<float>, hg::SparseMatrix<double>, hg::SparseMatrix<std::complex<float>>,
                 hg::SparseMatrix<std::complex<double>>>
        matrix;
    hg_csr contents{};
};

struct hg_distributed {
    std::variant<hg::DistributedSparseMatrix<float>, hg::DistributedSparseMatrix<double>,
                 hg::DistributedSparseMatrix<std::complex<float>>,
                 hg::DistributedSparseMatrix<std::complex<double>>>
        matrix;
};

namespace hg::interfaces {

/// Throws Error{invalid_argument} if a pointer, argument `number`, is null.
inline void require_pointer(const char* function, int number, const char* name, const void* pointer) {
    require_argument(pointer != nullptr, function, number, name, "must not be null");
}

/// The same for an array, which may be null if it has no elements.
inline void require_elements(const char* function, int number, const char* name, const void* array,
                             std::int64_t elements) {
    if (elements > 0) require_pointer(function, number, name, array);
}

/// Calls action.operator()<T>() for the element type that `type`, argument `number`, names.
template <class Action>
void with_sparse_type(const char* function, int number, const char* type, const Action& action) {
    require_pointer(function, number, "type", type);
    const auto element = element_type(type);
    if (!element || *element == ElementType::i32)
        require_argument(false, function, number, "type",
                         std::string("is '") + type + "'; it must be f64, f32, c64 or c32");
    with_element_type(*element, [&]<class T>() {
        if constexpr (Element<T>) action.template operator()<T>();
    });
}

/// Converts a scalar, argument `number`, to the matrix's type.
template <Element T>
T scalar_as(const char* function, int number, const char* name, std::complex<double> scalar) {
    if constexpr (RealElement<T>) {
        require_argument(scalar.imag() == 0, function, number, name,
                         "has an imaginary part; elements of the matrix are real");
        return static_cast<T>(scalar.real());
    } else {
        return static_cast<T>(scalar);
    }
}

/// Checks the size with which a caller's struct of options or results begins: argument `number`, called
/// `name`.
inline void require_size(const char* function, int number, const char* name, std::int64_t size,
                         std::size_t known) {
    if (size != static_cast<std::int64_t>(known))
        require_argument(false, function, number, name,
                         "begins with size = " + std::to_string(size) + "; it must be " +
                             std::to_string(known) + ", as its initializer in hg.h sets it");
}

}  // namespace hg::interfaces
