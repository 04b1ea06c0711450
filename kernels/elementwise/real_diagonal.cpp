#include "kernels/elementwise/real_diagonal.hpp"

#include <algorithm>
#include <complex>
#include <string>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kDiagonalItems = 64;

template <class T>
void make_real_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    for (std::int64_t i = 0; i < std::min(a.rows, a.cols); ++i) a.as<T>()[i * (a.ld + 1)].imag(0);
}

template <class T>
InstructionPtr make_real_diagonal() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = "real_diagonal";
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.operands = {{"A", Access::read_write, type}};
    i.source = embedded_source("real_diagonal.cl");
    i.build_options = real_option(type);
    i.geometry = [](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        return Geometry{{round_up(std::min(a.rows, a.cols), kDiagonalItems), 1, 1}, {kDiagonalItems, 1, 1}};
    };
    i.cost = [](const ExecShape&) { return Cost{.seconds = 3e-6}; };
    i.host = make_real_on_host<T>;
    return finished(std::move(i));
}

}  // namespace

InstructionPtr real_diagonal(ElementType type) {
    static const NoDestructor c32(make_real_diagonal<std::complex<float>>());
    static const NoDestructor c64(make_real_diagonal<std::complex<double>>());
    if (!is_complex(type)) throw Error(ErrorCode::invalid_argument, "real_diagonal: is made for c32 and c64");
    return type == ElementType::c32 ? *c32 : *c64;
}

}  // namespace hg::kernels
