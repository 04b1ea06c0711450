#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/shapes.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// An instruction "<entry>_<type>", the type being that of its first operand, with a work-item for each
/// element of that operand. `cost` is that of an element, its bytes counted in elements; its seconds are
/// those of the instruction.
inline Instruction element_instruction(const std::string& entry, std::vector<Operand> operands,
                                       const Cost& cost) {
    Instruction i;
    i.entry = entry;
    i.name = entry + "_" + std::string(hg::name(operands.front().type));
    i.operands = std::move(operands);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
    i.cost = [cost](const ExecShape& shape) {
        const Register& r = shape.registers[0];
        const auto elements = static_cast<double>(length(r));
        return Cost{.flops = cost.flops * elements,
                    .bytes = cost.bytes * elements * static_cast<double>(size_of(r.type)),
                    .seconds = cost.seconds};
    };
    return i;
}

}  // namespace hg::kernels
