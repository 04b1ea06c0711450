#include "kernels/gemm.hpp"

#include <cblas.h>

#include <map>
#include <mutex>
#include <utility>

#include "kernels/embedded_source.hpp"
#include "kernels/gemm_blocking.hpp"
#include "kernels/opencl_type.hpp"
#include "runtime/program/error.hpp"

namespace hg::kernels {
namespace {

std::string define(const char* name, int value) {
    return std::string(" -D") + name + "=" + std::to_string(value);
}

std::string build_options(const GemmParameters& p) {
    std::string options = real_option(p.type) + define("TRANSPOSE_A", p.transpose_a) +
                          define("TRANSPOSE_B", p.transpose_b) + define("OVERWRITE", p.overwrite);
    if (p.family == GemmFamily::local)
        options += define("TILE_M", p.tile_m) + define("TILE_N", p.tile_n) + define("TILE_K", p.tile_k) +
                   define("WORK_M", p.work_m) + define("WORK_N", p.work_n) + define("VECTOR", p.vector);
    return options;
}

Geometry geometry(const GemmParameters& p, const Register& c) {
    const auto m = static_cast<std::size_t>(c.rows);
    const auto n = static_cast<std::size_t>(c.cols);
    if (p.family == GemmFamily::global) return {{m, n, 1}, {0, 0, 0}};
    const auto tile_m = static_cast<std::size_t>(p.tile_m);
    const auto tile_n = static_cast<std::size_t>(p.tile_n);
    const std::size_t items_m = tile_m / static_cast<std::size_t>(p.work_m);
    const std::size_t items_n = tile_n / static_cast<std::size_t>(p.work_n);
    return {{(m + tile_m - 1) / tile_m * items_m, (n + tile_n - 1) / tile_n * items_n, 1},
            {items_m, items_n, 1}};
}

Cost cost(const GemmParameters& p, const ExecShape& shape) {
    const Register& c = shape.registers[2];
    const auto m = static_cast<double>(c.rows);
    const auto n = static_cast<double>(c.cols);
    const auto k = static_cast<double>(p.transpose_a ? shape.registers[0].rows : shape.registers[0].cols);
    const double elements = m * k + k * n + (p.overwrite ? 1 : 2) * m * n;
    return {2 * m * n * k, elements * static_cast<double>(size_of(c.type))};
}

std::string extent(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

void check_shapes(const GemmParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const Register& b = shape.registers[1];
    const Register& c = shape.registers[2];
    const std::int64_t m = p.transpose_a ? a.cols : a.rows;
    const std::int64_t k_of_a = p.transpose_a ? a.rows : a.cols;
    const std::int64_t k_of_b = p.transpose_b ? b.cols : b.rows;
    const std::int64_t n = p.transpose_b ? b.rows : b.cols;
    if (m == c.rows && n == c.cols && k_of_a == k_of_b) return;
    throw Error(ErrorCode::invalid_program, name(p) + ": op(A) is " + extent(m, k_of_a) + ", op(B) " +
                                                extent(k_of_b, n) + " and C " + extent(c.rows, c.cols));
}

void product(CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, int m, int n, int k, double alpha, const double* a,
             int lda, const double* b, int ldb, double beta, double* c, int ldc) {
    cblas_dgemm(CblasColMajor, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void product(CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, int m, int n, int k, float alpha, const float* a,
             int lda, const float* b, int ldb, float beta, float* c, int ldc) {
    cblas_sgemm(CblasColMajor, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

template <class T>
void run_on_host(const GemmParameters& p, const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& b = call.operands[1];
    const HostOperand& c = call.operands[2];
    const auto transposed = [](bool flag) { return flag ? CblasTrans : CblasNoTrans; };
    product(transposed(p.transpose_a), transposed(p.transpose_b), static_cast<int>(c.rows),
            static_cast<int>(c.cols), static_cast<int>(p.transpose_a ? a.rows : a.cols),
            static_cast<T>(call.scalars[0]), a.as<T>(), static_cast<int>(a.ld), b.as<T>(),
            static_cast<int>(b.ld), p.overwrite ? T{0} : static_cast<T>(call.scalars[1]), c.as<T>(),
            static_cast<int>(c.ld));
}

InstructionPtr make(const GemmParameters& p) {
    const bool local = p.family == GemmFamily::local;
    Instruction i;
    i.name = name(p);
    i.operands = {{"A", Access::read, p.type},
                  {"B", Access::read, p.type},
                  {"C", p.overwrite ? Access::write : Access::read_write, p.type}};
    i.scalars = {{"alpha", p.type}, {"beta", p.type}};
    i.source = embedded_source(local ? "gemm_local.cl" : "gemm_global.cl");
    i.entry = local ? "gemm_local" : "gemm_global";
    i.build_options = build_options(p);
    i.geometry = [p](const ExecShape& shape) { return geometry(p, shape.registers[2]); };
    i.cost = [p](const ExecShape& shape) { return cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_shapes(p, shape); };
    if (p.type == ElementType::f64)
        i.host = [p](const HostCall& call) { run_on_host<double>(p, call); };
    else
        i.host = [p](const HostCall& call) { run_on_host<float>(p, call); };
    return std::make_shared<const Instruction>(std::move(i));
}

}  // namespace

InstructionPtr gemm(const GemmParameters& parameters) {
    const std::string fault = blocking_fault(parameters);
    if (!fault.empty()) throw Error(ErrorCode::invalid_argument, "GEMM kernel: " + fault);
    const GemmParameters p = with_defaults(parameters);
    // Instructions are immutable and few: one object a name, kept as long as the process.
    static std::mutex mutex;
    static std::map<std::string, InstructionPtr> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = made[name(p)];
    if (!instruction) instruction = make(p);
    return instruction;
}

}  // namespace hg::kernels
