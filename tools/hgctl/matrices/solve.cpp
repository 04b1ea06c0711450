// hgctl solve: X with A X = B, for matrices in .npy files.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/check/residual.hpp"
#include "tools/hgctl/cli/json_report.hpp"
#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/matrices/gemm_words.hpp"
#include "tools/hgctl/matrices/matrix_inputs.hpp"
#include "tools/hgctl/matrices/npy_order.hpp"
#include "tools/hgctl/matrices/pivoting_words.hpp"
#include "tools/hgctl/program/run_progress.hpp"
#include "tools/hgctl/trace/trace_option.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string a, b, output, trace, devices;
    hg::Pivoting pivoting = hg::Pivoting::partial;
    bool refine = false;
    bool definite = false;
    JsonReport json;
};

/// What one solution took, seconds.
struct Times {
    double read = 0;   ///< the files of A and B
    double setup = 0;  ///< finding devices, compiling kernels
    double run = 0;    ///< the call
    double check = 0;  ///< reading the files again, and the residual
    double write = 0;  ///< the file of X
};

/// A X = B, all column-major; X takes the place of B.
struct System {
    NpyMatrix a, b;
    bool c_order = false;  ///< of B in its file, and so of X

    [[nodiscard]] double flops(const Options& options) const {
        return options.definite ? hg::posv_flops(a.rows, b.cols) : hg::gesv_flops(a.rows, b.cols);
    }
};

[[noreturn]] void refuse(const std::string& message) {
    throw hg::Error(hg::ErrorCode::invalid_argument, message);
}

System read_system(const Options& options) {
    System system{.a = require_real(options.a, read_npy(options.a)),
                  .b = require_real(options.b, read_npy_columns(options.b))};
    const NpyMatrix& a = system.a;
    const NpyMatrix& b = system.b;
    require_same_type(options.b, b, options.a, a);
    if (a.rows != a.cols) refuse("A must be square; it is " + shape_text(a) + " in " + options.a);
    if (b.rows != a.rows)
        refuse("the sizes do not match: A has " + std::to_string(a.rows) + " rows, B has " +
               std::to_string(b.rows) + "\n  A: " + shape_text(a) + " in " + options.a +
               "\n  B: " + shape_text(b) + " in " + options.b);
    if (options.refine && a.type != hg::ElementType::f64)
        refuse("--refine solves in double precision; " + options.a + " holds " + std::string(name(a.type)) +
               ", and float64 is needed");
    system.c_order = !b.fortran_order;
    set_order(system.a, true);
    set_order(system.b, true);
    return system;
}

/// How the call went.
struct Outcome {
    std::int64_t info = 0;
    std::int64_t steps = 0;  ///< of refinement; negative if double precision was needed
};

template <class T>
Outcome solve(hg::Session& session, const Options& options, System& system) {
    const std::int64_t n = system.a.rows;
    const std::int64_t nrhs = system.b.cols;
    const std::int64_t ld = std::max<std::int64_t>(1, n);
    Outcome outcome;
    if (options.definite) {
        outcome.info =
            hg::posv(session, hg::Uplo::lower, n, nrhs, system.a.as<T>(), ld, system.b.as<T>(), ld);
        return outcome;
    }
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
    if constexpr (std::is_same_v<T, double>)
        if (options.refine) {
            NpyMatrix x = make_matrix(system.b.type, n, nrhs, true);
            outcome.info = hg::dsgesv(session, n, nrhs, system.a.as<T>(), ld, ipiv.data(), system.b.as<T>(),
                                      ld, x.as<T>(), ld, &outcome.steps);
            system.b.data = std::move(x.data);
            return outcome;
        }
    outcome.info = hg::gesv(session, n, nrhs, system.a.as<T>(), ld, ipiv.data(), system.b.as<T>(), ld,
                            {.pivoting = options.pivoting});
    return outcome;
}

/// A smaller call of the same kind, I X = B, its result dropped: drivers compile kernels when they first run.
template <class T>
void compile_kernels(hg::Session& session, const Options& options, const System& system) {
    constexpr std::int64_t kOrder = 512;
    const std::int64_t n = std::min(system.a.rows, kOrder);
    System small{.a = make_matrix(system.a.type, n, n, true),
                 .b = make_matrix(system.b.type, n, std::min(system.b.cols, kOrder), true)};
    std::fill_n(small.a.as<T>(), n * n, T{0});
    for (std::int64_t i = 0; i < n; ++i) small.a.as<T>()[i * n + i] = 1;
    std::fill_n(small.b.as<T>(), n * small.b.cols, T{1});
    solve<T>(session, options, small);
}

/// Of a random combination of all columns. A and B are gone by now: their files are read again.
template <class T>
double residual(const Options& options, System& solved) {
    const std::int64_t n = solved.a.rows;
    const std::int64_t nrhs = solved.b.cols;
    if (n == 0 || nrhs == 0) return 0;
    solved.a.data.reset();
    const System given = read_system(options);
    const std::vector<Wide<T>> z = random_signs<T>(nrhs);
    const auto stored = [&](const NpyMatrix& matrix) {
        return StoredMatrix<T>{matrix.as<T>(), n, matrix.cols, n};
    };
    return scaled_residual<T>(stored(given.a), multiply<T>(stored(solved.b), z).values,
                              multiply<T>(stored(given.b), z).values);
}

void check_options(const Options& options) {
    check_outputs({{"--output", options.output, true}, {"--trace", options.trace}, options.json.file()},
                  {{"A", options.a}, {"B", options.b}});
}

std::string method_text(const Options& options, const Outcome& outcome) {
    if (options.definite) return "by Cholesky's factorization";
    if (!options.refine)
        return options.pivoting == hg::Pivoting::none ? "without pivoting"
                                                      : "with " + word_of(options.pivoting) + " pivoting";
    if (outcome.steps < 0) return "in double precision, as refinement did not serve";
    return "in single precision, refined in " + count_text(static_cast<std::size_t>(outcome.steps), "step");
}

/// All that is reported of a solution.
struct Solved {
    const System& system;
    Outcome outcome;
    double residual = 0;
    Times times;
    std::vector<std::string> devices;
};

/// Flops a second.
double rate_of(const Options& options, const Solved& solved) {
    return solved.times.run > 0 ? solved.system.flops(options) / solved.times.run : 0;
}

/// Why there is no solution.
std::string fault_text(const Options& options, std::int64_t info) {
    if (options.definite)
        return "the matrix is not positive definite: its leading minor of order " + std::to_string(info) +
               " is not; without --spd it may have a solution";
    return "the matrix is singular: pivot " + std::to_string(info) + " is exactly zero; there is no solution";
}

Json as_json(const Options& options, const Solved& solved) {
    const Times& times = solved.times;
    Json json{{"n", solved.system.b.rows},
              {"nrhs", solved.system.b.cols},
              {"type", name(solved.system.b.type)},
              {"pivoting", nullptr},
              {"refinement_steps", nullptr},
              {"devices", solved.devices},
              {"seconds", times.run},
              {"gflops", rate_of(options, solved) / 1e9},
              {"residual", solved.residual},
              {"setup_seconds", times.setup},
              {"read_seconds", times.read},
              {"check_seconds", times.check},
              {"write_seconds", times.write},
              {"output", options.output},
              {"trace", nullptr}};
    if (!options.definite) json.set("pivoting", word_of(options.pivoting));
    if (options.refine) json.set("refinement_steps", solved.outcome.steps);
    if (!options.trace.empty()) json.set("trace", options.trace);
    return json;
}

void print(const Options& options, const Solved& solved) {
    const Times& times = solved.times;
    const NpyMatrix& x = solved.system.b;
    std::cout << "X is " << shape_text(x) << ", " << name(x.type) << ", in " << options.output << '\n'
              << "  solved in      " << seconds_text(times.run) << ", "
              << flops_rate_text(rate_of(options, solved)) << ", " << method_text(options, solved.outcome)
              << '\n'
              << "  residual       " << rough(solved.residual) << ", scaled as in HPL: below "
              << kGoodResidual << " is good\n"
              << "  beside that    " << seconds_text(times.read) << " reading, " << seconds_text(times.setup)
              << " finding devices and compiling kernels, " << seconds_text(times.check) << " checking, "
              << seconds_text(times.write) << " writing\n"
              << "  on             " << joined(solved.devices) << '\n';
    if (!options.trace.empty())
        std::cout << "  trace          " << options.trace << " (open it in https://ui.perfetto.dev)\n";
}

/// Writes X and reports. Good if the residual is.
int finish(const Options& options, System& system, Solved& solved) {
    Stopwatch watch;
    if (system.c_order) set_order(system.b, false);
    write_npy(options.output, system.b);
    solved.times.write = watch.lap();
    options.json.write(as_json(options, solved));
    if (!options.json.replaces_text()) print(options, solved);
    if (solved.residual < kGoodResidual) return kGood;
    std::cerr << "hgctl: " << options.output << ": not a good solution: the scaled residual is "
              << rough(solved.residual) << '\n';
    return kCheckFailed;
}

template <class T>
int run_solve(const Options& options, System& system, Times times) {
    Stopwatch watch;
    hg::Session session(machine_options(options.devices));
    static_cast<void>(session.division_target());
    compile_kernels<T>(session, options, system);
    hg::Trace trace;
    RunProgress progress("solving", &trace);
    session.observe(&progress);
    times.setup = watch.lap();
    Solved solved{.system = system,
                  .outcome = solve<T>(session, options, system),
                  .times = times,
                  .devices = device_names(session.machine())};
    solved.times.run = watch.lap();
    session.observe(nullptr);
    const auto write_trace = [&] {
        if (!options.trace.empty()) trace.write(options.trace);
    };
    if (session.statistics().failed_runs > 0)
        std::cerr << "warning: a device failed, and others finished; with HG_LOG=warn the log says why\n";
    if (solved.outcome.info != 0) {
        std::cerr << "hgctl: " << options.a << ": " << fault_text(options, solved.outcome.info) << '\n';
        write_trace();
        return kCheckFailed;
    }
    watch.lap();
    solved.residual = residual<T>(options, system);
    solved.times.check = watch.lap();
    const int status = finish(options, system, solved);
    // Last: a disk that is full takes no more than the trace.
    write_trace();
    return status;
}

int run(const Options& options) {
    check_options(options);
    Times times;
    Stopwatch watch;
    System system = read_system(options);
    times.read = watch.lap();
    return system.a.type == hg::ElementType::f64 ? run_solve<double>(options, system, times)
                                                 : run_solve<float>(options, system, times);
}

}  // namespace

void add_solve(Command& app, int& status) {
    auto options = std::make_shared<Options>();
    Command command = app.subcommand("solve", "Solve A X = B with matrices in .npy files, on all devices");
    command.option("A", options->a, "The .npy file of A: square, float32 or float64, C or Fortran order")
        .value_name("FILE")
        .required();
    command.option("B", options->b, "The .npy file of B, of the same type: a matrix or a vector")
        .value_name("FILE")
        .required();
    command.option("-o,--output", options->output, "The .npy file to write X to, in the form and order of B")
        .value_name("FILE")
        .required();
    const Option pivoting = add_pivoting_option(command, options->pivoting);
    const Option refine =
        command
            .flag("--refine", options->refine,
                  "Factor in single precision and refine to double; in double if that does not converge")
            .excludes(pivoting);
    command
        .flag(
            "--spd", options->definite,
            "A is symmetric positive definite: Cholesky's factorization of its lower triangle, half the work")
        .excludes(pivoting)
        .excludes(refine);
    add_trace_option(command, options->trace);
    add_devices_option(command, options->devices);
    options->json.add_option(command);
    command.callback([options, &status] { status = run(*options); });
}

}  // namespace hgctl
