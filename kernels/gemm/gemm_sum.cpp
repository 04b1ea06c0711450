#include "kernels/gemm/gemm_sum.hpp"

#include <charconv>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/shapes.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kMostSummed = 1024;

std::string name_of(ElementType type, int parts, bool overwrite) {
    return "gemm_sum_" + std::string(hg::name(type)) + "_k" + std::to_string(parts) +
           (overwrite ? "_set" : "");
}

void check_shapes(const std::string& name, int parts, const ExecShape& shape) {
    const Register& w = shape.registers[0];
    const Register& c = shape.registers[1];
    if (w.rows == c.rows && w.cols == c.cols * parts) return;
    const auto extent = [](const Register& r) {
        return std::to_string(r.rows) + "x" + std::to_string(r.cols);
    };
    throw Error(ErrorCode::invalid_program, name + ": the workspace is " + extent(w) + " and C " + extent(c));
}

Cost cost(int parts, bool overwrite, const Register& c) {
    const double elements = static_cast<double>(c.rows) * static_cast<double>(c.cols);
    const double operations = is_complex(c.type) ? 2 : 1;  // of an addition
    return {elements * operations * (parts + (overwrite ? 0 : 2)),
            elements * (parts + (overwrite ? 1 : 2)) * static_cast<double>(size_of(c.type))};
}

template <class T>
void run_on_host(int parts, bool overwrite, const HostCall& call) {
    const HostOperand& w = call.operands[0];
    const HostOperand& c = call.operands[1];
    const T alpha = call.scalars[0].as<T>();
    const T beta = call.scalars[1].as<T>();
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            T sum = w.as<T>()[i + j * w.ld];
            for (int part = 1; part < parts; ++part) sum += w.as<T>()[i + (part * c.cols + j) * w.ld];
            T& element = c.as<T>()[i + j * c.ld];
            const T scaled = hg::multiply(alpha, sum);
            element = overwrite ? scaled : scaled_sum(beta, element, scaled);
        }
}

InstructionPtr make(ElementType type, int parts, bool overwrite) {
    Instruction i;
    i.name = name_of(type, parts, overwrite);
    i.operands = {{"W", Access::read, type}, {"C", overwrite ? Access::write : Access::read_write, type}};
    i.scalars = {{"alpha", type}, {"beta", type}};
    i.source = source_for_elements("gemm_sum.cl");
    i.entry = "gemm_sum";
    i.build_options = element_options(type) + define("PARTS", parts) + define("OVERWRITE", overwrite);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[1]); };
    i.cost = [=](const ExecShape& shape) { return cost(parts, overwrite, shape.registers[1]); };
    i.check = [name = i.name, parts](const ExecShape& shape) { check_shapes(name, parts, shape); };
    i.host =
        host_for_type(type, [=]<class T>(const HostCall& call) { run_on_host<T>(parts, overwrite, call); });
    return finished(std::move(i));
}

}  // namespace

InstructionPtr gemm_sum(ElementType type, int parts, bool overwrite) {
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, "gemm_sum: supports f32, f64, c32 and c64 only");
    if (parts < 1 || parts > kMostSummed)
        throw Error(ErrorCode::invalid_argument, "gemm_sum: parts is " + std::to_string(parts) +
                                                     ", it must lie between 1 and " +
                                                     std::to_string(kMostSummed));
    return made_once(name_of(type, parts, overwrite), [&] { return make(type, parts, overwrite); });
}

InstructionPtr find_gemm_sum(std::string_view name) {
    for (ElementType type : kFloatingTypes) {
        const std::string front = "gemm_sum_" + std::string(hg::name(type)) + "_k";
        if (name.substr(0, front.size()) != front) continue;
        int parts = 0;
        std::from_chars(name.data() + front.size(), name.data() + name.size(), parts);
        for (bool overwrite : {false, true})
            if (parts >= 1 && parts <= kMostSummed && name == name_of(type, parts, overwrite))
                return gemm_sum(type, parts, overwrite);
    }
    return nullptr;
}

}  // namespace hg::kernels
