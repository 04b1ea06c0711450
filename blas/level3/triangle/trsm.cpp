#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/call_queue.hpp"
#include "blas/call/call_regions.hpp"
#include "blas/call/check.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "blas/level3/product/host_gemm.hpp"
#include "blas/level3/triangle/host_trsm.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include "blas/level3/triangle/trsm_shape.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/blas/trsm_program.hpp>

namespace hg {
namespace {

template <class T>
void check_arguments(Layout layout, const TrsmArguments<T>& c) {
    const char* routine = sizeof(T) == 8 ? "dtrsm" : "strsm";
    check_layout(routine, 1, layout);
    check_side(routine, 2, c.side);
    check_uplo(routine, 3, c.uplo);
    check_op(routine, 4, "op", c.op);
    check_diag(routine, 5, c.diag);
    check_size(routine, 6, "m", c.m);
    check_size(routine, 7, "n", c.n);
    constexpr std::int64_t size = sizeof(T);
    const bool reads = c.alpha != T{0} && c.m > 0 && c.n > 0;
    check_matrix(routine, layout, {"A", 9, "lda", 10, c.A, c.lda, c.order(), c.order(), reads}, size);
    check_matrix(routine, layout, {"B", 11, "ldb", 12, c.B, c.ldb, c.m, c.n}, size);
}

template <class T>
TrsmArguments<T> column_major(Layout layout, const TrsmArguments<T>& c) {
    return layout == Layout::col_major ? c : transposed(c);
}

template <class T>
TrsmProblem problem_of(const TrsmArguments<T>& c) {
    return {.type = element_type_of<T>(),
            .side = c.side,
            .uplo = c.uplo,
            .op = c.op,
            .diag = c.diag,
            .m = c.m,
            .n = c.n};
}

template <class T>
bool lie_in_pinned_memory(const CallDevices& devices, const TrsmArguments<T>& c) {
    return devices.is_pinned(c.B, c.ldb, c.m, c.n) && devices.is_pinned(c.A, c.lda, c.order(), c.order());
}

/// Puts rectangles of B in the order in which they can be solved for.
void put_in_order(std::vector<HostTile>& tiles, const TrsmShape& shape) noexcept {
    std::sort(tiles.begin(), tiles.end(), [&](const HostTile& a, const HostTile& b) {
        const std::int64_t first = shape.left() ? a.row : a.col;
        const std::int64_t second = shape.left() ? b.row : b.col;
        return shape.forward() ? first < second : first > second;
    });
}

/// What a rectangle of B takes that a run left undone, once all before it is solved for: first `update`,
/// B := alpha B - what the solutions before it enter it with, if there are any; then `solve` with the
/// triangle of the rectangle itself.
template <class T>
struct RestOfSolve {
    std::optional<GemmArguments<T>> update;
    TrsmArguments<T> solve;
};

template <class T>
RestOfSolve<T> rest_of(const TrsmArguments<T>& c, const HostTile& tile) noexcept {
    const TrsmShape shape(problem_of(c));
    const Span along =
        shape.left() ? Span{tile.row, tile.row + tile.rows} : Span{tile.col, tile.col + tile.cols};
    const Span across =
        shape.left() ? Span{tile.col, tile.col + tile.cols} : Span{tile.row, tile.row + tile.rows};
    const Span before = shape.before(along);
    T* const B = c.B + tile.row + tile.col * c.ldb;
    RestOfSolve<T> rest{{}, c};
    rest.solve.A += along.begin * (c.lda + 1);
    rest.solve.B = B;
    rest.solve.m = tile.rows;
    rest.solve.n = tile.cols;
    if (before.empty()) return rest;
    const HostTile a = shape.tile_of_a({}, along, before);
    const HostTile x = shape.tile_of_b({}, before, across);
    const T* const A = c.A + a.row + a.col * c.lda;
    const T* const X = c.B + x.row + x.col * c.ldb;
    const std::int64_t m = tile.rows, n = tile.cols, k = before.size();
    rest.update =
        shape.left()
            ? GemmArguments<T>{c.op, Op::none, m, n, k, T{-1}, A, c.lda, X, c.ldb, c.alpha, B, c.ldb}
            : GemmArguments<T>{Op::none, c.op, m, n, k, T{-1}, X, c.ldb, A, c.lda, c.alpha, B, c.ldb};
    rest.solve.alpha = T{1};
    return rest;
}

/// A rectangle of B as it is now.
template <class T>
class KeptTile {
  public:
    explicit KeptTile(const TrsmArguments<T>& c)
        : c_(c), copy_(static_cast<std::size_t>(c.m) * static_cast<std::size_t>(c.n)) {
        for (std::int64_t j = 0; j < c.n; ++j) std::copy_n(c.B + j * c.ldb, c.m, copy_.data() + j * c.m);
    }
    void put_back() const noexcept {
        for (std::int64_t j = 0; j < c_.n; ++j) std::copy_n(copy_.data() + j * c_.m, c_.m, c_.B + j * c_.ldb);
    }

  private:
    TrsmArguments<T> c_;
    std::vector<T> copy_;
};

template <class T>
void solve_on(Session& session, CallDevices& devices, bool& any_devices, const TrsmArguments<T>& c);

/// Solves for a rectangle by the devices that are left. If it throws, each element is as it was or final.
template <class T>
void finish_on(Session& session, CallDevices& devices, bool& any_devices, const RestOfSolve<T>& rest) {
    OutputChanges changes;
    std::optional<KeptTile<T>> before;
    if (rest.update) before.emplace(rest.solve);
    try {
        if (const auto& u = rest.update; u)
            gemm<T>(session, Layout::col_major, u->op_a, u->op_b, u->m, u->n, u->k, u->alpha, u->A, u->lda,
                    u->B, u->ldb, u->beta, u->C, u->ldc);
        solve_on(session, devices, any_devices, rest.solve);
    } catch (...) {
        if (before) {
            before->put_back();
            changes.forget();
        }
        throw;
    }
}

/// The same by the CPU's BLAS, which takes no memory, as there may be none.
template <class T>
void finish_on_cpu(const RestOfSolve<T>& rest) noexcept {
    if (rest.update) host_gemm(*rest.update);
    host_trsm(rest.solve);
}

/// Does what a failed run left undone.
template <class T>
void finish(Session& session, CallDevices& devices, bool& any_devices, const TrsmArguments<T>& c,
            const HostTile& tile) {
    const RestOfSolve<T> rest = rest_of(c, tile);
    const OutputChanges changes;
    if (any_devices) try {
            return finish_on(session, devices, any_devices, rest);
        } catch (...) {
            if (changes.any() || !CallPolicy::current().cpu_finishes || !host_trsm_takes(c)) throw;
        }
    finish_on_cpu(rest);
}

/// Solves on the devices. If some fail in it, they are left out, and the others do what these left undone;
/// or the CPU's BLAS.
template <class T>
void solve_on(Session& session, CallDevices& devices, bool& any_devices, const TrsmArguments<T>& c) {
    TrsmProblem problem = problem_of(c);
    problem.pinned = lie_in_pinned_memory(devices, c);
    Unfinished left;
    RunJournal journal;
    std::optional<Program> running;
    try {
        const Program program = devices.program(problem.key(), [&](const Target& target) {
            return trsm_program(problem, target, session.kernels());
        });
        left.tiles.reserve(most_unfinished(program));
        Bindings bindings;
        bindings.matrix("A", c.A, c.lda).matrix("B", c.B, c.ldb).scalar("alpha", c.alpha);
        running = program;
        devices.run(program, bindings, "B", journal);
    } catch (...) {
        const Error error = current_error();
        any_devices = devices.others_go_on(journal, error, host_trsm_takes(c));
        if (!running) return finish(session, devices, any_devices, c, HostTile{{}, 0, 0, c.m, c.n});
        find_unfinished(*running, journal, left);
        if (left.unknown)
            throw spoilt(error,
                         "transfers into pinned memory were under way: some elements of B hold their old "
                         "and some their final values, not known which");
        put_in_order(left.tiles, TrsmShape(problem));
        for (const HostTile& tile : left.tiles) finish(session, devices, any_devices, c, tile);
    }
}

template <class T>
void run(Session& session, const TrsmArguments<T>& c) {
    session.calls().wait_for([&] { return regions_of(c); });
    if (c.m == 0 || c.n == 0) return;
    if (c.alpha == T{0})
        return gemm<T>(session, Layout::col_major, Op::none, Op::none, c.m, c.n, 0, T{0}, nullptr, c.m,
                       nullptr, 1, T{0}, c.B, c.ldb);
    const EquivalentProduct weight = trsm_product(c.m, c.n, c.order());
    const SessionCall call(session, weight.m, weight.n, weight.k);
    const OutputChanges changes;
    try {
        if (!host_trsm_takes(c) ||
            !session.is_hosts(element_type_of<T>(), weight.m, weight.n, weight.k, true)) {
            CallDevices devices(session, element_type_of<T>());
            bool any_devices = true;
            return solve_on(session, devices, any_devices, c);
        }
    } catch (...) {
        if (changes.any() || !CallPolicy::current().cpu_finishes || !host_trsm_takes(c)) throw;
    }
    OutputChanges::note();
    host_trsm(c);
}

/// Checks come first: a wrong argument is found before the session makes a machine.
template <class T, class SessionSource>
void checked_trsm(SessionSource session, Layout layout, const TrsmArguments<T>& call) {
    throwing_errors_only([&] {
        check_arguments(layout, call);
        run(session(), column_major(layout, call));
    });
}

template <class T, class SessionSource>
Call checked_trsm_async(SessionSource source, Layout layout, const TrsmArguments<T>& call) {
    return throwing_errors_only([&] {
        check_arguments(layout, call);
        const TrsmArguments<T> c = column_major(layout, call);
        Session& session = source();
        return session.calls().submit(regions_of(c), [&session, c] {
            throwing_errors_only([&] { run(session, c); });
            return std::int64_t{0};
        });
    });
}

}  // namespace

template <class T>
void trsm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    checked_trsm<T>([&]() -> Session& { return session; }, layout,
                    {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
void trsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, T alpha,
          const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    checked_trsm<T>(Session::global, layout, {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
Call trsm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return checked_trsm_async<T>([&]() -> Session& { return session; }, layout,
                                 {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
Call trsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return checked_trsm_async<T>(Session::global, layout,
                                 {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template void trsm<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                          const float*, std::int64_t, float*, std::int64_t);
template void trsm<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                           const double*, std::int64_t, double*, std::int64_t);
template void trsm<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                          std::int64_t, float*, std::int64_t);
template void trsm<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double, const double*,
                           std::int64_t, double*, std::int64_t);

template Call trsm_async<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                                const float*, std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);
template Call trsm_async<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                                std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);

void dtrsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
           double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    trsm<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

void strsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, float alpha,
           const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    trsm<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call dtrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    return trsm_async<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call strsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 float alpha, const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    return trsm_async<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

}  // namespace hg
