#include "kernels/elementwise/identity.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/immortal.hpp"

namespace hg::kernels {
namespace {

template <class T>
void run_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    for (std::int64_t j = 0; j < a.cols; ++j) {
        T* const column = a.as<T>() + j * a.ld;
        std::fill_n(column, a.rows, T{0});
        column[j] = 1;
    }
}

InstructionPtr make_identity(ElementType type) {
    Instruction i;
    i.entry = "identity";
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.operands = {{"A", Access::write, type}};
    i.source = embedded_source("identity.cl");
    i.build_options = real_option(type);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
    i.cost = [](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        return Cost{.bytes = static_cast<double>(a.rows * a.cols * size_of(a.type)), .seconds = 2e-6};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        require_shapes(a.rows == a.cols, name, shape, "A must be square");
    };
    for_real_type(type, [&](auto zero) { i.host = run_on_host<decltype(zero)>; });
    return finished(std::move(i));
}

}  // namespace

InstructionPtr identity(ElementType type) {
    require_real(type, "identity");
    static const Immortal all([] {
        std::array<InstructionPtr, 3> made;
        for (ElementType t : kRealTypes) made[static_cast<std::size_t>(t)] = make_identity(t);
        return made;
    }());
    return (*all)[static_cast<std::size_t>(type)];
}

}  // namespace hg::kernels
