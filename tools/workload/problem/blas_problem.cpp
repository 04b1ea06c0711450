#include "tools/workload/problem/blas_problem.hpp"

#include <algorithm>
#include <utility>

#include "tools/workload/rule/draw.hpp"

namespace hgctl {
namespace {

/// True if a product of the rule reads `operand` as it was before the call.
template <class T>
bool updates(const ProductRule<T>& rule, const BlasOperand<T>& operand) {
    const T* const data = operand.before().data;
    const auto is_it = [&](const Factor<T>& factor) {
        const auto* stored = std::get_if<StoredMatrix<T>>(&factor);
        return stored != nullptr && stored->data == data;
    };
    return std::any_of(rule.products.begin(), rule.products.end(),
                       [&](const auto& product) { return is_it(product.left) || is_it(product.right); });
}

/// True if the call leaves C as it is.
template <class T>
bool does_nothing(const ProductRule<T>& rule) {
    const auto is_empty = [](const auto& product) { return product.left.cols() == 0; };
    return rule.beta == T{1} && (rule.alpha == T{0} || std::ranges::all_of(rule.products, is_empty));
}

}  // namespace

template <class T>
BlasProblem<T>::BlasProblem(std::string_view routine, std::uint64_t seed, std::int64_t n_max)
    : numbers_(seed), n_max_(n_max) {
    text_.precision(9);
    text_ << hg::routine_name<T>(routine);
}

template <class T>
hg::Layout BlasProblem<T>::layout(hg::Layout drawn) {
    layout_ = drawn;
    say(drawn == hg::Layout::col_major ? "col_major" : "row_major");
    return drawn;
}

template <class T>
std::int64_t BlasProblem<T>::size(std::string_view name) {
    const std::int64_t drawn = draw_size(numbers_, n_max_);
    text_ << ' ' << name << '=' << drawn;
    return drawn;
}

template <class T>
T BlasProblem<T>::scalar(std::string_view name) {
    const T drawn = draw_scalar<T>(numbers_);
    text_ << ' ' << name << '=' << drawn;
    return drawn;
}

template <class T>
PartOf<T> BlasProblem<T>::real_scalar(std::string_view name) {
    const auto drawn = draw_scalar<PartOf<T>>(numbers_);
    text_ << ' ' << name << '=' << drawn;
    return drawn;
}

template <class T>
BlasOperand<T>& BlasProblem<T>::add(const OperandForm& form, std::int64_t rows, std::int64_t cols,
                                    Part part) {
    if (form.op != hg::Op::none) std::swap(rows, cols);
    StoredShape shape = draw_stored(numbers_, layout_, rows, cols);
    shape.part = layout_ == hg::Layout::col_major ? part : transpose(part);
    text_ << " ld" << form.name << '=' << shape.ld;
    // A triangle that must stay as it is: NaN times beta is the same NaN.
    const bool stays = form.written && part != Part::all;
    const bool number = stays && numbers_.between(0, 1) == 0;
    return operands_.emplace_back(form, shape, number ? T{12345} : not_a_number<T>());
}

template <class T>
BlasOperand<T>& BlasProblem<T>::add_vector(const char* name, std::int64_t n, bool written,
                                           Increments increments) {
    const std::int64_t step = numbers_.between(0, 1) == 0 ? 1 : numbers_.between(1, 4);
    const bool reversed = numbers_.between(0, 1) == 1 && increments == Increments::any;
    const std::int64_t inc = reversed ? -step : step;
    text_ << " inc" << name << '=' << inc;
    return operands_.emplace_back(
        OperandForm{.name = name, .layout = hg::Layout::row_major, .written = written, .inc = inc},
        StoredShape{.contiguous = 1, .lines = n, .ld = step}, not_a_number<T>());
}

template <class T>
void BlasProblem<T>::fill(T alpha, T beta, bool updates) {
    for (Operand& operand : operands_) {
        // The written one takes a seed even if it is not filled, so that each problem draws the same numbers.
        if (!operand.form().written && alpha == T{0}) continue;
        const std::uint64_t seed = numbers_.next();
        if (!operand.form().written || beta != T{0} || (updates && alpha != T{0})) operand.fill(seed);
    }
}

template <class T>
CheckResult BlasProblem<T>::run(hg::Session& session, const std::function<void()>& call) {
    CheckResult result;
    result.problem = text_.str();
    run_checked(session, result, call);
    for (const Operand& operand : operands_)
        if (result.passed()) result.fault = operand.fault();
    return result;
}

template <class T>
CheckResult BlasProblem<T>::check(hg::Session& session, const ProductRule<T>& rule,
                                  const std::function<void()>& call) {
    const auto written = std::find_if(operands_.begin(), operands_.end(),
                                      [](const Operand& operand) { return operand.form().written; });
    fill(rule.alpha, rule.beta, updates(rule, *written));
    CheckResult result = run(session, call);
    if (!result.passed()) return result;
    result.error = product_error(rule, written->view(), written->before());
    if (!does_nothing(rule) && !written->has_real_diagonal())
        result.fault = "left imaginary parts on the diagonal";
    judge(result);
    return result;
}

template class BlasProblem<float>;
template class BlasProblem<double>;
template class BlasProblem<std::complex<float>>;
template class BlasProblem<std::complex<double>>;

}  // namespace hgctl
