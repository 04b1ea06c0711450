// hgctl multiply: C = alpha op(A) op(B) + beta C0 on matrices in .npy files.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "blas/level3/row_major.hpp"
#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/matrices/matrix_job.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/matrices/market_warnings.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/scalar_text.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/scalar_value.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/matrix_market.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hgctl {
namespace {

/// What `hgctl multiply` does if A is a Matrix Market file.
struct SparseMultiply {
    const MatrixFiles& files;
    std::string c0;  ///< may be empty
    hg::Op op = hg::Op::none;
    hg::ScalarValue alpha{1.0}, beta{0.0};
    hg::SpmvOptions format{};
};

/// Y with what it holds before.
NpyMatrix output_of(const SparseMultiply& product, const NpyMatrix& x, std::int64_t rows) {
    if (product.c0.empty()) {
        NpyMatrix y = make_matrix(x.type, rows, x.cols, true);
        y.is_vector = x.is_vector;
        return y;
    }
    NpyMatrix y = require_floating(product.c0, read_npy_columns(product.c0));
    require_same_type(product.c0, y, product.files.b, x);
    require_product_shape(product.c0, y, rows, x.cols);
    set_order(y, true);
    return y;
}

template <hg::Element T>
void multiply_as(const SparseMultiply& product, const hg::MatrixMarketFile& file, const NpyMatrix& x,
                 MatrixJob& job) {
    const hg::SparseMatrix<T> A = file.matrix<T>(product.files.sum_duplicates);
    const bool plain = product.op == hg::Op::none;
    if ((plain ? A.cols() : A.rows()) != x.rows)
        refuse("the sizes do not match: A" + std::string(plain ? "" : " transposed") + " has " +
               std::to_string(plain ? A.cols() : A.rows()) + " columns, X has " + std::to_string(x.rows) +
               " rows\n  X: " + shape_text(x) + " in " + product.files.b);
    NpyMatrix y = output_of(product, x, plain ? A.rows() : A.cols());
    job.did("read", "reading");
    hg::DistributedSparseMatrix<T> distributed(A, product.op, product.format, &job.session());
    job.did("place", "moving A to the devices");
    const double seconds = job.run("multiplying", [&] {
        distributed.multiply(x.cols, product.alpha.as<T>(), x.as<T>(), std::max<std::int64_t>(1, x.rows),
                             product.beta.as<T>(), y.as<T>(), std::max<std::int64_t>(1, y.rows));
    });
    const hg::MarketInfo& info = file.info();
    const std::string type(hg::name(y.type)), format(hg::name(distributed.format()));
    Report report("hgctl multiply", "A is " + std::to_string(info.rows) + " x " + std::to_string(info.cols) +
                                        " with " + std::to_string(info.entries) +
                                        " elements in the file; the product, " + shape_text(y) + ", " + type +
                                        ", is in " + product.files.output);
    report.fact("rows", info.rows).fact("columns", info.cols).fact("entries", info.entries);
    report.fact("vectors", y.cols).fact("type", type).fact("format", format).fact("seconds", seconds);
    report.row("multiplied in", seconds_text(seconds) + ", A as " + format);
    job.finish(y, report);
}

/// C = alpha op(A) B + beta C0 with the type of B's elements; B has one column or several, and C has its
/// form. Reads and writes the files, and prints what it took. Throws hg::Error.
void multiply_sparse(const SparseMultiply& product) {
    MatrixJob job(product.files);
    const hg::MatrixMarketFile file(product.files.a);
    warn_of_remarks(file);
    NpyMatrix x = require_floating(product.files.b, read_npy_columns(product.files.b));
    if (!hg::is_complex(x.type) && !(product.alpha.is_real() && product.beta.is_real()))
        refuse("--alpha and --beta must be real numbers, since X is of " + std::string(hg::name(x.type)));
    set_order(x, true);
    with_floating_type(x.type, [&]<class T>() { multiply_as<T>(product, file, x, job); });
}

/// --trans-X and --conj-trans-X.
struct OpFlags {
    bool trans = false, conj_trans = false;

    [[nodiscard]] hg::Op op() const {
        return conj_trans ? hg::Op::conj_trans : trans ? hg::Op::trans : hg::Op::none;
    }
};

struct MultiplyOptions : MatrixFiles {
    std::string c0;
    std::string alpha = "1", beta;
    OpFlags flags_a, flags_b;
    std::string format = "automatic";  ///< of a sparse A

    [[nodiscard]] hg::ScalarValue alpha_value() const { return scalar_value("--alpha", alpha); }
    [[nodiscard]] hg::ScalarValue beta_value() const {
        return beta.empty() ? hg::ScalarValue(c0.empty() ? 0 : 1) : scalar_value("--beta", beta);
    }
};

/// The three matrices of a product; C holds C0 if beta is not zero.
struct Product {
    NpyMatrix a, b, c;
};

Product read_product(const MultiplyOptions& options) {
    Product p;
    p.a = require_floating(options.a, read_npy(options.a));
    p.b = require_floating(options.b, read_npy(options.b));
    require_same_type(options.b, p.b, options.a, p.a);
    const hg::Op op_a = options.flags_a.op(), op_b = options.flags_b.op();
    const hg::Shape a = hg::stored(op_a, p.a.rows, p.a.cols), b = hg::stored(op_b, p.b.rows, p.b.cols);
    const auto form = [](hg::Op op) { return op == hg::Op::none ? "" : " transposed"; };
    if (b.rows != a.cols)
        refuse(std::string("the sizes do not match: A") + form(op_a) + " has " + std::to_string(a.cols) +
               " columns, B" + form(op_b) + " has " + std::to_string(b.rows) + " rows\n  A: " +
               shape_text(p.a) + " in " + options.a + "\n  B: " + shape_text(p.b) + " in " + options.b);
    if (options.c0.empty()) {
        p.c = make_matrix(p.a.type, a.rows, b.cols, false);
        return p;
    }
    p.c = require_floating(options.c0, read_npy(options.c0));
    require_same_type(options.c0, p.c, options.a, p.a);
    require_product_shape(options.c0, p.c, a.rows, b.cols);
    return p;
}

/// Column-major, as all products are computed: a matrix in C order is the transpose of one. One whose order
/// in memory is not that of the call is its own transpose: no element is moved.
template <class T>
hg::GemmArguments<T> arguments_of(const Product& p, const MultiplyOptions& options) {
    const auto op = [&](const NpyMatrix& x, const OpFlags& flags) {
        if (flags.conj_trans) return hg::Op::conj_trans;
        return flags.trans != (x.fortran_order != p.c.fortran_order) ? hg::Op::trans : hg::Op::none;
    };
    const auto ld = [](const NpyMatrix& x) {
        return std::max<std::int64_t>(1, x.fortran_order ? x.rows : x.cols);
    };
    const std::int64_t k = options.flags_a.op() == hg::Op::none ? p.a.cols : p.a.rows;
    const hg::GemmArguments<T> call{op(p.a, options.flags_a),
                                    op(p.b, options.flags_b),
                                    p.c.rows,
                                    p.c.cols,
                                    k,
                                    options.alpha_value().as<T>(),
                                    p.a.as<T>(),
                                    ld(p.a),
                                    p.b.as<T>(),
                                    ld(p.b),
                                    options.beta_value().as<T>(),
                                    p.c.as<T>(),
                                    ld(p.c)};
    return p.c.fortran_order ? call : transposed(call);
}

template <class T>
void run(hg::Session& session, const hg::GemmArguments<T>& call) {
    hg::routines::Gemm::call<T>(session, hg::Layout::col_major, call);
}

/// The same call on the matrices' first corner, its result dropped: drivers compile kernels
/// when they first run.
template <class T>
void compile_kernels(hg::Session& session, hg::GemmArguments<T> call) {
    constexpr std::int64_t kCorner = 128;
    std::vector<T> scratch(kCorner * kCorner);
    call.m = std::min(call.m, kCorner);
    call.n = std::min(call.n, kCorner);
    call.k = std::min(call.k, kCorner);
    call.C = scratch.data();
    call.ldc = kCorner;
    run(session, call);
}

template <class T>
void multiply(const Product& p, const MultiplyOptions& options, MatrixJob& job) {
    const hg::GemmArguments<T> call = arguments_of<T>(p, options);
    static_cast<void>(job.session().division_target());
    compile_kernels(job.session(), call);
    job.did("setup", "finding devices and compiling kernels");
    job.run("multiplying", [&] { run(job.session(), call); });
    const double seconds = job.trace().seconds();
    const double rate = seconds > 0 ? call.flops() / seconds : 0;
    const std::string type(name(p.c.type));
    Report report("hgctl multiply", "C is " + shape_text(p.c) + ", k = " + std::to_string(call.k) + ", " +
                                        type + ", in " + options.output);
    report.fact("m", p.c.rows).fact("n", p.c.cols).fact("k", call.k).fact("type", type);
    report.fact("seconds", seconds).fact("gflops", rate / 1e9);
    report.row("multiplied in", seconds_text(seconds) + ", " + flops_rate_text(rate));
    job.finish(p.c, report);
}

void check_multiply_options(const MultiplyOptions& options) {
    if (options.beta_value() != hg::ScalarValue(0) && options.c0.empty())
        refuse("--beta needs the matrix it multiplies: give it with --c C0.npy");
    for (const OpFlags& flags : {options.flags_a, options.flags_b})
        if (flags.trans && flags.conj_trans)
            refuse(
                "a matrix can be transposed or conjugated and transposed, but not both: leave out one "
                "option");
    options.check({"--c", options.c0});
}

/// Complex factors are for complex matrices. Conjugated ones must have the order of C: BLAS conjugates what
/// it transposes.
void prepare(Product& p, const MultiplyOptions& options) {
    if (!hg::is_complex(p.a.type) && !(options.alpha_value().is_real() && options.beta_value().is_real()))
        refuse("--alpha and --beta must be real numbers, since the matrices are of " +
               std::string(name(p.a.type)));
    if (options.flags_a.conj_trans) set_order(p.a, p.c.fortran_order);
    if (options.flags_b.conj_trans) set_order(p.b, p.c.fortran_order);
}

/// A sparse A, from a Matrix Market file.
void run_sparse(const MultiplyOptions& options, bool chooses_arithmetic) {
    if (options.flags_b.op() != hg::Op::none) refuse("B cannot be transposed if A is sparse");
    if (chooses_arithmetic) refuse("--arithmetic is for a dense A");
    multiply_sparse({.files = options,
                     .c0 = options.c0,
                     .op = options.flags_a.op(),
                     .alpha = options.alpha_value(),
                     .beta = options.beta_value(),
                     .format = {.format = format_of(options.format)}});
}

void run_multiply(const MultiplyOptions& options, bool chooses_arithmetic) {
    check_multiply_options(options);
    if (is_matrix_market(options.a)) return run_sparse(options, chooses_arithmetic);
    if (options.sum_duplicates || options.format != "automatic")
        refuse(
            "--sum-duplicates and --format are for a sparse A, in a Matrix Market file: its name ends with "
            ".mtx");
    MatrixJob job(options);
    Product product = read_product(options);
    prepare(product, options);
    job.did("read", "reading");
    with_floating_type(product.a.type, [&]<class T>() { multiply<T>(product, options, job); });
}

}  // namespace

void add_multiply(Command& app) {
    auto options = std::make_shared<MultiplyOptions>();
    Command command = app.subcommand(
        "multiply",
        "Multiply matrices in .npy files on all devices: C = alpha op(A) op(B) + beta C0; A may be sparse");
    command
        .file("A", options->a,
              "A: a .npy file of float32, float64, complex64 or complex128 in C or Fortran order, or a "
              "Matrix Market file (FILE.mtx) for a sparse A")
        .required();
    command.file("B", options->b, "B: a .npy file of the same type; a vector or a matrix if A is sparse")
        .required();
    command.file("-o,--output", options->output, "Write C to this .npy file").required();
    command.option("--alpha", options->alpha, "Factor of the product; (REAL,IMAGINARY) if complex")
        .show_default();
    command.option("--beta", options->beta, "Factor of C0 (default: 1 with --c, 0 without)");
    command.file("--c", options->c0, "C0: a .npy file; C is written in its order, or in C order without --c");
    command.words("--format", options->format, format_words(), "Format of a sparse A on the devices");
    command.flag("--trans-a", options->flags_a.trans, "Use A transposed");
    command.flag("--trans-b", options->flags_b.trans, "Use B transposed");
    command.flag("--conj-trans-a", options->flags_a.conj_trans, "Use the conjugate transpose of A");
    command.flag("--conj-trans-b", options->flags_b.conj_trans, "Use the conjugate transpose of B");
    options->add_options(command);
    command.callback([options, command] { run_multiply(*options, command.has("--arithmetic")); });
}

}  // namespace hgctl
