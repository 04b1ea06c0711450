#include <cmath>
#include <complex>
#include <string>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/elementwise/element_instruction.hpp"
#include "kernels/elementwise/real_sum.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// change(element of C, its row, its column)
template <class T, class Change>
void change_each(const HostOperand& c, const Change& change) {
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) change(c.as<T>()[i + j * c.ld], i, j);
}

template <class T>
void scale_on_host(const HostCall& call) {
    const T beta = call.scalars[0].as<T>();
    if (beta == T{1}) return;  // 0, the imaginary part of beta, times Inf would make NaN of the other part
    change_each<T>(call.operands[0], [beta](T& c, std::int64_t, std::int64_t) { c = multiply(c, beta); });
}

template <class T>
void zero_on_host(const HostCall& call) {
    change_each<T>(call.operands[0], [](T& c, std::int64_t, std::int64_t) { c = 0; });
}

template <class T>
void scale_by_real_on_host(const HostCall& call) {
    const auto beta = call.scalars[0].as<PartOf<T>>();
    change_each<T>(call.operands[0], [beta](T& c, std::int64_t, std::int64_t) { c *= beta; });
}

template <class T>
void add_with_real_on_host(const HostCall& call) {
    const auto beta = call.scalars[0].as<PartOf<T>>();
    const HostOperand& sum = call.operands[0];
    change_each<T>(call.operands[1], [&](T& c, std::int64_t i, std::int64_t j) {
        const T p = sum.as<T>()[i + j * sum.ld];
        c = {std::fma(beta, c.real(), p.real()), std::fma(beta, c.imag(), p.imag())};
    });
}

template <class T>
InstructionPtr make_scale(bool scales) {
    constexpr ElementType type = element_type_of<T>();
    Instruction i =
        scales ? element_instruction("scale", {{"C", Access::read_write, type}}, {.flops = 1, .bytes = 2})
               : element_instruction("zero", {{"C", Access::write, type}}, {.bytes = 1});
    if (scales) i.scalars = {{"beta", type}};
    if (scales && is_complex(type)) {
        i.source = source_for_elements("scale_complex.cl");
        i.build_options = element_options(type);
    } else {
        i.source = embedded_source("scale.cl");
        i.build_options = real_option(type);
    }
    i.host = scales ? scale_on_host<T> : zero_on_host<T>;
    return finished(std::move(i));
}

InstructionPtr scale_or_zero(ElementType type, bool scales) {
    return made_once((scales ? "scale_" : "zero_") + std::string(hg::name(type)), [&] {
        InstructionPtr made;
        with_element_type(type, [&]<class T>() { made = make_scale<T>(scales); });
        return made;
    });
}

template <class T>
InstructionPtr make_real_sum(bool adds) {
    constexpr ElementType type = element_type_of<T>();
    const Operand c{"C", Access::read_write, type}, p{"P", Access::read, type};
    Instruction i = adds ? element_instruction("real_sum", {p, c}, {.flops = 4, .bytes = 3})
                         : element_instruction("real_scale", {c}, {.flops = 2, .bytes = 2});
    i.scalars = {{"beta", traits_of(type).precision}};
    i.source = embedded_source("real_sum.cl");
    i.build_options = element_options(type);
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& first = shape.registers[0];
        const Register& last = shape.registers.back();
        require_shapes(first.rows == last.rows && first.cols == last.cols, name, shape,
                       "P and C must have the same shape");
    };
    i.host = adds ? add_with_real_on_host<T> : scale_by_real_on_host<T>;
    return finished(std::move(i));
}

InstructionPtr real_one(ElementType type, bool adds) {
    if (!is_complex(type))
        throw Error(ErrorCode::invalid_argument, "real_scale and real_sum: support c32 and c64 only");
    return made_once((adds ? "real_sum_" : "real_scale_") + std::string(hg::name(type)), [&] {
        return type == ElementType::c32 ? make_real_sum<std::complex<float>>(adds)
                                        : make_real_sum<std::complex<double>>(adds);
    });
}

}  // namespace

InstructionPtr scale(ElementType type) {
    return scale_or_zero(type, true);
}

InstructionPtr zero(ElementType type) {
    return scale_or_zero(type, false);
}

InstructionPtr real_scale(ElementType type) {
    return real_one(type, false);
}

InstructionPtr real_sum(ElementType type) {
    return real_one(type, true);
}

}  // namespace hg::kernels
