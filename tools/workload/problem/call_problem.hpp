#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "runtime/program/base/element_types.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/problem/operands_problem.hpp"
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

/// True for routines of which a third of the random problems have m = n.
template <class Call>
inline constexpr bool kIsOftenSquare = false;

/// A problem of a routine, a row of hg::routines.
template <class Row, class Type>
class CallProblem final : public OperandsProblem<typename Row::template Arguments<Type>::Element> {
  public:
    using Call = typename Row::template Arguments<Type>;
    using T = typename Call::Element;
    using Base = OperandsProblem<T>;

    /// A random problem. What a routine needs beside random elements, draw_elements(arguments, problem) does.
    CallProblem(std::uint64_t seed, std::int64_t n_max)
        : CallProblem(std::make_unique<Drawing>(seed, kScale * n_max)) {}
    explicit CallProblem(const Given& given) : CallProblem(given, nullptr) {}

    [[nodiscard]] const Call& arguments() const noexcept { return call_; }

    [[nodiscard]] std::string text() const override {
        return this->text_of(name_of<Row, Type>(), Row::kHasLayout);
    }
    CheckResult check(hg::Session& session) override {
        if constexpr (requires { check_drawn(session, *this); })
            if (this->is_drawn()) return check_drawn(session, *this);
        return check_call(session);
    }
    CheckResult check_call(hg::Session& session) {
        return Base::check(session, [&] { return call(session); });
    }
    using Base::check;
    std::int64_t call(hg::Session& session) override {
        return Row::template call<Type>(session, this->layout(), call_);
    }
    hg::Call submit(hg::Session& session) override {
        if constexpr (requires { Row::template call_async<Type>(session, hg::Layout{}, call_); })
            return Row::template call_async<Type>(session, this->layout(), call_);
        else
            throw hg::Error(hg::ErrorCode::invalid_argument, text() + " has no asynchronous form");
    }
    [[nodiscard]] CheckResult judged(std::int64_t info) const override {
        CheckResult result;
        result.problem = text();
        result.fault = this->fault();
        if (!result.passed()) return result;
        const Verdict verdict = call_verdict(call_, before(), after(), info);
        result.error = verdict.error;
        result.fault = verdict.text();
        if (result.passed() && !kept_diagonal()) result.fault = "left imaginary parts on the diagonal";
        return result;
    }

    [[nodiscard]] bool multiplies() const override {
        if constexpr (kHasRule<Call>)
            return hgctl::multiplies(rule_of(call_, before()), after().output());
        else if constexpr (requires { call_.does_nothing(); })
            return !call_.does_nothing();
        else
            return true;
    }
    [[nodiscard]] ListedCall listed() const override { return listed_call(name_of<Row, Type>(), call_); }

  private:
    explicit CallProblem(std::unique_ptr<Drawing> drawing)
        : CallProblem(Given{.layout = Row::kHasLayout
                                          ? drawing->letter({hg::Layout::col_major, hg::Layout::row_major})
                                          : hg::Layout::col_major},
                      drawing.get()) {}
    CallProblem(const Given& given, Drawing* drawing)
        : Base(given, drawing, listed_parts<Call>(), kIsOftenSquare<Call>) {
        hg::list_arguments(call_, this->memory());
        this->begin_elements(drawing);
        this->fill(reads_what_it_writes());
        Base& problem = *this;
        if constexpr (requires { draw_elements(call_, problem); }) draw_elements(call_, problem);
    }
    [[nodiscard]] Operands<T> before() const { return with_result(this->operands_before()); }
    [[nodiscard]] Operands<T> after() const { return with_result(this->operands_now()); }
    [[nodiscard]] Operands<T> with_result(Operands<T> operands) const {
        if constexpr (requires(const T* number) { number = call_.result; })
            operands.add({"result", StoredMatrix<T>{call_.result, 1, 1, 1}, true});
        return operands;
    }
    [[nodiscard]] bool reads_what_it_writes() const {
        if constexpr (kHasRule<Call>)
            return kAlwaysReads<Call> || reads_output(rule_of(call_, before()), before());
        else
            return !kOverwrites<Call>;
    }
    /// Results that are hermitian are real on the diagonal, unless nothing was done.
    [[nodiscard]] bool kept_diagonal() const {
        if constexpr (!kHasRule<Call>)
            return true;
        else
            return does_nothing(rule_of(call_, before())) || this->has_real_diagonals();
    }

    /// Vectors are so long that several work-groups share one.
    static constexpr std::int64_t kScale = Row::kLevel == 1 ? 16 : 1;

    Call call_{};
};

}  // namespace hgctl
