#include "tools/hgctl/bench/resident_emulation.hpp"

#include "tools/workload/operands/gemm_words.hpp"
#include <hg/blas/registers/emulated_gemm.hpp>

namespace hgctl {
namespace {

hg::Program program_of(const hg::kernels::Database& database, const hg::DeviceModel& model,
                       const hg::kernels::GemmParameters& p, const ResidentShape& shape, double beta,
                       std::vector<hg::RegisterId>& operands) {
    hg::Target target;
    target.devices.push_back(model);
    hg::ProgramBuilder builder(target);
    const auto add = [&](const char* name, bool transposed, std::int64_t rows, std::int64_t cols,
                         std::int64_t ld) {
        if (transposed) std::swap(rows, cols);
        operands.push_back(builder.reg(0, p.type, rows, cols, ld));
        builder.load(operands.back(), {builder.matrix(name, p.type, rows, cols), 0, 0, rows, cols});
    };
    add("A", p.transpose_a, shape.m, shape.k, shape.lda);
    add("B", p.transpose_b, shape.k, shape.n, shape.ldb);
    add("C", false, shape.m, shape.n, shape.ldc);
    hg::EmulatedGemm(database, model, p.type, op_of_a(p), op_of_b(p), shape.m, shape.n, shape.k)
        .append(builder, 1.0, operands[0], operands[1], beta, operands[2]);
    return std::move(builder).finish();
}

}  // namespace

ResidentEmulation::ResidentEmulation(ResidentDevice& device, const hg::kernels::Database& database,
                                     const hg::DeviceModel& model,
                                     const hg::kernels::GemmParameters& parameters,
                                     const ResidentShape& shape, double beta)
    : device_(device), steps_(device, program_of(database, model, parameters, shape, beta, operands_)) {}

}  // namespace hgctl
