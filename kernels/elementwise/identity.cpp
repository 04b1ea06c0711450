#include "kernels/elementwise/identity.hpp"

#include <algorithm>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {
namespace {

template <class T>
void run_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    for (std::int64_t j = 0; j < a.cols; ++j) {
        T* const column = a.as<T>() + j * a.ld;
        std::fill_n(column, a.rows, T{0});
        column[j] = T{1};
    }
}

template <class T>
InstructionPtr make_identity() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = "identity";
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.operands = {{"A", Access::write, type}};
    i.source = source_for_elements("identity.cl");
    i.build_options = element_options(type);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
    i.cost = [](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        return Cost{.bytes = static_cast<double>(a.rows * a.cols * size_of(a.type)), .seconds = 2e-6};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        require_shapes(a.rows == a.cols, name, shape, "A must be square");
    };
    i.host = run_on_host<T>;
    return finished(std::move(i));
}

}  // namespace

InstructionPtr identity(ElementType type) {
    return made_for_type("identity", type, []<class T>() { return make_identity<T>(); });
}

}  // namespace hg::kernels
