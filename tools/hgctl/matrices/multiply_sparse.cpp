#include "tools/hgctl/matrices/multiply_sparse.hpp"

#include <algorithm>
#include <complex>
#include <iostream>
#include <string_view>
#include <vector>

#include "tools/cli/run_progress.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/market_warnings.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/matrices/npy.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/matrix_market.hpp>
#include <hg/sparse/placed_matrix.hpp>

namespace hgctl {
namespace {

/// Seconds.
struct SparseTimes {
    double read = 0, place = 0, run = 0, write = 0;
};

[[noreturn]] void mismatched(const std::string& message) {
    throw hg::Error(hg::ErrorCode::invalid_argument, "the sizes do not match: " + message);
}

/// Y with what it holds before.
NpyMatrix output_of(const SparseMultiply& product, const NpyMatrix& x, std::int64_t rows) {
    if (product.y0.empty()) {
        NpyMatrix y = make_matrix(x.type, rows, x.cols, true);
        y.is_vector = x.is_vector;
        return y;
    }
    NpyMatrix y = require_floating(product.y0, read_npy_columns(product.y0));
    require_same_type(product.y0, y, product.x, x);
    if (y.rows != rows || y.cols != x.cols)
        mismatched("C0 is " + shape_text(y) + " in " + product.y0 + ", the product is " +
                   std::to_string(rows) + " x " + std::to_string(x.cols));
    set_order(y, true);
    return y;
}

Report report_sparse(const SparseMultiply& product, const hg::MarketInfo& info, const NpyMatrix& y,
                     std::string_view format, const SparseTimes& times,
                     const std::vector<std::string>& devices) {
    Report report("hgctl multiply", "A is " + std::to_string(info.rows) + " x " + std::to_string(info.cols) +
                                        " with " + std::to_string(info.entries) +
                                        " elements in the file; the product, " + shape_text(y) + ", " +
                                        std::string(hg::name(y.type)) + ", is in " + product.output);
    report.fact("rows", info.rows)
        .fact("columns", info.cols)
        .fact("entries", info.entries)
        .fact("vectors", y.cols);
    report.fact("type", hg::name(y.type))
        .fact("format", format)
        .fact("devices", devices)
        .fact("seconds", times.run);
    report.fact("place_seconds", times.place)
        .fact("read_seconds", times.read)
        .fact("write_seconds", times.write);
    report.fact("output", product.output);
    report.row("multiplied in", seconds_text(times.run) + ", A as " + std::string(format));
    report.row("beside that", seconds_text(times.read) + " reading, " + seconds_text(times.place) +
                                  " moving A to the devices, " + seconds_text(times.write) + " writing");
    report.row("on", joined(devices));
    return report;
}

template <hg::Element T>
void multiply_as(const SparseMultiply& product, const hg::MatrixMarketFile& file, const NpyMatrix& x,
                 Stopwatch& watch) {
    const hg::SparseMatrix<T> A = file.matrix<T>(product.sum_duplicates);
    const bool plain = product.op == hg::Op::none;
    if ((plain ? A.cols() : A.rows()) != x.rows)
        mismatched("A" + std::string(plain ? "" : " transposed") + " has " +
                   std::to_string(plain ? A.cols() : A.rows()) + " columns, X has " + std::to_string(x.rows) +
                   " rows\n  X: " + shape_text(x) + " in " + product.x);
    NpyMatrix y = output_of(product, x, plain ? A.rows() : A.cols());
    SparseTimes times;
    times.read = watch.lap();
    hg::Session session(machine_options(product.devices));
    hg::PlacedMatrix<T> placed(A, product.op, product.format, &session);
    times.place = watch.lap();
    hg::Trace trace;
    RunProgress progress("multiplying", &trace);
    session.observe(&progress);
    placed.multiply(x.cols, product.alpha.as<T>(), x.as<T>(), std::max<std::int64_t>(1, x.rows),
                    product.beta.as<T>(), y.as<T>(), std::max<std::int64_t>(1, y.rows));
    session.observe(nullptr);
    times.run = watch.lap();
    write_npy(product.output, y);
    times.write = watch.lap();
    product.files->write(report_sparse(product, file.info(), y, hg::name(placed.format()), times,
                                       device_names(session.machine())));
    if (session.statistics().failed_runs > 0)
        std::cerr << "warning: a device failed, and the host finished the product; with HG_LOG=warn the log "
                     "says why\n";
    if (!product.trace.empty()) trace.write(product.trace);
}

}  // namespace

void multiply_sparse(const SparseMultiply& product) {
    Stopwatch watch;
    const hg::MatrixMarketFile file(product.a);
    warn_of_remarks(file);
    NpyMatrix x = require_floating(product.x, read_npy_columns(product.x));
    if (!hg::is_complex(x.type) && !(product.alpha.is_real() && product.beta.is_real()))
        throw hg::Error(
            hg::ErrorCode::invalid_argument,
            "--alpha and --beta must be real numbers, since X is of " + std::string(hg::name(x.type)));
    set_order(x, true);
    hg::with_element_type(x.type, [&]<class T>() {
        if constexpr (hg::Element<T>) multiply_as<T>(product, file, x, watch);
    });
}

}  // namespace hgctl
