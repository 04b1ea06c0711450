#include "kernels/triangle/triangle.hpp"

#include <map>

#include "host_blas/element_arithmetic.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

using ByName = std::map<std::string, InstructionPtr, std::less<>>;

ByName make_all() {
    ByName all;
    const auto add = [&](const InstructionPtr& instruction) { all[instruction->name] = instruction; };
    for (const ElementType type : kFloatingTypes) {
        for (const bool flag : {false, true}) {
            add(triangle_product(type, flag));
            add(triangle_sums(type, flag));
        }
        add(triangle_blocks(type));
        if (is_real(type)) add(unit_lower_blocks(type));
        add(triangle_trust(type));
        add(triangle_solve(type));
        add(triangle_refine(type));
        add(triangle_clean(type));
        add(triangle_repair(type));
    }
    return all;
}

const ByName& all_of_them() {
    static const NoDestructor all(make_all());
    return *all;
}

}  // namespace

InstructionPtr find_triangle(std::string_view name) {
    const auto found = all_of_them().find(name);
    return found == all_of_them().end() ? nullptr : found->second;
}

std::vector<std::string> triangle_names() {
    std::vector<std::string> names;
    for (const auto& [name, instruction] : all_of_them()) names.push_back(name);
    return names;
}

}  // namespace hg::kernels
