// hgctl multiply: C = alpha op(A) op(B) + beta C0 on matrices in .npy files.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/cli/run_progress.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/cli/trace_option.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/matrices/multiply_sparse.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/operands/gemm_call.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/scalar_text.hpp"
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct MultiplyOptions {
    std::string a, b, c0, output, trace, devices, arithmetic;
    std::string alpha = "1", beta;
    bool trans_a = false, trans_b = false;
    bool chooses_arithmetic = false;
    bool conj_trans_a = false, conj_trans_b = false;
    bool sum_duplicates = false;       ///< of a Matrix Market file
    std::string format = "automatic";  ///< of a sparse A
    ReportFiles files;

    [[nodiscard]] bool transposes_a() const { return trans_a || conj_trans_a; }
    [[nodiscard]] bool transposes_b() const { return trans_b || conj_trans_b; }
    [[nodiscard]] hg::ScalarValue alpha_value() const { return scalar_value("--alpha", alpha); }
    [[nodiscard]] hg::ScalarValue beta_value() const {
        return beta.empty() ? hg::ScalarValue(c0.empty() ? 0 : 1) : scalar_value("--beta", beta);
    }
};

/// What one multiplication took, seconds.
struct MultiplyTimes {
    double read = 0;   ///< the files of A, B and C0
    double setup = 0;  ///< finding devices, compiling kernels
    double run = 0;    ///< transfers and arithmetic
    double write = 0;  ///< the file of C
};

/// The three matrices of a product and its sizes; C holds C0 if beta is not zero.
struct Product {
    NpyMatrix a, b, c;
    std::int64_t m = 0, n = 0, k = 0;
};

[[noreturn]] void mismatch(const std::string& message) {
    throw hg::Error(hg::ErrorCode::invalid_argument, message);
}

Product read_product(const MultiplyOptions& options) {
    Product p;
    p.a = require_floating(options.a, read_npy(options.a));
    p.b = require_floating(options.b, read_npy(options.b));
    require_same_type(options.b, p.b, options.a, p.a);
    p.m = options.transposes_a() ? p.a.cols : p.a.rows;
    p.k = options.transposes_a() ? p.a.rows : p.a.cols;
    p.n = options.transposes_b() ? p.b.rows : p.b.cols;
    const std::int64_t rows_b = options.transposes_b() ? p.b.cols : p.b.rows;
    if (rows_b != p.k)
        mismatch("the sizes do not match: A" + std::string(options.transposes_a() ? " transposed" : "") +
                 " has " + std::to_string(p.k) + " columns, B" +
                 (options.transposes_b() ? " transposed" : "") + " has " + std::to_string(rows_b) +
                 " rows\n  A: " + shape_text(p.a) + " in " + options.a + "\n  B: " + shape_text(p.b) +
                 " in " + options.b);
    if (options.c0.empty()) {
        p.c = make_matrix(p.a.type, p.m, p.n, false);
        return p;
    }
    p.c = require_floating(options.c0, read_npy(options.c0));
    require_same_type(options.c0, p.c, options.a, p.a);
    if (p.c.rows != p.m || p.c.cols != p.n)
        mismatch("the sizes do not match: C0 is " + shape_text(p.c) + " in " + options.c0 +
                 ", the product is " + std::to_string(p.m) + " x " + std::to_string(p.n));
    return p;
}

/// A matrix whose order in memory is not that of the call is its own transpose: no element is moved.
template <class T>
GemmCall<T> make_call(const Product& p, const MultiplyOptions& options) {
    const auto op = [&](const NpyMatrix& x, bool transposed, bool conjugated) {
        if (conjugated) return hg::Op::conj_trans;
        return transposed != (x.fortran_order != p.c.fortran_order) ? hg::Op::trans : hg::Op::none;
    };
    const auto ld = [](const NpyMatrix& x) {
        return std::max<std::int64_t>(1, x.fortran_order ? x.rows : x.cols);
    };
    GemmCall<T> call;
    call.layout = p.c.fortran_order ? hg::Layout::col_major : hg::Layout::row_major;
    call.op_a = op(p.a, options.trans_a, options.conj_trans_a);
    call.op_b = op(p.b, options.trans_b, options.conj_trans_b);
    call.m = p.m;
    call.n = p.n;
    call.k = p.k;
    call.alpha = options.alpha_value().as<T>();
    call.a = p.a.as<T>();
    call.lda = ld(p.a);
    call.b = p.b.as<T>();
    call.ldb = ld(p.b);
    call.beta = options.beta_value().as<T>();
    call.c = p.c.as<T>();
    call.ldc = ld(p.c);
    return call;
}

/// The same call on the matrices' first corner, its result dropped: drivers compile kernels
/// when they first run.
template <class T>
void compile_kernels(hg::Session& session, GemmCall<T> call) {
    constexpr std::int64_t kCorner = 128;
    std::vector<T> scratch(kCorner * kCorner);
    call.m = std::min(call.m, kCorner);
    call.n = std::min(call.n, kCorner);
    call.k = std::min(call.k, kCorner);
    call.c = scratch.data();
    call.ldc = kCorner;
    run(session, call);
}

template <class T>
void multiply(const Product& product, const MultiplyOptions& options, hg::Session& session, hg::Trace& trace,
              MultiplyTimes& times) {
    const GemmCall<T> call = make_call<T>(product, options);
    Stopwatch watch;
    static_cast<void>(session.division_target());
    compile_kernels(session, call);
    times.setup += watch.lap();
    RunProgress progress("multiplying", &trace);
    session.observe(&progress);
    run(session, call);
    session.observe(nullptr);
    times.run = trace.seconds();
}

void check_multiply_options(const MultiplyOptions& options) {
    if (options.beta_value() != hg::ScalarValue(0) && options.c0.empty())
        mismatch("--beta needs the matrix it multiplies: give it with --c C0.npy");
    if ((options.trans_a && options.conj_trans_a) || (options.trans_b && options.conj_trans_b))
        mismatch("a matrix is used transposed, or conjugated and transposed, but not both");
    options.files.check({{"--output", options.output, true}, {"--trace", options.trace}},
                        {{"A", options.a}, {"B", options.b}, {"--c", options.c0}});
}

/// Complex factors are for complex matrices. Conjugated ones must have the order of C: BLAS conjugates what it transposes.
void prepare(Product& p, const MultiplyOptions& options) {
    if (!hg::is_complex(p.a.type) && !(options.alpha_value().is_real() && options.beta_value().is_real()))
        mismatch("--alpha and --beta must be real numbers, since the matrices are of " +
                 std::string(name(p.a.type)));
    if (options.conj_trans_a) set_order(p.a, p.c.fortran_order);
    if (options.conj_trans_b) set_order(p.b, p.c.fortran_order);
}

Report report_of(const MultiplyOptions& options, const Product& p, const MultiplyTimes& times,
                 const std::vector<std::string>& devices) {
    const double flops = hg::real_operations(p.a.type) * hg::gemm_flops(p.m, p.n, p.k);
    const double rate = times.run > 0 ? flops / times.run : 0;
    Report report("hgctl multiply", "C is " + std::to_string(p.m) + " x " + std::to_string(p.n) +
                                        ", k = " + std::to_string(p.k) + ", " + std::string(name(p.a.type)) +
                                        ", in " + options.output);
    report.fact("m", p.m).fact("n", p.n).fact("k", p.k).fact("type", name(p.a.type)).fact("devices", devices);
    report.fact("seconds", times.run).fact("gflops", rate / 1e9).fact("setup_seconds", times.setup);
    report.fact("read_seconds", times.read).fact("write_seconds", times.write).fact("output", options.output);
    report.fact("trace", options.trace.empty() ? Json() : Json(options.trace));
    report.row("multiplied in", seconds_text(times.run) + ", " + flops_rate_text(rate));
    report.row("beside that", seconds_text(times.read) + " reading, " + seconds_text(times.setup) +
                                  " finding devices and compiling kernels, " + seconds_text(times.write) +
                                  " writing");
    report.row("on", joined(devices));
    if (!options.trace.empty()) report.row("trace", options.trace + kTraceHint);
    return report;
}

/// A sparse A, from a Matrix Market file.
void run_sparse(const MultiplyOptions& options) {
    if (options.transposes_b()) mismatch("B is used as it is if A is sparse");
    if (options.chooses_arithmetic) mismatch("--arithmetic is for a dense A");
    SparseMultiply product{options.a, options.b, options.c0, options.output, options.trace, options.devices};
    product.op = options.conj_trans_a ? hg::Op::conj_trans : options.trans_a ? hg::Op::trans : hg::Op::none;
    product.alpha = options.alpha_value();
    product.beta = options.beta_value();
    product.format.format = format_of(options.format);
    product.sum_duplicates = options.sum_duplicates;
    product.files = &options.files;
    multiply_sparse(product);
}

void run_multiply(const MultiplyOptions& options) {
    check_multiply_options(options);
    if (is_matrix_market(options.a)) return run_sparse(options);
    if (options.sum_duplicates || options.format != "automatic")
        mismatch(
            "--sum-duplicates and --format are for a sparse A, in a Matrix Market file: its name ends with "
            ".mtx");
    MultiplyTimes times;
    Stopwatch watch;
    Product product = read_product(options);
    prepare(product, options);
    times.read = watch.lap();
    hg::Session session(machine_options(options.devices, options.arithmetic));
    times.setup = watch.lap();
    hg::Trace trace;
    hg::with_element_type(product.a.type, [&]<class T>() {
        if constexpr (hg::Element<T>) multiply<T>(product, options, session, trace, times);
    });
    watch.lap();
    write_npy(options.output, product.c);
    times.write = watch.lap();
    options.files.write(report_of(options, product, times, device_names(session.machine())));
    if (session.statistics().failed_runs > 0)
        std::cerr << "warning: a device failed, and others finished the product; with HG_LOG=warn the log "
                     "says why\n";
    // Last: a disk that is full takes no more than the trace.
    if (!options.trace.empty()) trace.write(options.trace);
}

void add_sparse_options(Command& command, MultiplyOptions& options) {
    command.option("--format", options.format, "How the devices hold a sparse A")
        .one_of(format_words())
        .show_default();
    command.flag("--sum-duplicates", options.sum_duplicates,
                 "Add elements that a Matrix Market file gives several times");
}

}  // namespace

void add_multiply(Command& app, int& status) {
    auto options = std::make_shared<MultiplyOptions>();
    Command command = app.subcommand(
        "multiply",
        "Multiply matrices in .npy files, A may be sparse: C = alpha op(A) op(B) + beta C0, on all devices");
    command
        .option("A", options->a,
                "The .npy file of A: float32, float64, complex64 or complex128, C or Fortran order. Or a "
                "Matrix Market file, "
                "FILE.mtx, of a sparse A")
        .value_name("FILE")
        .required();
    command
        .option("B", options->b, "The .npy file of B, of the same type; with a sparse A a vector or a matrix")
        .value_name("FILE")
        .required();
    command.option("-o,--output", options->output, "The .npy file to write C to")
        .value_name("FILE")
        .required();
    command.option("--alpha", options->alpha, "Factor of the product, (REAL,IMAGINARY) if it is complex")
        .show_default();
    command.option("--beta", options->beta, "Factor of C0 (default: 1 with --c, 0 without)");
    command.option("--c", options->c0, "The .npy file of C0; C takes its order. Without it, C is in C order")
        .value_name("FILE");
    add_sparse_options(command, *options);
    command.flag("--trans-a", options->trans_a, "Use A transposed");
    command.flag("--trans-b", options->trans_b, "Use B transposed");
    command.flag("--conj-trans-a", options->conj_trans_a, "Use A conjugated and transposed");
    command.flag("--conj-trans-b", options->conj_trans_b, "Use B conjugated and transposed");
    add_trace_option(command, options->trace);
    add_devices_option(command, options->devices);
    add_arithmetic_option(command, options->arithmetic);
    options->files.add_options(command);
    command.callback([options, command, &status] {
        options->chooses_arithmetic = command.has("--arithmetic");
        run_multiply(*options);
        status = kGood;
    });
}

}  // namespace hgctl
