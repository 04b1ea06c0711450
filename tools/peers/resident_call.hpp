#pragma once

#include <cstdint>
#include <vector>

#include "tools/workload/vectors/vector_arguments.hpp"

namespace hgctl {

/// A call of levels 1 and 2 that another library makes on operands in the memory of what it computes on, `chain` times
/// one after the other, `runs` times over.
struct ResidentCall : VectorArguments {
    struct Operand {
        const void* data = nullptr;  ///< in host memory, as it is before the call
        void* result = nullptr;      ///< where it is put after one call; null if it is only read
        std::int64_t bytes = 0;
    };

    std::vector<Operand> operands{};  ///< matrix, vectors, result: those that the routine has
    int chain = 1;
    int runs = 1;
};

}  // namespace hgctl
