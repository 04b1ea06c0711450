#include "kernels/elementwise/real_sum.hpp"

#include <cmath>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

/// change(element of C, its row, its column)
template <class T, class Change>
void change_each(const HostOperand& c, const Change& change) {
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) change(c.as<T>()[i + j * c.ld], i, j);
}

template <class Part>
void scale_by_real_on_host(const HostCall& call) {
    const Part beta = call.scalars[0].as<Part>();
    change_each<std::complex<Part>>(call.operands[0],
                                    [&](auto& c, std::int64_t, std::int64_t) { c *= beta; });
}

template <class Part>
void add_with_real_on_host(const HostCall& call) {
    const Part beta = call.scalars[0].as<Part>();
    const HostOperand& sum = call.operands[0];
    change_each<std::complex<Part>>(call.operands[1], [&](auto& c, std::int64_t i, std::int64_t j) {
        const std::complex<Part> p = sum.as<std::complex<Part>>()[i + j * sum.ld];
        c = {std::fma(beta, c.real(), p.real()), std::fma(beta, c.imag(), p.imag())};
    });
}

template <class Part>
InstructionPtr make_real(bool adds) {
    constexpr ElementType type = element_type_of<std::complex<Part>>();
    Instruction i;
    i.entry = adds ? "real_sum" : "real_scale";
    i.name = i.entry + "_" + std::string(hg::name(type));
    if (adds) i.operands.push_back({"P", Access::read, type});
    i.operands.push_back({"C", Access::read_write, type});
    i.scalars = {{"beta", element_type_of<Part>()}};
    i.source = embedded_source("real_sum.cl");
    i.build_options = element_options(type);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[0]); };
    i.cost = [adds](const ExecShape& shape) {
        const Register& c = shape.registers[0];
        const auto elements = static_cast<double>(c.rows) * static_cast<double>(c.cols);
        return Cost{(adds ? 4 : 2) * elements,
                    elements * static_cast<double>(size_of(c.type)) * (adds ? 3 : 2)};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& c = shape.registers.back();
        require_shapes(shape.registers[0].rows == c.rows && shape.registers[0].cols == c.cols, name, shape,
                       "P and C must have one shape");
    };
    i.host = adds ? add_with_real_on_host<Part> : scale_by_real_on_host<Part>;
    return finished(std::move(i));
}

InstructionPtr real_one(ElementType type, bool adds) {
    static const NoDestructor<std::vector<InstructionPtr>> all([] {
        return std::vector{make_real<float>(false), make_real<double>(false), make_real<float>(true),
                           make_real<double>(true)};
    }());
    if (!is_complex(type))
        throw Error(ErrorCode::invalid_argument, "real_scale and real_sum: are made for c32 and c64");
    return (*all)[(adds ? 2u : 0u) + (type == ElementType::c64 ? 1u : 0u)];
}

}  // namespace

InstructionPtr real_scale(ElementType type) {
    return real_one(type, false);
}

InstructionPtr real_sum(ElementType type) {
    return real_one(type, true);
}

}  // namespace hg::kernels
