#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

// Arguments of hg's own plain routines, and what BLAS does about wrong ones.

/// A letter of BLAS in upper case.
inline char upper_case(const char* letter) {
    return *letter >= 'a' && *letter <= 'z' ? static_cast<char>(*letter - 'a' + 'A') : *letter;
}

inline bool is_one_of(const char* letter, std::string_view letters) {
    return letters.find(upper_case(letter)) != std::string_view::npos;
}

/// An argument by its number, and whether it is right.
struct Argument {
    int number;
    bool right;
};

/// The number of the first wrong argument, told to the process's xerbla_; 0 if all are right.
template <class T>
int wrong_argument(std::string_view name, std::initializer_list<Argument> arguments) {
    const auto* wrong = std::find_if(arguments.begin(), arguments.end(), [](Argument a) { return !a.right; });
    if (wrong == arguments.end()) return 0;
    using Xerbla = void(const char*, const int*, std::size_t);
    const char letter = traits_of(element_type_of<T>()).letter;
    const std::string routine = static_cast<char>(std::toupper(letter)) + std::string(name);
    if (void* xerbla = dlsym(RTLD_DEFAULT, "xerbla_"))
        reinterpret_cast<Xerbla*>(xerbla)(routine.c_str(), &wrong->number, routine.size());
    return wrong->number;
}

}  // namespace hg::kernels
