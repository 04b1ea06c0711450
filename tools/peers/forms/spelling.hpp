#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "tools/peers/foreign_call.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/listed_call.hpp"

namespace hgctl {

/// Adds the arguments of a call, with operands at these addresses, as a library takes them. Its Spelling has
///
///     add(foreign, choice)            for hg::Side, hg::Uplo, hg::Op and hg::Diag
///     add(foreign, size or scalar)
///     add(foreign, operand, address)
template <class Spelling, class Address>
void spell(const Spelling& spelling, const ListedCall& call, const std::vector<Address>& addresses,
           ForeignCall& foreign) {
    std::size_t next = 0;
    const auto add = [&]<class Argument>(const Argument& argument) {
        if constexpr (std::is_same_v<Argument, ListedOperand>)
            spelling.add(foreign, argument, addresses.at(next++));
        else if constexpr (std::is_same_v<Argument, ListedOption>)
            std::visit([&](auto choice) { spelling.add(foreign, choice); }, argument);
        else
            spelling.add(foreign, argument);
    };
    for (const ListedCall::Argument& argument : call.arguments) std::visit(add, argument);
}

/// The place of a letter among those of its kind, in the order of CBLAS.
template <class Choice>
constexpr int place_of(Choice choice) noexcept {
    constexpr std::string_view kLetters = std::is_same_v<Choice, hg::Side>   ? "LR"
                                          : std::is_same_v<Choice, hg::Uplo> ? "UL"
                                          : std::is_same_v<Choice, hg::Diag> ? "NU"
                                                                             : "NTC";
    return static_cast<int>(kLetters.find(static_cast<char>(choice)));
}

/// use(value) with the number of a scalar in its type.
template <class Use>
void with_number(const ListedScalar& scalar, const Use& use) {
    with_floating_type(scalar.type, [&]<class T>() {
        if constexpr (std::is_floating_point_v<T>)
            use(static_cast<T>(scalar.value.real()));
        else
            use(T(scalar.value));
    });
}

/// "Zdrot" for "zdrot".
inline std::string capital(std::string name) {
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

}  // namespace hgctl
