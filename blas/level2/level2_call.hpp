#pragma once

#include "blas/call/vector_call.hpp"
#include "blas/level2/level2_arguments.hpp"

namespace hg {

/// No programs: the CPU's BLAS does all calls.
struct HostOnly {};

template <class T>
using GemvCall = VectorCall<GemvArguments<T>, HostOnly>;
template <class T>
using GerCall = VectorCall<GerArguments<T>, HostOnly>;
template <class T>
using SymvCall = VectorCall<SymvArguments<T>, HostOnly>;
template <class T>
using SyrCall = VectorCall<SyrArguments<T>, HostOnly>;
template <class T>
using Syr2Call = VectorCall<Syr2Arguments<T>, HostOnly>;
template <class T>
using TrmvCall = VectorCall<TrmvArguments<T>, HostOnly>;
template <class T>
using TrsvCall = VectorCall<TrsvArguments<T>, HostOnly>;

}  // namespace hg
