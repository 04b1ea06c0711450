#pragma once

#include <complex>

/// Expands what(T) for each element type of matrices, to instantiate templates.
#define HG_FOR_EACH_ELEMENT(what) \
    what(float) what(double) what(std::complex<float>) what(std::complex<double>)
