#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "blas/level2/coefficient_operands.hpp"
#include <hg/blas/registers/rank_update.hpp>

namespace hg {
namespace {

using kernels::RankUpdate;

/// What is given, else what the database has for the nearest shape, else as suits the device.
kernels::RankUpdateBlocking blocking_for(const DeviceModel& device, const Register& a, RankUpdate operation,
                                         bool upper, const RankUpdateOptions& options) {
    if (options.blocking) return *options.blocking;
    const bool is_ger = operation == RankUpdate::ger;
    const std::vector<std::int64_t> extents = is_ger ? std::vector{a.rows, a.cols} : std::vector{a.rows};
    const char* const triangle = is_ger ? "" : upper ? "upper" : "lower";
    if (options.database != nullptr)
        if (const auto choice =
                options.database->choose_kernel(name(operation), a.type, triangle, extents, device))
            if (const auto tuned = kernels::parse_rank_update(choice->kernel)) return tuned->blocking;
    return kernels::default_blocking(operation, a.type, a.rows, a.cols, device.is_gpu);
}

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
    const kernels::RankUpdateParameters p{
        .operation = operation,
        .type = r.type,
        .upper = upper,
        .coefficient = coefficient_kind(alpha),
        .blocking = blocking_for(builder.devices()[r.device], r, operation, upper, options)};
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
