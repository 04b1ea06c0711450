#include "sparse/spmv/spmv_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {

std::string_view name(SparseFormat format) noexcept {
    static constexpr std::array<std::string_view, 7> kNames{"automatic", "csr", "csr_merge", "sell",
                                                            "ell",       "coo", "hybrid"};
    return kNames[static_cast<std::size_t>(format)];
}

namespace sparse {
namespace {

using kernels::SpmvKernel;

/// The format of the kernels' own choice.
SparseFormat format_of(const kernels::SpmvChoice& choice) noexcept {
    if (choice.kernel == SpmvKernel::sell)
        return choice.width > 0 ? SparseFormat::hybrid : SparseFormat::sell;
    return choice.kernel == SpmvKernel::csr_merge ? SparseFormat::csr_merge : SparseFormat::csr;
}

void require_option(bool holds, const char* option, const std::string& condition) {
    if (!holds)
        throw Error(ErrorCode::invalid_argument,
                    std::string("SpmvOptions: ") + option + " must be " + condition);
}

void check_options(const SpmvOptions& options) {
    const auto power_of_two = [](int value, int most) {
        return value == 0 ||
               (value > 0 && value <= most && std::has_single_bit(static_cast<unsigned>(value)));
    };
    require_option(power_of_two(options.lanes, 64), "lanes", "a power of two from 1 to 64, or 0");
    require_option(power_of_two(options.slice, 256), "slice", "a power of two from 1 to 256, or 0");
    require_option(options.window >= 0, "window", "0 or more");
    require_option(options.width >= 0, "width", "0 or more");
}

}  // namespace

kernels::SpmvBlocking SpmvPlan::blocking(SpmvKernel kernel, std::int64_t columns) const noexcept {
    kernels::SpmvUse of_one = use, of_many = use;
    of_one.columns = 1;
    of_many.columns = columns;
    const bool is_tuned = tuned && tuned->kernel == kernel;
    const kernels::SpmvBlocking arrays =
        is_tuned ? tuned->blocking : kernels::default_spmv_blocking(kernel, figures, of_one);
    if (is_tuned && columns == 1) return arrays;
    kernels::SpmvBlocking made = kernels::default_spmv_blocking(kernel, figures, of_many);
    made.lanes = arrays.lanes;
    made.slice = arrays.slice;
    made.work = arrays.work;
    if (kernels::leaves_rest(kernel)) made.items = arrays.items;
    if (kernel == SpmvKernel::csr_rows && lanes > 0) made.lanes = lanes;
    if (kernel == SpmvKernel::sell && slice > 0) made.slice = slice;
    return made;
}

bool SpmvPlan::turns(std::int64_t columns) const noexcept {
    constexpr double kFar = 0.3;
    return use.is_gpu && columns > 1 && format != SparseFormat::ell && figures.scatter > kFar;
}

SpmvPlan spmv_plan(const kernels::SpmvFigures& figures, const kernels::SpmvUse& use,
                   const SpmvOptions& options, const std::optional<kernels::SpmvChoice>& tuned) {
    check_options(options);
    SpmvPlan plan;
    plan.figures = figures;
    plan.use = use;
    plan.lanes = options.lanes;
    plan.slice = options.slice;
    if (options.format == SparseFormat::automatic && options.lanes == 0 && options.slice == 0 &&
        options.window == 0)
        plan.tuned = tuned;
    const kernels::SpmvChoice choice = plan.tuned ? *plan.tuned : kernels::choose_spmv(figures, use);
    plan.format = options.format == SparseFormat::automatic ? format_of(choice) : options.format;
    if (plan.format == SparseFormat::hybrid) {
        const std::int64_t chosen = choice.width > 0 ? choice.width : kernels::spmv_width(figures, use);
        plan.width = options.width > 0 ? options.width : chosen;
        if (plan.width == 0) plan.width = std::max<std::int64_t>(figures.longest, 1);
    }
    const bool is_chosen = choice.kernel == SpmvKernel::sell && format_of(choice) == plan.format;
    plan.window = is_chosen ? choice.sorted : kernels::spmv_sorted(figures, plan.width);
    if (options.window > 0) plan.window = options.window;
    return plan;
}

}  // namespace sparse
}  // namespace hg
