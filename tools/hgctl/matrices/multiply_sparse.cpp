#include "tools/hgctl/matrices/multiply_sparse.hpp"

#include <algorithm>
#include <complex>

#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/market_warnings.hpp"
#include "tools/workload/matrices/matrix_inputs.hpp"
#include "tools/workload/matrices/npy_order.hpp"
#include "tools/workload/operands/element_types.hpp"
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace hgctl {
namespace {

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
    hg::DistributedSparseMatrix<T> placed(A, product.op, product.format, &job.session());
    job.did("place", "moving A to the devices");
    const double seconds = job.run("multiplying", [&] {
        placed.multiply(x.cols, product.alpha.as<T>(), x.as<T>(), std::max<std::int64_t>(1, x.rows),
                        product.beta.as<T>(), y.as<T>(), std::max<std::int64_t>(1, y.rows));
    });
    const hg::MarketInfo& info = file.info();
    const std::string type(hg::name(y.type)), format(hg::name(placed.format()));
    Report report("hgctl multiply", "A is " + std::to_string(info.rows) + " x " + std::to_string(info.cols) +
                                        " with " + std::to_string(info.entries) +
                                        " elements in the file; the product, " + shape_text(y) + ", " + type +
                                        ", is in " + product.files.output);
    report.fact("rows", info.rows).fact("columns", info.cols).fact("entries", info.entries);
    report.fact("vectors", y.cols).fact("type", type).fact("format", format).fact("seconds", seconds);
    report.row("multiplied in", seconds_text(seconds) + ", A as " + format);
    job.finish(y, report);
}

}  // namespace

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

}  // namespace hgctl
