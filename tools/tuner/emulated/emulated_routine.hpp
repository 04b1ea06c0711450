#pragma once

#include "kernels/emulated/emulated_product.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

/// Products of residues: op(A) of m x k, op(B) of k x n, in as many moduli as the type takes. Rates count 2 m
/// n k operations for each modulus.
const TunableRoutine& emulated_routine();

/// A product of residues as the tuner sees it. Its moduli are those of the type.
TunableKernel tunable_emulated(ElementType type, EmulatedProduct product);

}  // namespace hg::kernels
