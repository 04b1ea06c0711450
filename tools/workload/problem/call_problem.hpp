#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/program/base/element_types.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/problem/argument_maker.hpp"
#include "tools/workload/problem/problem.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {

/// The place of a type among a routine's.
template <class Type, class... T>
constexpr std::size_t place_in(hg::ElementTypes<T...> /*types*/) noexcept {
    std::size_t place = 0;
    static_cast<void>(((std::is_same_v<Type, T> || (++place, false)) || ...));
    return place;
}

/// The name of a routine for a type: "dznrm2".
template <class Row, class Type>
constexpr std::string_view name_of() noexcept {
    return Row::kNames[place_in<Type>(typename Row::Types{})];
}

/// A problem of a routine, a row of hg::routines.
template <class Row, class Type>
class CallProblem final : public Problem {
  public:
    using Call = typename Row::template Arguments<Type>;
    using T = typename Call::Element;

    /// A random problem. What a routine needs beside random elements, draw_elements(arguments, problem) does.
    CallProblem(std::uint64_t seed, std::int64_t n_max)
        : CallProblem(std::make_unique<Drawing>(seed, kScale * n_max)) {}
    explicit CallProblem(const Given& given) : CallProblem(given, nullptr) {}

    [[nodiscard]] const Call& arguments() const noexcept { return call_; }
    [[nodiscard]] hg::Layout layout() const noexcept { return given_.layout; }
    [[nodiscard]] bool is_drawn() const noexcept { return is_drawn_; }
    [[nodiscard]] RandomNumbers& numbers() noexcept { return numbers_; }
    void say(std::string_view words) { memory_.text << ' ' << words; }
    [[nodiscard]] BlasOperand<T>& operator[](std::string_view name) {
        return std::ranges::find(memory_.operands, name, &ProblemOperand<T>::name)->memory;
    }
    [[nodiscard]] const BlasOperand<T>& operator[](std::string_view name) const {
        return std::ranges::find(memory_.operands, name, &ProblemOperand<T>::name)->memory;
    }

    [[nodiscard]] std::string text() const override {
        const char* const layout = layout_word();
        return std::string(name_of<Row, Type>()) + (Row::kHasLayout ? layout : "") + memory_.text.str();
    }
    CheckResult check(hg::Session& session) override {
        if constexpr (requires { check_drawn(session, *this); })
            if (is_drawn()) return check_drawn(session, *this);
        return check_call(session);
    }
    CheckResult check_call(hg::Session& session) {
        return check(session, [&] { return call(session); });
    }
    /// Makes a call in another way, by a function that returns info, or 0.
    CheckResult check(hg::Session& session, const std::function<std::int64_t()>& make) {
        CheckResult result;
        std::int64_t info = 0;
        run_checked(session, result, [&] { info = make(); });
        if (result.passed()) return judged(info);
        result.problem = text();
        return result;
    }
    std::int64_t call(hg::Session& session) override {
        return Row::template call<Type>(session, given_.layout, call_);
    }
    hg::Call submit(hg::Session& session) override {
        if constexpr (requires { Row::template call_async<Type>(session, given_.layout, call_); })
            return Row::template call_async<Type>(session, given_.layout, call_);
        else
            throw hg::Error(hg::ErrorCode::invalid_argument, text() + " has no asynchronous form");
    }
    [[nodiscard]] CheckResult judged(std::int64_t info) const override {
        CheckResult result;
        result.problem = text();
        for (const auto& operand : memory_.operands)
            if (result.passed()) result.fault = operand.memory.fault();
        if (!result.passed()) return result;
        const Verdict verdict = call_verdict(call_, was(), now(), info);
        result.error = verdict.error;
        result.fault = verdict.text();
        if (result.passed() && !kept_diagonal()) result.fault = "left imaginary parts on the diagonal";
        return result;
    }

    [[nodiscard]] bool multiplies() const override {
        if constexpr (kHasRule<Call>)
            return hgctl::multiplies(rule_of(call_, was()), now().output());
        else if constexpr (requires { call_.does_nothing(); })
            return !call_.does_nothing();
        else
            return true;
    }
    [[nodiscard]] bool counts(std::string_view operand, std::int64_t i, std::int64_t j) const override {
        return (*this)[operand].counts(i, j);
    }
    [[nodiscard]] std::complex<double> was(std::string_view operand, std::int64_t i,
                                           std::int64_t j) const override {
        return (*this)[operand].get_before(i, j);
    }
    [[nodiscard]] std::complex<double> now(std::string_view operand, std::int64_t i,
                                           std::int64_t j) const override {
        return (*this)[operand].get(i, j);
    }
    void set(std::string_view operand, std::int64_t i, std::int64_t j, std::complex<double> value) override {
        (*this)[operand].set(i, j, element_from<T>(value));
    }
    [[nodiscard]] std::vector<std::int64_t>& pivots() override { return memory_.integers.front(); }
    [[nodiscard]] std::int64_t iter() const override { return memory_.integers.back().front(); }
    [[nodiscard]] void* data(std::string_view operand) override { return (*this)[operand].data(); }
    [[nodiscard]] std::int64_t ld(std::string_view operand) const override { return (*this)[operand].ld(); }
    [[nodiscard]] ListedCall listed() const override { return listed_call(name_of<Row, Type>(), call_); }
    void restore() override {
        for (auto& operand : memory_.operands) operand.memory.restore();
    }
    void keep() override {
        for (auto& operand : memory_.operands) operand.memory.keep();
    }
    [[nodiscard]] std::vector<std::byte> result_bits() const override {
        std::vector<std::byte> bits;
        for (const auto& operand : memory_.operands)
            if (operand.memory.form().written)
                bits.insert(bits.end(), operand.memory.bytes().begin(), operand.memory.bytes().end());
        return bits;
    }

  private:
    explicit CallProblem(std::unique_ptr<Drawing> drawing)
        : CallProblem(Given{.layout = Row::kHasLayout
                                          ? drawing->letter({hg::Layout::col_major, hg::Layout::row_major})
                                          : hg::Layout::col_major},
                      drawing.get()) {}
    CallProblem(const Given& given, Drawing* drawing)
        : given_(given), is_drawn_(drawing != nullptr), memory_(given, drawing) {
        hg::list_arguments(call_, memory_);
        numbers_ = drawing != nullptr ? drawing->numbers : RandomNumbers(given.seed);
        const bool reads_output = reads_what_it_writes();
        for (auto& operand : memory_.operands) {
            // Each operand takes a seed even if it is not filled, so that the others have the same numbers.
            const std::uint64_t seed = numbers_.next();
            if (operand.memory.form().written ? reads_output : operand.used) operand.memory.fill(seed);
        }
        if constexpr (requires { draw_elements(call_, *this); }) draw_elements(call_, *this);
    }
    [[nodiscard]] Operands<T> was() const {
        return listed([](const BlasOperand<T>& x) { return x.before(); });
    }
    [[nodiscard]] Operands<T> now() const {
        return listed([](const BlasOperand<T>& x) { return x.view(); });
    }
    [[nodiscard]] bool reads_what_it_writes() const {
        if constexpr (kHasRule<Call>)
            return kAlwaysReads<Call> || reads_output(rule_of(call_, was()), was());
        else
            return !kOverwrites<Call>;
    }
    template <class View>
    [[nodiscard]] Operands<T> listed(const View& view) const {
        Operands<T> operands;
        for (const ProblemOperand<T>& x : memory_.operands)
            operands.add({x.name, view(x.memory), x.memory.form().written});
        if constexpr (requires(const T* number) { number = call_.result; })
            operands.add({"result", StoredMatrix<T>{call_.result, 1, 1, 1}, true});
        return operands;
    }
    [[nodiscard]] const char* layout_word() const {
        return given_.layout == hg::Layout::col_major ? " col_major" : " row_major";
    }
    /// Results that are hermitian are real on the diagonal, unless nothing was done.
    [[nodiscard]] bool kept_diagonal() const {
        if constexpr (!kHasRule<Call>)
            return true;
        else if (does_nothing(rule_of(call_, was())))
            return true;
        return std::ranges::all_of(memory_.operands, [](const auto& x) {
            return !x.memory.form().written || x.memory.has_real_diagonal();
        });
    }

    /// Vectors are so long that several work-groups share one.
    static constexpr std::int64_t kScale = Row::kLevel == 1 ? 16 : 1;

    Given given_;
    bool is_drawn_;
    RandomNumbers numbers_{0};
    Call call_{};
    ArgumentMaker<Call> memory_;
};

}  // namespace hgctl
