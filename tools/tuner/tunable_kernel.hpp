#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// A kernel as the tuner sees it: numbers, whose meaning its routine alone knows. The routine makes it, so
/// that equal kernels are equal here.
struct TunableKernel {
    std::string name;                     ///< holds all of what follows; equal names are equal kernels
    std::string family;                   ///< the source it is made from, in a word
    ElementType type = ElementType::f64;  ///< of the operands
    int operation = 0;                    ///< position among its routine's operations
    std::vector<int> values;              ///< one for each of its routine's fields

    friend bool operator==(const TunableKernel&, const TunableKernel&) = default;
};

/// One dimension of a family's search space: a field and the values worth trying.
struct KernelAxis {
    std::size_t field = 0;    ///< position among the routine's fields
    std::vector<int> values;  ///< in ascending order
};

/// The kernels of one family that a search may choose from, and the axes that lead from one to another.
struct FamilySpace {
    std::string family;
    std::vector<KernelAxis> axes;  ///< the most telling first
    std::vector<TunableKernel> kernels;
};

}  // namespace hg::kernels
