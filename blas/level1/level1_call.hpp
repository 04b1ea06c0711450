#pragma once

#include "blas/call/vector_call.hpp"
#include "blas/level1/level1_arguments.hpp"

namespace hg {

template <class T>
using CopyCall = VectorCall<CopyArguments<T>>;
template <class T>
using SwapCall = VectorCall<SwapArguments<T>>;
template <class T>
using ScalCall = VectorCall<ScalArguments<T>>;
template <class T>
using AxpyCall = VectorCall<AxpyArguments<T>>;
template <class T>
using RotCall = VectorCall<RotArguments<T>>;
template <class T>
using DotCall = VectorCall<DotArguments<T>>;
template <class T>
using Nrm2Call = VectorCall<Nrm2Arguments<T>>;
template <class T>
using AsumCall = VectorCall<AsumArguments<T>>;
template <class T>
using IamaxCall = VectorCall<IamaxArguments<T>>;

}  // namespace hg
