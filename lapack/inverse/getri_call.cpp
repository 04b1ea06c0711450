#include "lapack/inverse/getri_call.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/flops.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"
#include "host_blas/cpu_lapack_work.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "lapack/common/diagonal.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/common/one_program.hpp"
#include "lapack/common/row_interchanges.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "lapack/solve/substitution_call.hpp"
#include "runtime/program/base/current_error.hpp"

namespace hg {

template <class T>
void GetriCall<T>::on_cpu() const {
    const GetriCall& c = *this;
    std::vector<int> pivots(static_cast<std::size_t>(c.n));
    for (std::size_t i = 0; i < pivots.size(); ++i)
        pivots[i] = static_cast<int>(c.ipiv == nullptr ? static_cast<std::int64_t>(i) + 1 : c.ipiv[i]);
    constexpr double kFlops = real_operations(element_type_of<T>());
    with_work<T>(c.n, [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(cpu_blas().routines<T>().getri, kFlops / 2 * getri_flops(c.n), c.n, c.A, c.lda,
                      std::as_const(pivots).data(), work, lwork, info);
    });
    OutputChanges::note();
}

template <class T>
void GetriCall<T>::give(Workspace& workspace) const {
    std::vector<std::int32_t>& columns = workspace.integers("columns");
    std::iota(columns.begin(), columns.end(), 0);
    for (std::int64_t j = this->n - 1; j >= 0 && this->ipiv != nullptr; --j)
        std::swap(columns[static_cast<std::size_t>(j)], columns[static_cast<std::size_t>(this->ipiv[j] - 1)]);
}

template <class T>
std::int64_t GetriCall<T>::perform(Session& session) const {
    const GetriCall& c = *this;
    require_interchanges(routine_name<T>(GetriCall::kName), 5, c.n, c.ipiv);
    if (const std::int64_t info = first_zero_of_diagonal(c.n, c.A, c.lda); info != 0) return info;
    CallPolicy::Overrides overrides = CallPolicy::current();
    overrides.cpu_finishes = true;
    const CallPolicy policy(overrides);
    if (!is_done_in_one_program(session, c)) solve_for_identity(session);
    return 0;
}

/// On all devices, with the factors in host memory of their own.
template <class T>
void GetriCall<T>::solve_for_identity(Session& session) const {
    const GetriCall& c = *this;
    const auto factors = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(c.n * c.n));
    T* const LU = factors.get();
    copy_columns(c.n, c.n, c.A, c.lda, LU, c.n);
    OutputChanges::note();
    memory_loop(c.n, c.n * static_cast<std::int64_t>(sizeof(T)), [&](std::int64_t j, std::int64_t end) {
        for (; j < end; ++j) {
            std::fill_n(c.A + j * c.lda, c.n, T{0});
            c.A[j * (c.lda + 1)] = T{1};
        }
    });
    try {
        solve_by_substitution(session, GetrsCall<T>{{Op::none, c.n, c.n, LU, c.n, c.ipiv, c.A, c.lda}});
    } catch (...) {
        throw partially_written(current_error(), kPartiallyWritten);
    }
}

template struct GetriCall<float>;
template struct GetriCall<double>;
template struct GetriCall<std::complex<float>>;
template struct GetriCall<std::complex<double>>;

}  // namespace hg
