#pragma once

#include "tools/workload/matrices/npy.hpp"

namespace hgctl {

/// Moves the elements of a matrix so that columns lie contiguous, or rows, on all cores. Square matrices stay
/// where they are; others need memory for a second one. Throws hg::Error{out_of_memory}.
void set_order(NpyMatrix& matrix, bool fortran_order);

}  // namespace hgctl
