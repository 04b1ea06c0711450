#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"

namespace hgctl {

/// A call of a Fortran symbol of BLAS or LAPACK: all arguments by address, at the end LAPACK's info and the
/// length of each letter. What has factors of reflectors also takes a workspace, and says how much. A call
/// costs no more than a call in C.
class FortranCall {
  public:
    /// Pivots at their address are of int, and so is an index, which is counted from 1.
    FortranCall(void (*function)(), const ListedCall& call, const std::vector<void*>& addresses);
    FortranCall(const FortranCall&) = delete;
    FortranCall& operator=(const FortranCall&) = delete;

    /// Returns info; 0 for BLAS.
    int run();

  private:
    /// What passes as many arguments and lengths, and puts what the function returns at `number`.
    using Caller = void(void (*function)(), void* const* arguments, void* number);
    struct Element {
        alignas(16) std::byte bytes[16];
    };

    template <class T>
    T* keep(T value);
    void add_argument(const ListedCall::Argument& argument, void* address);

    void (*function_)();
    Caller* caller_ = nullptr;
    std::vector<void*> arguments_;
    std::deque<Element> kept_;
    void* number_ = nullptr;
    hg::ElementType type_;
    std::size_t workspace_ = 0;  ///< its position, if there is one
    int* elements_ = nullptr;    ///< of the workspace
    int* info_;
};

}  // namespace hgctl
