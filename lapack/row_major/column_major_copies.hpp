#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "blas/call/argument_list.hpp"
#include "host_blas/cpu_blas.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

/// The matrices of a row-major call that are copied.
enum class CopiedMatrices : std::uint8_t {
    all,
    whole  ///< all but triangles, as conjugates: the call uses conj(A) where it is
};

/// Column-major copies of the matrices of a row-major call. Large ones are in pinned memory of the session.
template <class T>
class ColumnMajorCopies : public ArgumentList<ColumnMajorCopies<T>> {
  public:
    /// Makes the copies and lets `call` use them. Throws Error{out_of_memory}.
    template <class Routine>
    ColumnMajorCopies(Session& session, Routine& call, CopiedMatrices which) : which_(which) {
        list_arguments(call, *this);
        copy(session);
    }

    /// Copies the matrices that the call has written to the caller's.
    void write_back() const noexcept;
    /// The error of a call whose copies are not written back.
    static Error discarded(const Error& error) noexcept;

    // As ArgumentList says.
    template <class Value>
    void matrix(std::string_view /*name*/, Value*& data, std::int64_t& ld, const Shape& shape,
                bool used = true) {
        if (which_ == CopiedMatrices::whole && shape.part != TilePart::whole) return;
        if (used)
            matrices_.at(count_++) = {const_cast<T**>(&data), const_cast<T*>(data), ld, shape,
                                      !std::is_const_v<Value>};
        ld = std::max<std::int64_t>(shape.rows, 1);
    }

  private:
    static constexpr std::size_t kMostMatrices = 3;

    struct Matrix {
        T** of_call;  ///< only while the copies are made
        T* data;      ///< the caller's
        std::int64_t ld;
        Shape shape;
        bool is_written;
        T* copy = nullptr;
    };

    void copy(Session& session);
    [[nodiscard]] T* allocate(Session& session, std::int64_t elements);
    [[nodiscard]] std::span<const Matrix> matrices() const noexcept { return {matrices_.data(), count_}; }
    /// Between a row-major matrix and its copy, in both directions.
    [[nodiscard]] CpuOperation operation() const noexcept {
        return which_ == CopiedMatrices::all ? CpuOperation::trans : CpuOperation::conj_trans;
    }

    CopiedMatrices which_;
    std::array<Matrix, kMostMatrices> matrices_{};
    std::size_t count_ = 0;
    std::unique_ptr<T[]> small_{};
    std::shared_ptr<PinnedMemory> large_{};
};

extern template class ColumnMajorCopies<float>;
extern template class ColumnMajorCopies<double>;
extern template class ColumnMajorCopies<std::complex<float>>;
extern template class ColumnMajorCopies<std::complex<double>>;

}  // namespace hg
