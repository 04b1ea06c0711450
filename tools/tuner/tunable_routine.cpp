#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

TunableKernel for_problem(const TunableKernel& kernel, const TuningProblem& problem) {
    return problem.routine->kernel(problem, kernel.family, kernel.values);
}

std::string_view operation_word(const TuningProblem& problem) {
    return problem.routine->operations.at(static_cast<std::size_t>(problem.operation));
}

std::string kind_text(const TuningProblem& problem) {
    std::string text(hg::name(problem.type));
    const std::string_view operation = operation_word(problem);
    return operation.empty() ? text : text.append(" ").append(operation);
}

std::string extent_text(const TuningProblem& problem) {
    return product_text(problem.extents);
}

std::string product_text(const Extents& extents) {
    std::string text;
    for (const std::int64_t extent : extents)
        text.append(text.empty() ? "" : " x ").append(std::to_string(extent));
    return text;
}

std::string product_text(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) text.append(text.empty() ? "" : " x ").append(word);
    return text;
}

}  // namespace hg::kernels
