#include "tools/hgctl/matrices/solve_sparse.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/market_warnings.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/operands/element_types.hpp"
#include <hg/sparse/matrix_market.hpp>
#include <hg/sparse/solvers.hpp>

namespace hgctl {
namespace {

constexpr std::array kIterativeOptions{"--method",         "--tol",           "--most-iterations",
                                       "--preconditioner", "--restart",       "--degree",
                                       "--html",           "--sum-duplicates"};

/// A x = b as its files hold it, and what came of it.
template <hg::Element T>
struct IterativeSystem {
    hg::MarketInfo info;
    hg::SparseMatrix<T> A;
    NpyMatrix b, x;
    std::string method;
    hg::SolveReport report{};
};

hg::Preconditioner preconditioner_of(std::string_view word) {
    if (word == "none") return hg::Preconditioner::none;
    if (word == "jacobi") return hg::Preconditioner::jacobi;
    return word == "chebyshev" ? hg::Preconditioner::chebyshev : hg::Preconditioner::block_jacobi;
}

/// Conjugate gradients are for matrices that are Hermitian; the file says whether A is.
std::string method_for(const SparseSolve& solve, const hg::MarketInfo& info) {
    if (!solve.method.empty()) return solve.method;
    const bool hermitian =
        info.symmetry == hg::MarketSymmetry::hermitian ||
        (info.symmetry == hg::MarketSymmetry::symmetric && info.field != hg::MarketField::complex);
    return hermitian ? "cg" : "gmres";
}

hg::SolverOptions options_of(const SparseSolve& solve, const std::string& method) {
    hg::SolverOptions options = solve.options;
    if (!(options.tolerance >= 0 && std::isfinite(options.tolerance)))
        refuse("--tol must be a number of 0 or more");
    if (solve.restart && method != "gmres")
        refuse("--restart is for --method gmres; the method is " + method);
    options.restart = solve.restart.value_or(options.restart);
    options.preconditioner = preconditioner_of(solve.preconditioner);
    const bool is_polynomial = options.preconditioner == hg::Preconditioner::chebyshev;
    if (is_polynomial && method != "cg")
        refuse("--preconditioner chebyshev is for --method cg; the method is " + method);
    if (solve.degree && !is_polynomial)
        refuse("--degree is for --preconditioner chebyshev; the preconditioner is " + solve.preconditioner);
    options.degree = solve.degree.value_or(options.degree);
    return options;
}

template <hg::Element T>
void require_sizes(const MatrixFiles& files, const IterativeSystem<T>& system) {
    const std::string shape = std::to_string(system.A.rows()) + " x " + std::to_string(system.A.cols());
    if (system.A.rows() != system.A.cols()) refuse("A must be square; it is " + shape + " in " + files.a);
    if (system.b.rows != system.A.rows() || system.b.cols != 1)
        refuse("the sizes do not match: b must be one vector of " + std::to_string(system.A.rows()) +
               " elements; it is " + shape_text(system.b) + " in " + files.b);
}

/// How far a solver has come: by the digits that the residual has, or the iterations that are left, whichever
/// is more.
double share_done(const hg::SolverOptions& options, std::int64_t iterations, double residual) {
    const double by_count = options.most_iterations == 0 ? 1
                                                         : static_cast<double>(iterations) /
                                                               static_cast<double>(options.most_iterations);
    const bool has_digits = options.tolerance > 0 && options.tolerance < 1 && residual > 0 && residual < 1;
    return std::max(by_count, has_digits ? std::log(residual) / std::log(options.tolerance) : 0);
}

template <hg::Element T>
hg::SolveReport call_solver(const IterativeSystem<T>& system, hg::SolverOptions options,
                            hg::Session& session) {
    ProgressBar bar("dividing A among the devices", 1000);
    options.observe = [&](std::int64_t iterations, double residual) {
        const std::string what =
            count_text(static_cast<std::size_t>(iterations), "iteration") + ", residual " + rough(residual);
        if (iterations == 0) return bar.say(what);
        bar.reach(share_done(options, iterations, residual), 0, what);
    };
    const NpyMatrix &right = system.b, &left = system.x;
    const std::span<const T> b(right.as<T>(), static_cast<std::size_t>(right.rows));
    const std::span<T> x(left.as<T>(), b.size());
    if (system.method == "cg") return hg::solve_cg<T>(system.A, b, x, options, &session);
    if (system.method == "bicgstab") return hg::solve_bicgstab<T>(system.A, b, x, options, &session);
    return hg::solve_gmres<T>(system.A, b, x, options, &session);
}

double seconds_of_iteration(const hg::SolveReport& report) {
    return report.iterations == 0 ? 0 : report.iteration_seconds / static_cast<double>(report.iterations);
}

std::string iterations_text(const hg::SolveReport& report) {
    return count_text(static_cast<std::size_t>(report.iterations), "iteration");
}

/// Why x is no solution.
std::string shortfall_text(const hg::SolveReport& report) {
    if (report.reason == hg::StopReason::limit) return iterations_text(report) + " were not enough";
    if (report.reason == hg::StopReason::indefinite)
        return "A, or the preconditioner, is not positive definite; cg needs that, bicgstab and gmres do not";
    if (report.reason == hg::StopReason::stagnated)
        return "|b - A x| / |b| stays at " + rough(report.residual) +
               ", above --tol: rounding keeps it there";
    return "the method broke down: a divisor is 0, or a number is not finite";
}

/// The residuals over iterations; of a long history, some are left out evenly. The last one stays.
ReportTable history_table(const std::vector<double>& history) {
    constexpr std::size_t kMostShown = 500;
    ReportTable table({{"iterations", ""}, {"|r| / |b|", ""}});
    const std::size_t step = 1 + history.size() / kMostShown;
    for (std::size_t i = 0; i < history.size(); ++i)
        if (i % step == 0 || i + 1 == history.size()) table.add({i, history[i]});
    return table;
}

template <hg::Element T>
Report report_of(const MatrixFiles& files, const SparseSolve& solve, const IterativeSystem<T>& system) {
    const hg::SolveReport& found = system.report;
    const std::string type(hg::name(system.b.type)), reason(hg::name(found.reason));
    const std::string& page = files.reports.page();
    Report report("hgctl solve", "A x = b, A = " + files.a + ", by " + system.method);
    report.fact("n", system.info.rows).fact("entries", system.info.entries).fact("type", type);
    report.fact("method", system.method).fact("preconditioner", solve.preconditioner);
    report.fact("reason", reason).fact("iterations", found.iterations);
    report.fact("residual", found.residual).fact("history", found.history);
    report.fact("seconds", found.seconds).fact("begin_seconds", found.begin_seconds);
    report.fact("iteration_seconds", found.iteration_seconds);
    report.fact("seconds_of_iteration", seconds_of_iteration(found));
    report.fact("html", page.empty() ? Json() : Json(page));
    report.plot(history_table(found.history), {.x = "iterations",
                                               .curves = {{"|r| / |b|", system.method}},
                                               .axes = Axes::falling,
                                               .y_title = "|r| / |b|"});
    report.note("The plot has the residual that the method updates; the one below is computed anew from x.");
    report.row("x", "is " + shape_text(system.x) + ", " + type + ", in " + files.output);
    report.row("ended", reason + " after " + iterations_text(found) + " of " + system.method +
                            ", preconditioner " + solve.preconditioner);
    report.row("residual", rough(found.residual) + " is |b - A x| / |b|");
    report.row("took", seconds_text(found.seconds) + ", of which " + seconds_text(found.begin_seconds) +
                           " before the first iteration");
    report.row("iterations", seconds_text(found.iteration_seconds) + ", " +
                                 seconds_text(seconds_of_iteration(found)) + " each");
    return report;
}

template <hg::Element T>
int solve_as(const MatrixFiles& files, const SparseSolve& solve, const hg::MatrixMarketFile& file,
             NpyMatrix b, MatrixJob& job) {
    const std::string method = method_for(solve, file.info());
    const hg::SolverOptions options = options_of(solve, method);
    NpyMatrix x = make_matrix(b.type, b.rows, b.cols, b.fortran_order);
    x.is_vector = b.is_vector;
    IterativeSystem<T> system{.info = file.info(),
                              .A = file.matrix<T>(files.sum_duplicates),
                              .b = std::move(b),
                              .x = std::move(x),
                              .method = method};
    require_sizes(files, system);
    job.did("read", "reading");
    hg::Session& session = job.session();
    job.did("setup", "finding devices");
    job.run(files.trace.empty() ? nullptr : &job.trace(),
            [&] { system.report = call_solver(system, options, session); });
    Report report = report_of(files, solve, system);
    job.finish(system.x, report);
    if (system.report.reason == hg::StopReason::converged) return kGood;
    std::cerr << "hgctl: " << files.a << ": not solved: " << shortfall_text(system.report) << '\n';
    return kCheckFailed;
}

}  // namespace

void add_iterative_options(Command& command, SparseSolve& solve) {
    command.option("--method", solve.method, "Sparse A: iterative method")
        .one_of({"cg", "bicgstab", "gmres"})
        .show_default("cg if the file is symmetric or hermitian, else gmres");
    command.option("--tol", solve.options.tolerance, "Sparse A: stop when |b - A x| / |b| is this small")
        .show_default();
    command.count("--most-iterations", solve.options.most_iterations,
                  "Sparse A: stop after this many iterations", 0);
    command.words("--preconditioner", solve.preconditioner, {"none", "jacobi", "block_jacobi", "chebyshev"},
                  "Sparse A: preconditioner");
    command
        .option("--degree", solve.degree,
                "chebyshev: degree of the polynomial (products with A per application)")
        .whole_number(1, 32)
        .show_default(std::to_string(solve.options.degree));
    command.option("--restart", solve.restart, "gmres: vectors between restarts")
        .whole_number(1, 200)
        .show_default(std::to_string(solve.options.restart));
}

std::string given_iterative_option(const Command& command) {
    for (const char* option : kIterativeOptions)
        if (command.has(option)) return option;
    return {};
}

int solve_sparse(const MatrixFiles& files, const SparseSolve& solve) {
    MatrixJob job(files);
    const hg::MatrixMarketFile file(files.a);
    warn_of_remarks(file);
    NpyMatrix b = require_floating(files.b, read_npy_columns(files.b));
    return with_floating_type(b.type,
                              [&]<class T>() { return solve_as<T>(files, solve, file, std::move(b), job); });
}

}  // namespace hgctl
