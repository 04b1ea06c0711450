#include "kernels/elementwise/gather_columns.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/elementwise/element_instruction.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"

namespace hg::kernels {
namespace {

template <class T>
void gather_on_host(const HostCall& call) {
    const auto* const index = call.operands[0].as<const std::int32_t>();
    const HostOperand& source = call.operands[1];
    const HostOperand& target = call.operands[2];
    for (std::int64_t j = 0; j < target.cols; ++j) {
        T* const column = target.as<T>() + j * target.ld;
        if (index[j] < source.cols)
            std::copy_n(source.as<const T>() + index[j] * source.ld, target.rows, column);
        else
            std::fill_n(column, target.rows, T{0});
    }
}

}  // namespace

InstructionPtr gather_columns(ElementType type) {
    return made_for_type("gather_columns", type, [type]<class T>() {
        Instruction i = element_instruction("gather_columns",
                                            {{"index", Access::read, ElementType::i32},
                                             {"source", Access::read, type},
                                             {"target", Access::write, type}},
                                            {});
        i.name = "gather_columns_" + std::string(hg::name(type));
        i.source = source_for_elements("gather_columns.cl");
        i.build_options = element_options(type);
        i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[2]); };
        i.cost = [](const ExecShape& shape) {
            const Register& target = shape.registers[2];
            return Cost{.bytes = 2.0 * static_cast<double>(length(target) * size_of(target.type)),
                        .seconds = 2e-6};
        };
        i.check = [name = i.name](const ExecShape& shape) {
            const auto& [index, source, target] =
                std::tie(shape.registers[0], shape.registers[1], shape.registers[2]);
            require_shapes(index.cols == 1 && index.rows == target.cols && source.rows == target.rows, name,
                           shape, "target must have the rows of source, and a column for each index");
        };
        i.host = gather_on_host<T>;
        i.guards = {guard_of_rows_somewhere(i, 0)};
        return finished(std::move(i));
    });
}

}  // namespace hg::kernels
