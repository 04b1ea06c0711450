#include "tools/hgctl/check/check_gemm_kernels.hpp"

#include <algorithm>
#include <sstream>

#include "blas/generated/arguments.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::GemmFamily;
using hg::kernels::GemmParameters;

constexpr std::int64_t kGuardColumns = 3;

/// A matrix as it lies on the device: gaps and guard columns hold NaN.
template <class T>
GuardedMatrix<T> frame(const ResidentMatrix& matrix) {
    const hg::Register& shape = matrix.shape;
    return GuardedMatrix<T>({shape.rows, shape.cols, shape.ld},
                            {0, matrix.frame_elements() - shape.ld * shape.cols});
}

/// One random problem for a kernel.
struct KernelProblem {
    GemmParameters parameters;
    ResidentShape shape;
    hg::ScalarValue alpha = 1;
    hg::ScalarValue beta = 0;
};

/// Never 0.
std::int64_t draw_extent(RandomNumbers& numbers, std::int64_t n_max) {
    switch (numbers.between(0, 7)) {
        case 0:
            return 1;
        case 1:  // beside the powers of two that tiles are cut at
        case 2:
            return std::min(n_max, (std::int64_t{1} << numbers.between(2, 8)) + numbers.between(-1, 1));
        case 3:  // odd
            return std::min(n_max, numbers.between(0, n_max) | 1);
        default:
            return numbers.between(1, n_max);
    }
}

/// Never 0.
double draw_real_factor(RandomNumbers& numbers) {
    constexpr double kSpecial[] = {1, -1, 0.5};
    const std::int64_t choice = numbers.between(0, 4);
    return choice < 3 ? kSpecial[choice] : numbers.unit();
}
hg::ScalarValue draw_factor(RandomNumbers& numbers, hg::ElementType type) {
    const double real = draw_real_factor(numbers);
    return {real, hg::is_complex(type) ? draw_real_factor(numbers) : 0};
}

KernelProblem draw_problem(GemmParameters parameters, std::uint64_t seed, std::int64_t n_max) {
    const auto kind = static_cast<std::uint64_t>(parameters.family) * 8 +
                      static_cast<std::uint64_t>(parameters.type) * 4 + (parameters.transpose_a ? 2U : 0U) +
                      (parameters.transpose_b ? 1U : 0U) + (parameters.conjugate_a ? 256U : 0U) +
                      (parameters.conjugate_b ? 512U : 0U);
    RandomNumbers numbers(seed + (kind << 32));
    // Four seeds in a row see each form of the kernel.
    parameters.split_k = seed % 4 == 3 ? static_cast<int>(numbers.between(2, 5)) : 1;
    parameters.overwrite = seed % 4 == 1 || (parameters.split_k > 1 && numbers.between(0, 1) == 0);
    KernelProblem problem{.parameters = parameters, .shape = {.guard = kGuardColumns}};
    ResidentShape& s = problem.shape;
    s.m = draw_extent(numbers, n_max);
    s.n = draw_extent(numbers, n_max);
    s.k = draw_extent(numbers, n_max);
    const auto gap = [&] { return numbers.between(0, 1) * numbers.between(1, 9); };
    s.lda = (parameters.transpose_a ? s.k : s.m) + gap();
    s.ldb = (parameters.transpose_b ? s.n : s.k) + gap();
    s.ldc = s.m + gap();
    problem.alpha = draw_factor(numbers, parameters.type);
    problem.beta = parameters.overwrite ? 0 : draw_factor(numbers, parameters.type);
    return problem;
}

std::string describe(const KernelProblem& problem) {
    std::ostringstream text;
    const ResidentShape& s = problem.shape;
    text << hg::kernels::name(problem.parameters) << " m=" << s.m << " n=" << s.n << " k=" << s.k
         << " alpha=" << hg::print(problem.alpha) << " beta=" << hg::print(problem.beta) << " lda=" << s.lda
         << " ldb=" << s.ldb << " ldc=" << s.ldc;
    return text.str();
}

/// Runs one problem. Returns its error in units of the bound; infinity if C was written outside.
template <class T>
double run_problem(ResidentDevice& device, const KernelProblem& problem, std::uint64_t seed,
                   std::string& fault) {
    ResidentGemm gemm(device, problem.parameters, problem.shape);
    GuardedMatrix<T> a = frame<T>(gemm.a());
    GuardedMatrix<T> b = frame<T>(gemm.b());
    GuardedMatrix<T> c = frame<T>(gemm.c());
    a.fill(seed);
    b.fill(seed + 1000);
    if (!problem.parameters.overwrite) c.fill(seed + 2000);
    const GuardedMatrix<T> before = c;
    device.load(gemm.a().frame(), a.data());
    device.load(gemm.b().frame(), b.data());
    device.load(gemm.c().frame(), c.data());
    gemm.multiply(problem.alpha, problem.beta);
    device.store(gemm.c().frame(), c.data());
    if (!c.same_outside(before)) fault = "wrote outside the m x n elements of C";

    const ResidentShape& s = problem.shape;
    const hg::GemmArguments<T> call{.op_a = op_of_a(problem.parameters),
                                    .op_b = op_of_b(problem.parameters),
                                    .m = s.m,
                                    .n = s.n,
                                    .k = s.k,
                                    .alpha = problem.alpha.as<T>(),
                                    .A = a.data(),
                                    .lda = s.lda,
                                    .B = b.data(),
                                    .ldb = s.ldb,
                                    .beta = problem.beta.as<T>(),
                                    .C = c.data(),
                                    .ldc = s.ldc};
    const Operands<T> was = operands_before(call, before.view());
    return call_verdict(call, was, operands_of(hg::Layout::col_major, call)).error;
}

void check_problem(ResidentDevice& device, const KernelProblem& problem, std::uint64_t seed,
                   const KernelCheckWatch& watch, KernelCheckResult& result) {
    std::string fault;
    try {
        const double error = with_floating_type(
            problem.parameters.type, [&]<class T>() { return run_problem<T>(device, problem, seed, fault); });
        result.worst = std::max(result.worst, error);
        if (fault.empty() && !(error <= 1)) fault = "error " + std::to_string(error) + " times the bound";
    } catch (const hg::Error& error) {
        // A lost device runs nothing more: every later problem would fail for this one's sake.
        if (error.code() == hg::ErrorCode::device_lost) throw;
        fault = error.what();
    }
    ++(fault.empty() ? result.passed : result.failed);
    if (fault.empty()) return;
    const GemmParameters& p = problem.parameters;
    watch.failed({describe(problem), fault, std::string(hg::kernels::name(p.family)),
                  std::string(hg::name(p.type)), seed});
}

/// What keeps a family from being checked for a type; empty if nothing does.
std::string reason_to_skip(const GemmParameters& parameters, const hg::DeviceModel& model) {
    if (!model.computes(parameters.type)) return "the device has no double precision";
    return kernel_fault(parameters, model.traits);
}

/// The types of the kind that the family is for; all if there are none, so that it is said why there is
/// nothing to check.
std::vector<hg::ElementType> types_for(GemmFamily family, const std::vector<hg::ElementType>& types) {
    std::vector<hg::ElementType> fitting;
    for (const hg::ElementType type : types)
        if (hg::is_complex(type) == hg::kernels::is_for_complex(family)) fitting.push_back(type);
    return fitting.empty() ? types : fitting;
}

std::vector<std::string> ops_for(hg::ElementType type) {
    return hg::is_complex(type) ? complex_op_words() : op_words();
}

}  // namespace

std::vector<GemmFamily> families_written_for(const hg::DeviceTraits& device) {
    std::vector<GemmFamily> families;
    for (const GemmFamily family : all_families()) {
        const hg::KernelNeeds needed{.nvidia_capability = hg::kernels::rules_of(family).nvidia_capability,
                                     .architectures = hg::kernels::rules_of(family).architectures};
        const bool is_of_one_vendor = needed.nvidia_capability > 0 || !needed.architectures.empty();
        if (is_of_one_vendor && !device.is_host && hg::unmet_need(needed, device).empty())
            families.push_back(family);
    }
    return families;
}

std::size_t kernels_to_check(const KernelCheckPlan& plan) {
    std::size_t count = 0;
    for (const GemmFamily family : plan.families)
        for (const hg::ElementType type : types_for(family, plan.types)) count += ops_for(type).size();
    return count;
}

KernelCheckResult check_gemm_kernels(ResidentDevice& device, const hg::DeviceModel& model,
                                     const KernelCheckPlan& plan, const KernelCheckWatch& watch) {
    KernelCheckResult result;
    for (const GemmFamily family : plan.families)
        for (const hg::ElementType type : types_for(family, plan.types)) {
            GemmParameters parameters{.family = family, .type = type};
            if (!plan.says_what_is_not && !hg::kernels::blocking_fault(parameters).empty()) continue;
            const std::string what =
                std::string(hg::kernels::name(family)) + " " + std::string(hg::name(type));
            const std::string reason = reason_to_skip(parameters, model);
            if (!reason.empty()) {
                result.skipped.emplace_back(what).append(": ").append(reason);
                continue;
            }
            result.checked.push_back(what);
            for (const std::string& ops : ops_for(type)) {
                set_ops(parameters, ops);
                watch.next(std::string(what).append(" ").append(ops));
                for (std::int64_t i = 0; i < plan.count; ++i) {
                    const std::uint64_t seed = plan.seed + static_cast<std::uint64_t>(i);
                    check_problem(device, draw_problem(parameters, seed, plan.n_max), seed, watch, result);
                }
            }
        }
    return result;
}

}  // namespace hgctl
