#include "runtime/machine/measure/kernels/peak_kernel.hpp"

#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "runtime/machine/measure/kernels/measuring_kernel.hpp"

namespace hg {
namespace {

constexpr int kMostVector = 16;
constexpr int kMostChains = 16;
constexpr int kStepsOfRound = 16;    ///< ROUND of peak_arithmetic.cl
constexpr int kProductsOfRound = 8;  ///< ROUND of peak_matrix.cl
constexpr int kWarp = 32;

/// The tile of a format: C is m x n, and K products are added to each of its elements.
struct MatrixTile {
    int m, n, k;
};

MatrixTile tile_of(const MatrixPeak& p) {
    static constexpr MatrixTile kTiles[]{{16, 8, 8}, {16, 8, 16}, {16, 8, 16}, {16, 8, 8}, {16, 8, 32}};
    return p.wide ? kTiles[static_cast<std::size_t>(p.format)] : MatrixTile{8, 8, 4};
}

/// An instruction whose result has a row for each work-item.
Instruction result_instruction(const std::string& name, const std::string& entry, int items, int groups) {
    require_parameters(items >= 1 && items <= 1024, name, "items must lie between 1 and 1024");
    require_parameters(groups >= 1, name, "groups must be positive");
    Instruction i = measuring_instruction(name, entry, entry + ".cl", items);
    i.operands = {{"result", Access::write, ElementType::i32}};
    i.geometry = [=](const ExecShape&) { return groups_in_a_row(groups, items); };
    i.check = [=](const ExecShape& shape) {
        require_shapes(shape.registers[0].rows >= std::int64_t{items} * groups, name, shape,
                       "result must have a row a work-item");
    };
    return i;
}

/// The cost of a kernel whose first scalar is its rounds.
template <class Kernel>
auto cost_of_rounds(const Kernel& k) {
    return [k](const ExecShape& shape) {
        return Cost{.flops = k.operations(shape.scalars[0].as<std::int32_t>())};
    };
}

template <class Result>
void set_results(const HostCall& call, std::int64_t items, const Result& result) {
    auto* to = call.operands[0].as<std::int32_t>();
    for (std::int64_t item = 0; item < items; ++item) to[item] = result(item);
}

/// A work-item's result, by multiply-adds as on a device.
template <class Number>
std::int32_t computed(const PeakKernel& k, std::int64_t item, const HostCall& call) {
    const std::int64_t steps = std::int64_t{kStepsOfRound} * call.scalars[0].as<std::int32_t>();
    const auto factor = call.scalars[1].as<Number>();
    const auto addend = call.scalars[2].as<Number>();
    std::array<Number, std::size_t{kMostVector} * kMostChains> all{};
    const std::span<Number> numbers(all.data(), static_cast<std::size_t>(k.vector * k.chains));
    for (int c = 0; c < k.chains; ++c)
        for (int l = 0; l < k.vector; ++l)
            all[static_cast<std::size_t>(c * k.vector + l)] = static_cast<Number>((item % 8 + c + l) % 8);
    for (std::int64_t step = 0; step < steps; ++step)
        for (Number& x : numbers) x = x * factor + addend;
    return static_cast<std::int32_t>(std::accumulate(numbers.begin(), numbers.end(), Number{}));
}

void compute_on_host(const PeakKernel& k, const HostCall& call) {
    set_results(call, k.work_items(), [&](std::int64_t item) {
        if (k.type == PeakType::f64) return computed<double>(k, item, call);
        if (k.type == PeakType::i32) return computed<std::int32_t>(k, item, call);
        return computed<float>(k, item, call);
    });
}

}  // namespace

double PeakKernel::operations(std::int64_t rounds) const noexcept {
    return 2.0 * vector * chains * kStepsOfRound * items * groups * static_cast<double>(rounds);
}

std::int32_t PeakKernel::result(std::int64_t item) const noexcept {
    std::int64_t sum = 0;
    for (int c = 0; c < chains; ++c)
        for (int l = 0; l < vector; ++l) sum += (item % 8 + c + l) % 8;
    return static_cast<std::int32_t>(sum);
}

std::string name(const PeakKernel& k) {
    return "peak_fma_" + std::string(name(k.type)) + (k.ptx ? "_ptx_v" : "_v") + std::to_string(k.vector) +
           "_c" + std::to_string(k.chains) + "_i" + std::to_string(k.items) + "_g" + std::to_string(k.groups);
}

ElementType PeakKernel::scalar() const noexcept {
    if (type == PeakType::f64) return ElementType::f64;
    return type == PeakType::i32 ? ElementType::i32 : ElementType::f32;
}

InstructionPtr peak_arithmetic(const PeakKernel& k) {
    require_parameters(is_power_of_two(k.vector) && k.vector <= kMostVector, name(k),
                       "vector must be 1, 2, 4, 8 or 16");
    require_parameters(k.chains >= 1 && k.chains <= kMostChains, name(k), "chains must lie between 1 and 16");
    require_parameters(!k.ptx || (k.type == PeakType::f16 && k.vector > 1), name(k),
                       "PTX is for even vectors of f16");
    Instruction i = result_instruction(name(k), "peak_arithmetic", k.items, k.groups);
    i.build_options += define("TYPE", static_cast<int>(k.type)) + define("VECTOR", k.vector) +
                       define("CHAINS", k.chains) + define("PTX", k.ptx);
    i.scalars = {{"rounds", ElementType::i32}, {"factor", k.scalar()}, {"addend", k.scalar()}};
    if (k.ptx) i.needs.nvidia_capability = 53;
    i.cost = cost_of_rounds(k);
    i.host = [k](const HostCall& call) { compute_on_host(k, call); };
    return std::make_shared<const Instruction>(std::move(i));
}

double MatrixPeak::operations(std::int64_t rounds) const noexcept {
    const MatrixTile tile = tile_of(*this);
    return 2.0 * tile.m * tile.n * tile.k * chains * kProductsOfRound * (items / kWarp) * groups *
           static_cast<double>(rounds);
}

std::int32_t MatrixPeak::result(std::int64_t rounds) const noexcept {
    const MatrixTile tile = tile_of(*this);
    const std::int64_t elements = std::int64_t{tile.m} * tile.n / kWarp * chains;
    return static_cast<std::int32_t>(
        static_cast<std::uint32_t>(elements * tile.k * kProductsOfRound * rounds));
}

std::string name(const MatrixPeak& k) {
    return "peak_matrix_" + std::string(name(k.format)) + (k.wide ? "_c" : "_narrow_c") +
           std::to_string(k.chains) + "_i" + std::to_string(k.items) + "_g" + std::to_string(k.groups);
}

InstructionPtr peak_matrix(const MatrixPeak& k) {
    require_parameters(k.chains >= 1 && k.chains <= kMostChains, name(k), "chains must lie between 1 and 16");
    require_parameters(k.items % kWarp == 0, name(k), "items must be a multiple of 32 up to 1024");
    require_parameters(k.wide || k.format == MatrixFormat::f64, name(k), "f64 alone has a smaller tile");
    Instruction i = result_instruction(name(k), "peak_matrix", k.items, k.groups);
    i.build_options +=
        define("FORMAT", static_cast<int>(k.format)) + define("CHAINS", k.chains) + define("WIDE", k.wide);
    i.scalars = {{"rounds", ElementType::i32}, {"one", ElementType::i32}};
    i.needs.nvidia_capability = k.format == MatrixFormat::f64 && k.wide ? 90 : 80;
    i.cost = cost_of_rounds(k);
    i.host = [k](const HostCall& call) {
        const std::int32_t result = k.result(call.scalars[0].as<std::int32_t>());
        set_results(call, k.work_items(), [=](std::int64_t) { return result; });
    };
    return std::make_shared<const Instruction>(std::move(i));
}

InstructionPtr group_barrier(int groups, int items) {
    const std::string name = "group_barrier_g" + std::to_string(groups) + "_i" + std::to_string(items);
    Instruction i = result_instruction(name, "group_barrier", items, groups);
    i.operands = {{"counter", Access::read_write, ElementType::i32},
                  {"values", Access::write, ElementType::i32},
                  {"result", Access::write, ElementType::i32}};
    i.scalars = {{"rounds", ElementType::i32}};
    i.needs.compute_units = groups;
    i.check = [=](const ExecShape& shape) {
        require_shapes(shape.registers[1].rows >= groups && shape.registers[2].rows >= groups, name, shape,
                       "values and result must have a row a work-group");
    };
    i.host = [=](const HostCall& call) {
        call.operands[0].as<std::int32_t>()[0] += groups * call.scalars[0].as<std::int32_t>();
        for (int g = 0; g < groups; ++g) {
            call.operands[1].as<std::int32_t>()[g] = g + 1;
            call.operands[2].as<std::int32_t>()[g] = (g + 1) % groups + 1;
        }
    };
    return std::make_shared<const Instruction>(std::move(i));
}

}  // namespace hg
