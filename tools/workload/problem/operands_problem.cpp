#include "tools/workload/problem/operands_problem.hpp"

#include <algorithm>

namespace hgctl {

template <class T>
BlasOperand<T>& OperandsProblem<T>::operator[](std::string_view name) {
    return std::ranges::find(memory_.operands, name, &ProblemOperand<T>::name)->memory;
}

template <class T>
const BlasOperand<T>& OperandsProblem<T>::operator[](std::string_view name) const {
    return std::ranges::find(memory_.operands, name, &ProblemOperand<T>::name)->memory;
}

template <class T>
CheckResult OperandsProblem<T>::check(hg::Session& session, const std::function<std::int64_t()>& make) {
    CheckResult result;
    std::int64_t info = 0;
    run_checked(session, result, [&] { info = make(); });
    if (result.passed()) return judged(info);
    result.problem = text();
    return result;
}

template <class T>
bool OperandsProblem<T>::counts(std::string_view operand, std::int64_t i, std::int64_t j) const {
    return (*this)[operand].counts(i, j);
}

template <class T>
std::complex<double> OperandsProblem<T>::was(std::string_view operand, std::int64_t i, std::int64_t j) const {
    return (*this)[operand].get_before(i, j);
}

template <class T>
std::complex<double> OperandsProblem<T>::now(std::string_view operand, std::int64_t i, std::int64_t j) const {
    return (*this)[operand].get(i, j);
}

template <class T>
void OperandsProblem<T>::set(std::string_view operand, std::int64_t i, std::int64_t j,
                             std::complex<double> value) {
    (*this)[operand].set(i, j, element_from<T>(value));
}

template <class T>
void OperandsProblem<T>::restore() {
    for (auto& operand : memory_.operands) operand.memory.restore();
}

template <class T>
void OperandsProblem<T>::keep() {
    for (auto& operand : memory_.operands) operand.memory.keep();
}

template <class T>
std::vector<std::byte> OperandsProblem<T>::result_bits() const {
    std::vector<std::byte> bits;
    for (const auto& operand : memory_.operands)
        if (operand.memory.form().written)
            bits.insert(bits.end(), operand.memory.bytes().begin(), operand.memory.bytes().end());
    return bits;
}

/// Each operand takes a seed even if it is not filled, so that the others have the same numbers.
template <class T>
void OperandsProblem<T>::fill(bool reads_output) {
    for (auto& operand : memory_.operands) {
        const std::uint64_t seed = numbers_.next();
        if (operand.memory.form().written ? reads_output : operand.used) operand.memory.fill(seed);
    }
}

template <class T>
std::string OperandsProblem<T>::text_of(std::string_view routine, bool has_layout) const {
    const char* const layout = given_.layout == hg::Layout::col_major ? " col_major" : " row_major";
    return std::string(routine) + (has_layout ? layout : "") + memory_.text.str();
}

template <class T>
std::string OperandsProblem<T>::fault() const {
    for (const auto& operand : memory_.operands)
        if (std::string fault = operand.memory.fault(); !fault.empty()) return fault;
    return {};
}

template <class T>
Operands<T> OperandsProblem<T>::operands_before() const {
    Operands<T> operands;
    for (const auto& x : memory_.operands) operands.add({x.name, x.memory.before(), x.memory.form().written});
    return operands;
}

template <class T>
Operands<T> OperandsProblem<T>::operands_now() const {
    Operands<T> operands;
    for (const auto& x : memory_.operands) operands.add({x.name, x.memory.view(), x.memory.form().written});
    return operands;
}

template <class T>
bool OperandsProblem<T>::has_real_diagonals() const {
    return std::ranges::all_of(memory_.operands, [](const auto& x) {
        return !x.memory.form().written || x.memory.has_real_diagonal();
    });
}

template class OperandsProblem<float>;
template class OperandsProblem<double>;
template class OperandsProblem<std::complex<float>>;
template class OperandsProblem<std::complex<double>>;

}  // namespace hgctl
