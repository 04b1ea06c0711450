#pragma once

#include "blas/call/vector_call.hpp"
#include "blas/level2/level2_arguments.hpp"

namespace hg {

template <class T>
using GemvCall = VectorCall<GemvArguments<T>>;
template <class T>
using GerCall = VectorCall<GerArguments<T>>;
template <class T>
using SymvCall = VectorCall<SymvArguments<T>>;
template <class T>
using SyrCall = VectorCall<SyrArguments<T>>;
template <class T>
using Syr2Call = VectorCall<Syr2Arguments<T>>;
template <class T>
using TrmvCall = VectorCall<TrmvArguments<T>>;
template <class T>
using TrsvCall = VectorCall<TrsvArguments<T>>;

}  // namespace hg
