#include <cstddef>
#include <cstdint>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/shapes.hpp"
#include "kernels/sparse/spmv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItemsOfTurn = 256;

template <class T>
void turn_on_host(const HostCall& call) {
    const HostOperand& source = call.operands[0];
    const HostOperand& target = call.operands[1];
    for (std::int64_t i = 0; i < target.cols; ++i)
        for (std::int64_t c = 0; c < target.rows; ++c)
            target.as<T>()[c + i * target.ld] =
                c < source.cols ? source.as<const T>()[i + c * source.ld] : T{0};
}

}  // namespace

InstructionPtr spmv_turn(ElementType type) {
    return made_for_type("spmv_turn", type, [type]<class T>() {
        Instruction i;
        i.name = spmv_turn_name(type);
        i.operands = {{"source", Access::read, type}, {"target", Access::write, type}};
        i.source = source_for_elements("spmv_turn.cl");
        i.entry = "spmv_turn";
        i.build_options = element_options(type);
        i.geometry = [](const ExecShape& shape) {
            return any_groups_in_a_row(shape.registers[0].rows, kItemsOfTurn);
        };
        i.cost = [](const ExecShape& shape) {
            const auto elements =
                static_cast<double>(length(shape.registers[0]) + length(shape.registers[1]));
            return Cost{.bytes = elements * static_cast<double>(size_of(shape.registers[0].type))};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            const Register& source = shape.registers[0];
            const Register& target = shape.registers[1];
            require_shapes(target.cols == source.rows && target.rows >= source.cols, name, shape,
                           "target must have source's rows as columns, and its columns as rows, or more");
        };
        i.host = turn_on_host<T>;
        return finished(std::move(i));
    });
}

}  // namespace hg::kernels
