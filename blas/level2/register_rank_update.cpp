#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "blas/level2/coefficient_operands.hpp"
#include <hg/blas/registers/rank_update.hpp>

namespace hg {
namespace {

using kernels::RankUpdate;

void append_update(ProgramBuilder& builder, RankUpdate operation, bool upper, const Coefficient& alpha,
                   std::vector<RegisterId> operands, RegisterId A, const RankUpdateOptions& options) {
    const auto require = [&](bool holds, const char* condition) {
        if (!holds)
            throw Error(ErrorCode::invalid_argument,
                        std::string(name(operation)) + " on registers: " + condition);
    };
    const Register r = builder.reg(A);
    require(is_real(r.type), "it is made for f32 and f64");
    std::vector<Scalar> scalars{alpha.factor, options.x_reversed ? 1.0 : 0.0};
    if (operands.size() == 2) scalars.emplace_back(options.y_reversed ? 1.0 : 0.0);
    append_registers(operands, alpha);
    require(std::find(operands.begin(), operands.end(), A) == operands.end(),
            "A must not be a vector or a coefficient");
    operands.insert(operands.begin() + (operation == RankUpdate::syr ? 1 : 2), A);
    const bool is_gpu = builder.devices()[r.device].is_gpu;
    const kernels::RankUpdateParameters p{.operation = operation,
                                          .type = r.type,
                                          .upper = upper,
                                          .coefficient = coefficient_kind(alpha),
                                          .blocking = options.blocking.value_or(kernels::default_blocking(
                                              operation, r.type, r.rows, r.cols, is_gpu))};
    builder.exec(rank_update(p), operands, scalars);
}

}  // namespace

void ger(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
         const RankUpdateOptions& options) {
    append_update(builder, RankUpdate::ger, false, alpha, {x, y}, A, options);
}

void syr(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options) {
    append_update(builder, RankUpdate::syr, uplo == Uplo::upper, alpha, {x}, A, options);
}

void syr2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options) {
    append_update(builder, RankUpdate::syr2, uplo == Uplo::upper, alpha, {x, y}, A, options);
}

}  // namespace hg
