#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blas/level2/coefficient_operands.hpp"
#include <hg/blas/registers/rank_update.hpp>

namespace hg {
namespace {

using kernels::RankUpdate;

/// The given blocking, or the database's for the nearest shape, or else one that suits the device.
kernels::RankUpdateBlocking blocking_for(const DeviceModel& device, const Register& a, RankUpdate operation,
                                         bool upper, const RankUpdateOptions& options) {
    if (options.blocking) return *options.blocking;
    const bool is_ger = operation == RankUpdate::ger;
    const std::vector<std::int64_t> extents = is_ger ? std::vector{a.rows, a.cols} : std::vector{a.rows};
    const char* const triangle = is_ger ? "" : upper ? "upper" : "lower";
    if (options.database != nullptr)
        if (const auto choice =
                options.database->choose_kernel(name(operation, a.type), a.type, triangle, extents, device))
            if (const auto tuned = kernels::parse_rank_update(choice->kernel)) return tuned->blocking;
    return kernels::default_blocking(operation, a.type, a.rows, a.cols, device.is_gpu);
}

/// A routine, and how it uses its second vector.
struct Update {
    RankUpdate operation;
    std::string_view name;
    bool upper = false;
    bool conjugates = false;

    /// Only ger() accepts both real and complex elements.
    [[nodiscard]] const char* fault(ElementType type) const {
        if (is_complex(type) && (conjugates || operation == RankUpdate::ger)) return nullptr;
        if (is_real(type) && !conjugates) return nullptr;
        return conjugates ? "it is made for c32 and c64" : "it is made for f32 and f64";
    }
};

std::vector<Scalar> scalars_of(const Update& update, ElementType type, const Coefficient& alpha,
                               const RankUpdateOptions& options) {
    std::vector<Scalar> scalars{alpha.factor};
    std::vector<bool> flags{options.x_reversed};
    if (update.operation != RankUpdate::syr) flags.push_back(options.y_reversed);
    if (is_complex(type) && update.operation == RankUpdate::ger)
        flags.insert(flags.end(), {update.conjugates, options.real_alpha});
    if (is_complex(type)) flags.push_back(options.conjugated);
    for (const bool flag : flags) scalars.emplace_back(flag ? 1.0 : 0.0);
    return scalars;
}

void append_update(ProgramBuilder& builder, const Update& update, const Coefficient& alpha,
                   std::vector<RegisterId> operands, RegisterId A, const RankUpdateOptions& options) {
    const auto require = [&](bool holds, const char* condition) {
        if (!holds)
            throw Error(ErrorCode::invalid_argument,
                        std::string(update.name) + " on registers: " + condition);
    };
    const RankUpdate operation = update.operation;
    const Register r = builder.reg(A);
    const char* const fault = update.fault(r.type);
    require(fault == nullptr, fault);
    const std::vector<Scalar> scalars = scalars_of(update, r.type, alpha, options);
    append_registers(operands, alpha);
    require(std::find(operands.begin(), operands.end(), A) == operands.end(),
            "A must not be a vector or a coefficient");
    operands.insert(operands.begin() + (operation == RankUpdate::syr ? 1 : 2), A);
    const kernels::RankUpdateParameters p{
        .operation = operation,
        .type = r.type,
        .upper = update.upper,
        .coefficient = coefficient_kind(alpha),
        .blocking = blocking_for(builder.devices()[r.device], r, operation, update.upper, options)};
    builder.exec(rank_update(p), operands, scalars);
}

}  // namespace

void ger(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
         const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::ger, "ger"}, alpha, {x, y}, A, options);
}

void gerc(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
          const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::ger, "gerc", false, true}, alpha, {x, y}, A, options);
}

void syr(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::syr, "syr", uplo == Uplo::upper}, alpha, {x}, A, options);
}

void her(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::syr, "her", uplo == Uplo::upper, true}, alpha, {x}, A, options);
}

void syr2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::syr2, "syr2", uplo == Uplo::upper}, alpha, {x, y}, A, options);
}

void her2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options) {
    append_update(builder, {RankUpdate::syr2, "her2", uplo == Uplo::upper, true}, alpha, {x, y}, A, options);
}

}  // namespace hg
