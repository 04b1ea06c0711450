#include <array>
#include <complex>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/scale.hpp>

namespace hg::kernels {
namespace {

template <class T, class Change>
void for_each_element(const HostOperand& c, Change change) {
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) change(c.as<T>()[i + j * c.ld]);
}

template <class T>
void scale_on_host(const HostCall& call) {
    const T beta = call.scalars[0].as<T>();
    if (beta == T{1}) return;  // 0, the imaginary part of beta, times Inf would make NaN of the other part
    for_each_element<T>(call.operands[0], [beta](T& element) { element = multiply(element, beta); });
}

template <class T>
void zero_on_host(const HostCall& call) {
    for_each_element<T>(call.operands[0], [](T& element) { element = 0; });
}

template <class T>
InstructionPtr make(bool scales) {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = scales ? "scale" : "zero";
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.operands = {{"C", scales ? Access::read_write : Access::write, type}};
    if (scales) i.scalars = {{"beta", type}};
    if (scales && is_complex(type)) {
        i.source = source_for_elements("scale_complex.cl");
        i.build_options = element_options(type);
    } else {
        i.source = embedded_source("scale.cl");
        i.build_options = real_option(type);
    }
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
    i.cost = [scales](const ExecShape& shape) {
        const Register& c = shape.registers[0];
        const auto elements = static_cast<double>(c.rows) * static_cast<double>(c.cols);
        return Cost{scales ? elements : 0,
                    elements * static_cast<double>(size_of(c.type)) * (scales ? 2 : 1)};
    };
    i.host = scales ? scale_on_host<T> : zero_on_host<T>;
    return finished(std::move(i));
}

using PerType = std::array<InstructionPtr, kElementTypes.size()>;

PerType make_all(bool scales) {
    PerType all;
    for (const ElementType type : kElementTypes)
        with_element_type(type, [&]<class T>() { all[static_cast<std::size_t>(type)] = make<T>(scales); });
    return all;
}

}  // namespace

InstructionPtr scale(ElementType type) {
    static const NoDestructor all(make_all(true));
    return (*all)[static_cast<std::size_t>(type)];
}

InstructionPtr zero(ElementType type) {
    static const NoDestructor all(make_all(false));
    return (*all)[static_cast<std::size_t>(type)];
}

}  // namespace hg::kernels
