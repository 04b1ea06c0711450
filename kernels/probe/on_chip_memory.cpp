#include "kernels/probe/on_chip_memory.hpp"

#include <string>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kPieceValues = 4;  ///< pieces hold 1 to 4

std::string on_chip_fault(const OnChipKernel& k) {
    if (!is_real(k.type)) return "is made for f32 and f64";
    if (k.vector != 2 && k.vector != 4) return "vector must be 2 or 4";
    if (k.unroll < 1 || k.unroll > 8) return "unroll must lie between 1 and 8";
    if (!is_power_of_two(k.items) || k.items < 32 || k.items > 1024)
        return "items must be a power of two from 32 to 1024";
    if (k.groups < 1) return "groups must be positive";
    return {};
}

}  // namespace

std::string_view name(OnChipSpace space) noexcept {
    return space == OnChipSpace::local ? "local" : "private";
}

std::string name(const OnChipKernel& k) {
    return "memory_" + std::string(name(k.space)) + "_" + std::string(hg::name(k.type)) + "_v" +
           std::to_string(k.vector) + "_u" + std::to_string(k.unroll) + "_i" + std::to_string(k.items) +
           "_g" + std::to_string(k.groups);
}

double OnChipKernel::bytes(std::int64_t steps) const noexcept {
    return static_cast<double>(size_of(type) * vector * unroll) * items * groups * static_cast<double>(steps);
}

std::int32_t OnChipKernel::sum(std::int64_t item, std::int64_t steps) const noexcept {
    std::int64_t sum = 0;
    const bool moves = space == OnChipSpace::private_memory;
    for (std::int64_t step = 0; step < steps; ++step)
        for (std::int64_t u = 0; u < unroll; ++u)
            sum += 1 + (item + step * (moves ? unroll : 1) + (moves ? u : 0)) % kPieceValues;
    return static_cast<std::int32_t>(sum * vector);
}

InstructionPtr on_chip_memory(const OnChipKernel& k) {
    if (const std::string fault = on_chip_fault(k); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(k) + ": " + fault);
    Instruction i;
    i.name = name(k);
    i.entry = "memory_on_chip";
    i.source = embedded_source("memory_on_chip.cl");
    i.build_options = real_option(k.type) + define("PRIVATE", k.space == OnChipSpace::private_memory) +
                      define("VECTOR", k.vector) + define("UNROLL", k.unroll) + define("ITEMS", k.items);
    i.operands = {{"sums", Access::write, ElementType::i32}};
    i.scalars = {{"steps", ElementType::i32}, {"stride", ElementType::i32}};
    i.needs.work_group = k.items;
    if (k.space == OnChipSpace::local) i.needs.local_memory = size_of(k.type) * k.vector * k.unroll * k.items;
    i.geometry = [k](const ExecShape&) { return groups_in_a_row(k.groups, k.items); };
    i.cost = [](const ExecShape&) { return Cost{}; };
    i.check = [k](const ExecShape& shape) {
        const Register& sums = shape.registers[0];
        require_shapes(sums.rows >= std::int64_t{k.items} * k.groups, name(k), shape,
                       "sums must have a row a work-item");
    };
    i.host = [k](const HostCall& call) {
        const std::int64_t steps = call.scalars[0].as<std::int32_t>();
        for (std::int64_t g = 0; g < k.groups; ++g)
            for (std::int64_t item = 0; item < k.items; ++item)
                call.operands[0].as<std::int32_t>()[g * k.items + item] = k.sum(item, steps);
    };
    return finished(std::move(i));
}

}  // namespace hg::kernels
