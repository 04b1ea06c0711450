#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::test {

/// Small instructions on whole registers with both a kernel and a host implementation. Integers wrap around.
namespace detail {

inline Geometry one_item_an_element(const ExecShape& shape) {
    const Register& last = shape.registers.back();
    return {{static_cast<std::size_t>(last.rows), static_cast<std::size_t>(last.cols), 1}, {0, 0, 0}};
}

inline std::string kernel_source(const std::string& parameters, const std::string& statement) {
    return "#ifdef NEEDS_F64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
           "kernel void run(" +
           parameters +
           ") {\n"
           "    const int i = get_global_id(0), j = get_global_id(1);\n"
           "    " +
           statement + "\n}\n";
}

template <class T>
std::string options() {
    // Unsigned in OpenCL too: overflow of int is undefined there as well.
    if (std::is_same_v<T, double>) return "-DT=double -DNEEDS_F64";
    return std::is_same_v<T, float> ? "-DT=float" : "-DT=uint";
}

template <class T>
using Wrapping = std::conditional_t<std::is_same_v<T, std::int32_t>, std::uint32_t, T>;

/// Calls work(i, j) for each element of the last operand.
template <class Work>
void each_element(const HostOperand& y, Work work) {
    for (std::int64_t j = 0; j < y.cols; ++j)
        for (std::int64_t i = 0; i < y.rows; ++i) work(i, j);
}

/// A scalar as elements see it: integers go through their own type, as for a kernel.
template <class T>
Wrapping<T> as_element(const ScalarValue& value) {
    return static_cast<Wrapping<T>>(value.as<T>());
}

}  // namespace detail

/// y = a
template <class T>
InstructionPtr fill() {
    auto i = std::make_shared<Instruction>();
    i->name = "fill_" + std::string(name(element_type_of<T>()));
    i->operands = {{"y", Access::write, element_type_of<T>()}};
    i->scalars = {{"a", element_type_of<T>()}};
    i->source = detail::kernel_source("global T* y, long first, int m, int n, int ld, T a",
                                      "y[first + i + j * ld] = a;");
    i->entry = "run";
    i->build_options = detail::options<T>();
    i->geometry = detail::one_item_an_element;
    i->host = [](const HostCall& call) {
        const HostOperand& y = call.operands[0];
        detail::each_element(y, [&](std::int64_t r, std::int64_t c) {
            y.as<detail::Wrapping<T>>()[r + c * y.ld] = detail::as_element<T>(call.scalars[0]);
        });
    };
    return i;
}

/// y = a x + y
template <class T>
InstructionPtr axpy() {
    auto i = std::make_shared<Instruction>();
    i->name = "axpy_" + std::string(name(element_type_of<T>()));
    i->operands = {{"x", Access::read, element_type_of<T>()},
                   {"y", Access::read_write, element_type_of<T>()}};
    i->scalars = {{"a", element_type_of<T>()}};
    i->source = detail::kernel_source(
        "global const T* x, long fx, int mx, int nx, int ldx, global T* y, long fy, int my, int ny, int ldy, "
        "T a",
        "y[fy + i + j * ldy] += a * x[fx + i + j * ldx];");
    i->entry = "run";
    i->build_options = detail::options<T>();
    i->geometry = detail::one_item_an_element;
    i->host = [](const HostCall& call) {
        using W = detail::Wrapping<T>;
        const HostOperand& x = call.operands[0];
        const HostOperand& y = call.operands[1];
        detail::each_element(y, [&](std::int64_t r, std::int64_t c) {
            y.as<W>()[r + c * y.ld] += detail::as_element<T>(call.scalars[0]) * x.as<W>()[r + c * x.ld];
        });
    };
    return i;
}

/// x = a x + b
template <class T>
InstructionPtr scale() {
    auto i = std::make_shared<Instruction>();
    i->name = "scale_" + std::string(name(element_type_of<T>()));
    i->operands = {{"x", Access::read_write, element_type_of<T>()}};
    i->scalars = {{"a", element_type_of<T>()}, {"b", element_type_of<T>()}};
    i->source = detail::kernel_source("global T* x, long first, int m, int n, int ld, T a, T b",
                                      "x[first + i + j * ld] = a * x[first + i + j * ld] + b;");
    i->entry = "run";
    i->build_options = detail::options<T>();
    i->geometry = detail::one_item_an_element;
    i->host = [](const HostCall& call) {
        using W = detail::Wrapping<T>;
        const HostOperand& x = call.operands[0];
        detail::each_element(x, [&](std::int64_t r, std::int64_t c) {
            W& element = x.as<W>()[r + c * x.ld];
            element =
                detail::as_element<T>(call.scalars[0]) * element + detail::as_element<T>(call.scalars[1]);
        });
    };
    return i;
}

/// A copy of `instruction` under another name, to be changed. It does `host` on the host, if that is given.
inline std::shared_ptr<Instruction> variant(const InstructionPtr& instruction, const std::string& name,
                                            std::function<void(const HostCall&)> host = {}) {
    auto copy = std::make_shared<Instruction>(*instruction);
    copy->name = name;
    if (host) copy->host = std::move(host);
    return copy;
}

}  // namespace hg::test
