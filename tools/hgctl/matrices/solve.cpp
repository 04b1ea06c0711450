// hgctl solve: X with A X = B, or the least-squares solution, for matrices in .npy files; by iterations if A
// is sparse.
#include <iostream>
#include <memory>
#include <string>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/matrices/linear_system.hpp"
#include "tools/hgctl/matrices/solve_sparse.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/pivoting_words.hpp"
#include "tools/workload/rule/residual.hpp"

namespace hgctl {
namespace {

struct SolveOptions : MatrixFiles {
    hg::Pivoting pivoting = hg::Pivoting::partial;
    bool refine = false;
    bool definite = false;
    bool least_squares = false;
    std::string for_square;  ///< the option that was given and needs a square A; empty if none was
    std::string for_dense;   ///< the option that was given and is not for a sparse A; empty if none was
    std::string for_sparse;  ///< the option that was given and is for a sparse A alone; empty if none was
    SparseSolve sparse;
};

/// A X = B as its files hold it.
struct System : LinearSystem {
    bool c_order = false;  ///< of B in its file, and so of X
};

Factors factors_for(const SolveOptions& options, const NpyMatrix& a) {
    if (options.least_squares || a.rows != a.cols) return Factors::qr;
    if (options.definite) return options.refine ? Factors::refined_cholesky : Factors::cholesky;
    return options.refine ? Factors::refined_lu : Factors::lu;
}

System read_system(const SolveOptions& options) {
    System system{{.a = require_floating(options.a, read_npy(options.a)),
                   .b = require_floating(options.b, read_npy_columns(options.b)),
                   .pivoting = options.pivoting}};
    const NpyMatrix& a = system.a;
    const NpyMatrix& b = system.b;
    require_same_type(options.b, b, options.a, a);
    if (a.rows != a.cols && !options.for_square.empty())
        refuse("A must be square for " + options.for_square + "; it is " + shape_text(a) + " in " +
               options.a + "; without that option hg solves by least squares, or for the least norm");
    if (b.rows != a.rows)
        refuse("the sizes do not match: A has " + std::to_string(a.rows) + " rows, B has " +
               std::to_string(b.rows) + "\n  A: " + shape_text(a) + " in " + options.a +
               "\n  B: " + shape_text(b) + " in " + options.b);
    if (options.refine && !hg::needs_f64(a.type))
        refuse("--refine solves in double precision; " + options.a + " holds " + std::string(name(a.type)) +
               ", and " + (hg::is_complex(a.type) ? "complex128" : "float64") + " is needed");
    system.factors = factors_for(options, a);
    system.c_order = !b.fortran_order;
    set_order(system.a, true);
    set_order(system.b, true);
    return system;
}

void check_solve_options(const SolveOptions& options) {
    const bool sparse = is_matrix_market(options.a);
    if (sparse && !options.for_dense.empty()) refuse(options.for_dense + " is for a dense A, in a .npy file");
    if (!sparse && !options.for_sparse.empty())
        refuse(options.for_sparse + " is for a sparse A, in a Matrix Market file: its name ends with .mtx");
    options.check();
}

std::string refinement_text(std::int64_t steps) {
    if (steps < 0) return "in double precision, as refinement did not serve";
    return "in single precision, refined in " + count_text(static_cast<std::size_t>(steps), "step");
}

std::string method_text(const System& system, const SolveOutcome& outcome) {
    const std::string cholesky = "by Cholesky's factorization";
    if (system.is_least_norm()) return "by QR: the solution of least norm";
    if (system.is_least_squares()) return "by QR: a least-squares solution";
    if (system.factors == Factors::refined_cholesky) return cholesky + ' ' + refinement_text(outcome.steps);
    if (system.is_refined()) return refinement_text(outcome.steps);
    if (system.is_definite()) return cholesky;
    return system.pivoting == hg::Pivoting::none ? "without pivoting"
                                                 : "with " + word_of(system.pivoting) + " pivoting";
}

/// Why there is no solution.
std::string fault_text(const System& system, std::int64_t info) {
    if (system.factors == Factors::qr)
        return "the matrix has not full rank: element " + std::to_string(info) +
               " on the diagonal of its triangular factor is exactly zero; the solution is not unique";
    if (system.is_definite())
        return "the matrix is not positive definite: its leading minor of order " + std::to_string(info) +
               " is not; without --spd it may have a solution";
    return "the matrix is singular: pivot " + std::to_string(info) + " is exactly zero; there is no solution";
}

/// Which solution it is; null if there is no other one.
Json kind_of(const System& system) {
    if (system.is_least_norm()) return "least norm";
    return system.is_least_squares() ? Json{"least squares"} : Json{nullptr};
}

/// By QR what is left of B is told, too: least squares leave something.
std::string residual_text(const System& system, const SystemResidual& residual) {
    const std::string good = ": below " + rough(kGoodResidual) + " is good";
    const std::string scaled = rough(residual.scaled) + ", scaled as in HPL" + good;
    if (system.factors != Factors::qr) return scaled;
    const std::string relative = rough(residual.relative) + " is |B - A X| / |B|\n  scaled         ";
    if (!system.is_least_squares()) return relative + scaled;
    return relative + rough(residual.scaled) + " is |A^T (B - A X)| in rounding errors" + good;
}

Report report_of(const SolveOptions& options, const System& system, const SolveOutcome& outcome,
                 const SystemResidual& residual, double seconds) {
    const double rate = seconds > 0 ? system.flops() / seconds : 0;
    const bool pivots = system.factors == Factors::lu || system.factors == Factors::refined_lu;
    const std::string type(name(system.b.type));
    Report report("hgctl solve", "X is " + shape_text(system.b) + ", " + type + ", in " + options.output);
    report.fact("m", system.a.rows).fact("n", system.a.cols).fact("nrhs", system.b.cols);
    report.fact("type", type).fact("solution", kind_of(system));
    report.fact("pivoting", pivots ? Json(word_of(system.pivoting)) : Json());
    report.fact("refinement_steps", system.is_refined() ? Json(outcome.steps) : Json());
    report.fact("seconds", seconds).fact("gflops", rate / 1e9);
    report.fact("residual", residual.scaled).fact("relative_residual", residual.relative);
    report.row("solved in",
               seconds_text(seconds) + ", " + flops_rate_text(rate) + ", " + method_text(system, outcome));
    report.row("residual", residual_text(system, residual));
    return report;
}

template <class T>
int run_solve(const SolveOptions& options, System& system, MatrixJob& job) {
    static_cast<void>(job.session().division_target());
    compile_kernels<T>(job.session(), system);
    job.did("setup", "finding devices and compiling kernels");
    SolveOutcome outcome;
    const double seconds = job.run("solving", [&] { outcome = solve<T>(job.session(), system); });
    if (outcome.info != 0) {
        std::cerr << "hgctl: " << options.a << ": " << fault_text(system, outcome.info) << '\n';
        job.end();
        return kCheckFailed;
    }
    system.a.data.reset();  // it holds factors: the files are read again
    const SystemResidual found = residual<T>(read_system(options), system.b);
    job.did("check", "checking");
    Report report = report_of(options, system, outcome, found, seconds);
    if (system.c_order) set_order(system.b, false);
    job.finish(system.b, report);
    if (found.scaled < kGoodResidual) return kGood;
    std::cerr << "hgctl: " << options.output << ": not a good solution: the scaled residual is "
              << rough(found.scaled) << '\n';
    return kCheckFailed;
}

int run(const SolveOptions& options) {
    check_solve_options(options);
    if (is_matrix_market(options.a)) return solve_sparse(options, options.sparse);
    MatrixJob job(options);
    System system = read_system(options);
    job.did("read", "reading");
    return with_floating_type(system.a.type, [&]<class T>() { return run_solve<T>(options, system, job); });
}

/// Ways to solve, of which one is taken.
void add_ways(Command& command, SolveOptions& options) {
    const Option pivoting = add_pivoting_option(command, options.pivoting);
    const Option refine =
        command
            .flag(
                "--refine", options.refine,
                "Factor in single precision and refine to double; factor in double if that does not converge")
            .excludes(pivoting);
    const Option definite = command
                                .flag("--spd", options.definite,
                                      "A is symmetric or hermitian positive definite: use the Cholesky "
                                      "factorization of its lower triangle (half the work)")
                                .excludes(pivoting);
    command
        .flag("--least-squares", options.least_squares,
              "Use QR even if A is square: twice the work of LU, but elements do not grow")
        .excludes(pivoting)
        .excludes(refine)
        .excludes(definite);
}

}  // namespace

void add_solve(Command& app) {
    auto options = std::make_shared<SolveOptions>();
    Command command = app.subcommand("solve",
                                     "Solve A X = B for matrices in .npy files on all devices: least squares "
                                     "if A is not square, iterations if A is sparse");
    command
        .file("A", options->a,
              "A: a .npy file of float32, float64, complex64 or complex128 in C or Fortran order, or a "
              "Matrix Market file (FILE.mtx) for a sparse A")
        .required();
    command
        .file("B", options->b,
              "B: a .npy file of the same type, a matrix or a vector; a vector if A is sparse")
        .required();
    command.file("-o,--output", options->output, "Write X to this .npy file, in the form and order of B")
        .required();
    add_ways(command, *options);
    add_iterative_options(command, options->sparse);
    options->add_options(command, "all results; for sparse A, residuals over iterations");
    command.callback([options, command] {
        for (const char* option : {"--pivoting", "--refine", "--spd"})
            if (command.has(option)) options->for_square = option;
        for (const char* option : {"--pivoting", "--refine", "--spd", "--least-squares", "--arithmetic"})
            if (command.has(option)) options->for_dense = option;
        options->for_sparse = given_iterative_option(command);
        return run(*options);
    });
}

}  // namespace hgctl
