#include "kernels/library.hpp"

#include <utility>

#include "kernels/gemm.hpp"
#include "kernels/gemm_blocking.hpp"
#include "kernels/gemm_sum.hpp"
#include "kernels/scale.hpp"
#include "kernels/triangle.hpp"

namespace hg::kernels {

InstructionPtr find(std::string_view name) {
    for (ElementType type : {ElementType::f32, ElementType::f64, ElementType::i32})
        for (const InstructionPtr& instruction : {scale(type), zero(type)})
            if (instruction->name == name) return instruction;
    if (const auto parameters = parse_gemm(name)) return gemm(*parameters);
    if (InstructionPtr instruction = find_triangle(name)) return instruction;
    return find_gemm_sum(name);
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (ElementType type : {ElementType::f32, ElementType::f64, ElementType::i32}) {
        all.push_back(scale(type)->name);
        all.push_back(zero(type)->name);
    }
    for (GemmFamily family : gemm_families())
        for (ElementType type : {ElementType::f32, ElementType::f64})
            for (bool transpose_a : {false, true})
                for (bool transpose_b : {false, true})
                    for (bool overwrite : {false, true}) {
                        const GemmParameters p{.family = family,
                                               .type = type,
                                               .transpose_a = transpose_a,
                                               .transpose_b = transpose_b,
                                               .overwrite = overwrite};
                        if (blocking_fault(p).empty()) all.push_back(name(p));
                    }
    for (ElementType type : {ElementType::f32, ElementType::f64})
        for (bool overwrite : {false, true}) all.push_back(gemm_sum(type, 2, overwrite)->name);
    for (std::string& name : triangle_names()) all.push_back(std::move(name));
    return all;
}

}  // namespace hg::kernels
