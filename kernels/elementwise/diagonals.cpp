#include <algorithm>
#include <complex>
#include <string>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/elementwise/element_instruction.hpp"
#include "kernels/elementwise/identity.hpp"
#include "kernels/elementwise/real_diagonal.hpp"
#include "kernels/kernel_parts.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kDiagonalItems = 64;

template <class T>
void make_identity_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    for (std::int64_t j = 0; j < a.cols; ++j) {
        T* const column = a.as<T>() + j * a.ld;
        std::fill_n(column, a.rows, T{0});
        column[j] = T{1};
    }
}

template <class T>
void make_real_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    for (std::int64_t i = 0; i < std::min(a.rows, a.cols); ++i) {
        T& element = a.as<T>()[i * (a.ld + 1)];
        element = std::real(element);
    }
}

}  // namespace

InstructionPtr identity(ElementType type) {
    return made_for_type("identity", type, [type]<class T>() {
        Instruction i =
            element_instruction("identity", {{"A", Access::write, type}}, {.bytes = 1, .seconds = 2e-6});
        i.source = source_for_elements("identity.cl");
        i.build_options = element_options(type);
        i.check = [name = i.name](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            require_shapes(a.rows == a.cols, name, shape, "A must be square");
        };
        i.host = make_identity_on_host<T>;
        return finished(std::move(i));
    });
}

InstructionPtr real_diagonal(ElementType type) {
    if (!is_complex(type))
        throw Error(ErrorCode::invalid_argument, "real_diagonal: supports c32 and c64 only");
    return made_for_type("real_diagonal", type, [type]<class T>() {
        Instruction i =
            element_instruction("real_diagonal", {{"A", Access::read_write, type}}, {.seconds = 3e-6});
        i.source = embedded_source("real_diagonal.cl");
        i.build_options = real_option(type);
        i.geometry = [](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            return Geometry{
                {round_up(std::min(a.rows, a.cols), kDiagonalItems), 1, 1}, {kDiagonalItems, 1, 1}, true};
        };
        i.host = make_real_on_host<T>;
        return finished(std::move(i));
    });
}

}  // namespace hg::kernels
