#include "tools/peers/forms/fortran_call.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "tools/peers/forms/spelling.hpp"

namespace hgctl {
namespace {

using Function = void();
using Caller = void(Function*, void* const*, void*);

template <std::size_t>
using Address = void*;

template <class Result, std::size_t... kArgument>
void call_with(Function* function, void* const* arguments, void* number,
               std::index_sequence<kArgument...> /*arguments*/) {
    auto* const called = reinterpret_cast<Result (*)(Address<kArgument>...)>(function);
    if constexpr (std::is_void_v<Result>)
        called(arguments[kArgument]...);
    else
        *static_cast<Result*>(number) = called(arguments[kArgument]...);
}

template <class Result, std::size_t kCount>
void call_with_count(Function* function, void* const* arguments, void* number) {
    call_with<Result>(function, arguments, number, std::make_index_sequence<kCount>{});
}

/// What calls with so many arguments.
template <class Result>
Caller* caller_of(std::size_t count) {
    constexpr std::size_t kMost = 20;
    return [count]<std::size_t... kCount>(std::index_sequence<kCount...> /*counts*/) {
        static constexpr std::array<Caller*, kMost> kCallers{&call_with_count<Result, kCount>...};
        return kCallers.at(count);
    }
    (std::make_index_sequence<kMost>{});
}

Caller* caller_of(const ListedOperand* number, std::size_t count) {
    if (number == nullptr) return caller_of<void>(count);
    if (number->is_integral()) return caller_of<int>(count);
    return with_floating_type(number->type, [count]<class T>() { return caller_of<T>(count); });
}

/// What a query leaves in an element.
std::size_t length_in(hg::ElementType type, const void* element) {
    return with_floating_type(type, [element]<class T>() {
        return static_cast<std::size_t>(std::real(*static_cast<const T*>(element)));
    });
}

/// True if LAPACK wants a work array and its length, behind the other arguments.
bool takes_workspace(const ListedCall& call) {
    if (call.routine == "sytrf" || call.routine == "hetrf") return true;
    const std::vector<const ListedOperand*> operands = call.operands();
    return std::ranges::any_of(operands, [](auto* x) { return x->kind == ListedOperand::Kind::array; });
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
    if (takes_workspace(call)) {
        elements_ = keep(0);
        workspace_ = arguments_.size();
        arguments_.insert(arguments_.end(), {nullptr, elements_});
    }
    if (call.is_lapack) arguments_.push_back(info_);
    // The length of a letter is as wide as an address, and is passed like one.
    arguments_.insert(arguments_.end(), letters, std::bit_cast<void*>(std::size_t{1}));
    caller_ = caller_of(call.number(), arguments_.size());
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
