#include <algorithm>
#include <memory>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/call_queue.hpp"
#include "blas/call/call_regions.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "lapack/common/check.hpp"
#include "lapack/lu/host_getrf.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrf_program.hpp>

namespace hg {
namespace {

template <class T>
using GetrfArguments = HostGetrf<T>;

template <class T>
void check_arguments(const GetrfArguments<T>& c) {
    check_getrf<T>(c.m, c.n, c.A, c.lda, c.ipiv, c.pivoting);
}

/// Whether the CPU's LAPACK is to do it.
template <class T>
bool is_hosts(Session& session, const GetrfArguments<T>& c) {
    const EquivalentProduct weight = getrf_product(c.m, c.n);
    return host_getrf_takes(c) && session.is_hosts(element_type_of<T>(), weight.m, weight.n, weight.k, true);
}

/// The memory that a program's other parameters are bound to.
struct Matrix32 {
    std::vector<std::int32_t> elements;
    std::int64_t rows = 0;
};
struct Workspace {
    Matrix32 pivots;
    Matrix32 moves;
    std::shared_ptr<PinnedMemory> exchange;
};

/// Binds the parameters that a program has beside A.
template <class T>
void bind_workspace(Session& session, const Program& program, Workspace& workspace, Bindings& bindings) {
    for (const MatrixParameter& matrix : program.matrices()) {
        if (matrix.name == "exchange") {
            const std::int64_t elements = matrix.rows * matrix.cols;
            workspace.exchange = session.workspace(elements * size_of(matrix.type));
            bindings.matrix(matrix.name, reinterpret_cast<T*>(workspace.exchange->data()), matrix.rows);
        }
        if (matrix.type != ElementType::i32) continue;
        Matrix32& memory = matrix.name == "pivots" ? workspace.pivots : workspace.moves;
        memory.rows = matrix.rows;
        memory.elements.resize(static_cast<std::size_t>(matrix.rows * matrix.cols));
        bindings.matrix(matrix.name, memory.elements.data(), matrix.rows);
    }
}

/// Runs the factorization on the devices; those that fail before anything is stored are left out, and the
/// others begin again.
template <class T>
Workspace run(Session& session, const GetrfArguments<T>& c) {
    Workspace workspace;
    CallDevices devices(session, element_type_of<T>(), true);
    LuProblem problem{.type = element_type_of<T>(), .m = c.m, .n = c.n, .pivoting = c.pivoting};
    problem.pinned = devices.is_pinned(c.A, c.lda, c.m, c.n);
    for (bool done = false; !done;) {
        const Program program = devices.program(problem.key(), [&](const Target& target) {
            return getrf_program(problem, target, session.kernels());
        });
        Bindings bindings;
        bindings.matrix("A", c.A, c.lda);
        bind_workspace<T>(session, program, workspace, bindings);
        RunJournal journal;
        try {
            devices.run(program, bindings, "A", journal);
            done = true;
        } catch (...) {
            const Error error = current_error();
            if (!stored_nothing_of("A", program, journal))
                throw spoilt(error, "A holds neither the matrix nor its factors");
            devices.leave_out_failed(journal, error);
        }
    }
    return workspace;
}

template <class T>
void factor_on_devices(Session& session, const GetrfArguments<T>& c) {
    const Matrix32 pivots = run(session, c).pivots;
    if (c.ipiv == nullptr) return;
    for (std::int64_t i = 0; i < std::min(c.m, c.n); ++i) {
        const std::int64_t first = pivots.rows == 0 ? 0 : i / pivots.rows * pivots.rows;
        c.ipiv[i] = pivots.rows == 0 ? i + 1 : first + pivots.elements[static_cast<std::size_t>(i)] + 1;
    }
}

/// The first i, counted from 1, with U(i, i) = 0; 0 if there is none.
template <class T>
std::int64_t first_zero_pivot(const GetrfArguments<T>& c) {
    for (std::int64_t i = 0; i < std::min(c.m, c.n); ++i)
        if (c.A[i + i * c.lda] == T{0}) return i + 1;
    return 0;
}

template <class T>
std::vector<HostRegion> regions_of(const GetrfArguments<T>& c) {
    return {matrix_region(c.A, c.lda, c.m, c.n), vector_region(c.ipiv, std::min(c.m, c.n))};
}

template <class T>
std::int64_t factor(Session& session, const GetrfArguments<T>& c) {
    if (c.m == 0 || c.n == 0) return 0;
    const SessionCall call(session);
    session.calls().wait_for([&] { return regions_of(c); });
    const OutputChanges changes;
    try {
        if (is_hosts(session, c))
            host_getrf(c);
        else
            factor_on_devices(session, c);
    } catch (...) {
        if (changes.any() || !CallPolicy::current().cpu_finishes || !host_getrf_takes(c)) throw;
        host_getrf(c);
    }
    return first_zero_pivot(c);
}

/// Checks come first: a wrong argument is found before the session makes a machine.
template <class T, class SessionSource>
std::int64_t checked_getrf(SessionSource source, const GetrfArguments<T>& c) {
    return throwing_errors_only([&]() -> std::int64_t {
        check_arguments(c);
        if (c.m == 0 || c.n == 0) return 0;
        return factor(source(), c);
    });
}

template <class T, class SessionSource>
Call checked_getrf_async(SessionSource source, const GetrfArguments<T>& c) {
    return throwing_errors_only([&] {
        check_arguments(c);
        Session& session = source();
        return session.calls().submit(regions_of(c), [&session, c] {
            return throwing_errors_only([&] { return factor(session, c); });
        });
    });
}

}  // namespace

template <class T>
std::int64_t getrf(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv, const LuOptions& options) {
    return checked_getrf<T>([&]() -> Session& { return session; }, {m, n, A, lda, ipiv, options.pivoting});
}

template <class T>
std::int64_t getrf(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                   const LuOptions& options) {
    return checked_getrf<T>(Session::global, {m, n, A, lda, ipiv, options.pivoting});
}

template <class T>
Call getrf_async(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                 const LuOptions& options) {
    return checked_getrf_async<T>([&]() -> Session& { return session; },
                                  {m, n, A, lda, ipiv, options.pivoting});
}

template <class T>
Call getrf_async(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                 const LuOptions& options) {
    return checked_getrf_async<T>(Session::global, {m, n, A, lda, ipiv, options.pivoting});
}

template std::int64_t getrf<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                   const LuOptions&);
template std::int64_t getrf<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t,
                                    std::int64_t*, const LuOptions&);
template std::int64_t getrf<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                   const LuOptions&);
template std::int64_t getrf<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                    const LuOptions&);

template Call getrf_async<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                 const LuOptions&);
template Call getrf_async<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                  const LuOptions&);
template Call getrf_async<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                 const LuOptions&);
template Call getrf_async<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                  const LuOptions&);

std::int64_t dgetrf(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options) {
    return getrf<double>(m, n, A, lda, ipiv, options);
}

std::int64_t sgetrf(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options) {
    return getrf<float>(m, n, A, lda, ipiv, options);
}

Call dgetrf_async(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, std::int64_t* ipiv,
                  const LuOptions& options) {
    return getrf_async<double>(m, n, A, lda, ipiv, options);
}

Call sgetrf_async(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, std::int64_t* ipiv,
                  const LuOptions& options) {
    return getrf_async<float>(m, n, A, lda, ipiv, options);
}

}  // namespace hg
