#pragma once

#include <complex>

/// what(T) for each type that matrices may have: templates are instantiated by it.
#define HG_FOR_EACH_ELEMENT(what) \
    what(float) what(double) what(std::complex<float>) what(std::complex<double>)
