#pragma once

#include <vector>

#include "sparse/spmv/placement.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg::sparse {

/// Arrays of a matrix in host memory that devices take straight from there, for as long as this lives.
class PinnedArrays {
  public:
    /// Pins the large arrays of all blocks, if devices can. The machine and the arrays must outlive this.
    PinnedArrays(Machine& machine, const Placement& placement);
    ~PinnedArrays();
    PinnedArrays(const PinnedArrays&) = delete;
    PinnedArrays& operator=(const PinnedArrays&) = delete;

  private:
    bool pin(const BlockArray& array);

    Machine& machine_;
    std::vector<void*> registered_;
};

}  // namespace hg::sparse
