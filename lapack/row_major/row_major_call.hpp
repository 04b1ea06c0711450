#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "blas/call/argument_list.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/routine_call.hpp"
#include "lapack/generated/arguments.hpp"
#include "lapack/row_major/column_major_copies.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// Passes the arguments of a row-major call on to a list that expects column-major ones: what is stored of a
/// matrix is its transpose.
template <class List>
class StoredTransposes : public ArgumentList<StoredTransposes<List>> {
  public:
    explicit StoredTransposes(List& list) : list_(list) {}

    void option(std::string_view name, bool valid, std::string_view must_be) {
        list_.option(name, valid, must_be);
    }
    void size(std::string_view name, std::int64_t value) { list_.size(name, value); }
    template <class T>
    void matrix(std::string_view name, T* data, std::int64_t ld, const Shape& shape, bool used = true) {
        list_.matrix(name, data, ld, transposed(shape), used);
    }
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool used = true) {
        list_.vector(name, data, count, used);
    }

  private:
    List& list_;
};

template <class Routine>
concept HasTriangle = requires(Routine call) {
    call.uplo;
};
template <class Routine>
concept HasPivots = requires(Routine call) {
    call.ipiv;
};

/// A row-major call of a LAPACK routine, as routine_call() takes it: a column-major call on copies of the
/// matrices. If it fails, the caller's matrices are unchanged.
template <class Routine>
struct RowMajorCall {
    using Element = typename Routine::Element;

    Routine call;

    template <class List>
    static void list(const RowMajorCall& c, List& list) {
        StoredTransposes<List> stored(list);
        list_arguments(c.call, stored);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return call.does_nothing(); }
    std::int64_t perform(Session& session) const {
        Routine column_major = call;
        ColumnMajorCopies<Element> copies = copies_for(session, column_major);
        OutputChanges changes;
        ResolvedCall<Routine> resolved{column_major};
        std::int64_t info = 0;
        try {
            info = hg::perform(session, resolved);
        } catch (...) {
            if (kWritesInPlace) throw;
            changes.forget();
            throw ColumnMajorCopies<Element>::discarded(current_error());
        }
        OutputChanges::note();
        copies.write_back();
        return info;
    }

  private:
    /// The calls with a Cholesky factor. The upper triangle of a hermitian A has the conjugates of its lower
    /// one, and so has that of the factor. Row-major A is therefore the other triangle of the column-major
    /// conj(A), and the call solves conj(A) conj(X) = conj(B).
    static constexpr bool kUsesConjugate = HasTriangle<Routine> && !HasPivots<Routine>;
    static constexpr bool kWritesInPlace =
        kUsesConjugate && !std::is_const_v<std::remove_pointer_t<decltype(Routine::A)>>;

    static ColumnMajorCopies<Element> copies_for(Session& session, Routine& routine) {
        if constexpr (kUsesConjugate) routine.uplo = transposed(routine.uplo);
        return {session, routine, kUsesConjugate ? CopiedMatrices::whole : CopiedMatrices::all};
    }
};

/// What routine_call() makes of a row-major call.
template <class Routine>
RowMajorCall<Routine> row_major(const Routine& call) {
    return {call};
}

// Row-major calls that need no copies: the Cholesky factor and its inverse of the other triangle, conj(A).

template <class T>
PotrfArguments<T> transposed(PotrfArguments<T> c) noexcept {
    c.uplo = transposed(c.uplo);
    return c;
}

template <class T>
PotriArguments<T> transposed(PotriArguments<T> c) noexcept {
    c.uplo = transposed(c.uplo);
    return c;
}

}  // namespace hg
