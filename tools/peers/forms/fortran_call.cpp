#include "tools/peers/forms/fortran_call.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "tools/peers/forms/spelling.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kMostArguments = 16, kMostLetters = 4, kNoArgument = ~std::size_t{0};

using Function = void();
using Caller = void(Function*, void* const*, void*);

template <class Result, std::size_t... kArgument, std::size_t... kLetter>
void call_with(Function* function, void* const* arguments, void* number,
               std::index_sequence<kArgument...> /*arguments*/, std::index_sequence<kLetter...> /*letters*/) {
    using Called = Result(std::enable_if_t<kArgument != kNoArgument, void*>...,
                          std::enable_if_t<kLetter != kNoArgument, std::size_t>...);
    auto* const called = reinterpret_cast<Called*>(function);
    if constexpr (std::is_void_v<Result>)
        called(arguments[kArgument]..., (static_cast<void>(kLetter), std::size_t{1})...);
    else
        *static_cast<Result*>(number) =
            called(arguments[kArgument]..., (static_cast<void>(kLetter), std::size_t{1})...);
}

/// What calls with `kIndex` % kMostArguments + 1 arguments and `kIndex` / kMostArguments letters.
template <class Result, std::size_t kIndex>
void call_by_index(Function* function, void* const* arguments, void* number) {
    call_with<Result>(function, arguments, number, std::make_index_sequence<kIndex % kMostArguments + 1>{},
                      std::make_index_sequence<kIndex / kMostArguments>{});
}

template <class Result, std::size_t... kIndex>
Caller* caller_at(std::size_t index, std::index_sequence<kIndex...> /*all*/) {
    static constexpr std::array<Caller*, sizeof...(kIndex)> kCallers{&call_by_index<Result, kIndex>...};
    return kCallers.at(index);
}

/// Functions that return numbers have no letters.
template <class Result>
Caller* caller_of(std::size_t arguments, std::size_t letters) {
    constexpr std::size_t kLetters = std::is_void_v<Result> ? kMostLetters : 0;
    if (arguments == 0 || arguments > kMostArguments || letters > kLetters)
        throw hg::Error(hg::ErrorCode::internal, "a call of Fortran with too many arguments");
    return caller_at<Result>(letters * kMostArguments + arguments - 1,
                             std::make_index_sequence<(kLetters + 1) * kMostArguments>{});
}

Caller* caller_of(const ListedOperand* number, std::size_t arguments, std::size_t letters) {
    if (number == nullptr) return caller_of<void>(arguments, letters);
    if (number->is_integral()) return caller_of<int>(arguments, letters);
    Caller* caller = nullptr;
    AllTypes::with(number->type, [&]<class T>() { caller = caller_of<T>(arguments, letters); });
    return caller;
}

/// What a query leaves in an element.
std::size_t length_in(hg::ElementType type, const void* element) {
    double length = 0;
    AllTypes::with(type, [&]<class T>() { length = std::real(*static_cast<const T*>(element)); });
    return static_cast<std::size_t>(length);
}

}  // namespace

template <class T>
T* FortranCall::keep(T value) {
    static_assert(sizeof(T) <= sizeof(Element));
    return std::construct_at(reinterpret_cast<T*>(kept_.emplace_back().bytes), value);
}

void FortranCall::add_argument(const ListedCall::Argument& argument, void* address) {
    const auto add = [&]<class A>(const A& x) {
        if constexpr (std::is_same_v<A, ListedOption>) {
            std::visit([&](auto choice) { arguments_.push_back(keep(static_cast<char>(choice))); }, x);
        } else if constexpr (std::is_same_v<A, ListedSize>) {
            arguments_.push_back(keep(static_cast<int>(x.value)));
        } else if constexpr (std::is_same_v<A, ListedScalar>) {
            with_number(x, [&](auto value) { arguments_.push_back(keep(value)); });
        } else if (x.is_number()) {
            number_ = address;
        } else {
            arguments_.push_back(address);
            if (x.has_stride()) arguments_.push_back(keep(static_cast<int>(x.stride)));
        }
    };
    std::visit(add, argument);
}

FortranCall::FortranCall(void (*function)(), const ListedCall& call, const std::vector<void*>& addresses)
    : function_(function), type_(call.type), info_(keep(0)) {
    std::size_t next = 0, letters = 0;
    for (const ListedCall::Argument& argument : call.arguments) {
        letters += std::holds_alternative<ListedOption>(argument) ? 1 : 0;
        add_argument(argument,
                     std::holds_alternative<ListedOperand>(argument) ? addresses.at(next++) : nullptr);
    }
    const std::vector<const ListedOperand*> operands = call.operands();
    if (std::ranges::any_of(operands, [](auto* x) { return x->kind == ListedOperand::Kind::array; })) {
        elements_ = keep(0);
        workspace_ = arguments_.size();
        arguments_.insert(arguments_.end(), {nullptr, elements_});
    }
    if (call.is_lapack) arguments_.push_back(info_);
    caller_ = caller_of(call.number(), arguments_.size(), letters);
}

int FortranCall::run() {
    std::vector<std::byte> workspace;
    if (elements_ != nullptr) {
        Element best{};
        arguments_[workspace_] = best.bytes;
        *elements_ = -1;
        caller_(function_, arguments_.data(), number_);
        const std::size_t length = length_in(type_, best.bytes);
        workspace.resize(length * static_cast<std::size_t>(hg::size_of(type_)));
        arguments_[workspace_] = workspace.data();
        *elements_ = static_cast<int>(length);
    }
    caller_(function_, arguments_.data(), number_);
    return *info_;
}

}  // namespace hgctl
