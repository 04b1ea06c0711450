#include "runtime/machine/measure/kernels/peak_kernel.hpp"

#include <algorithm>
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

/// The tile of a kernel for matrix units: C is m x n, and the kernel adds k products to each of its elements.
struct MatrixTile {
    int m = 16, n = 8, k = 16;
};

MatrixTile tile_of(const PeakKernel& k) {
    if (k.narrow) return {8, 8, 4};
    if (k.type == PeakType::i8) return {.k = 32};
    return {.k = k.type == PeakType::f64 || k.type == PeakType::tf32 ? 8 : 16};
}

std::string peak_fault(const PeakKernel& k) {
    const auto is_among = [&](const auto& types) {
        return std::ranges::find(types, k.type) != std::end(types);
    };
    if (k.chains < 1 || k.chains > kMostChains) return "chains must lie between 1 and 16";
    if (k.vector == 0) {
        if (!is_among(kMatrixPeaks)) return "matrix units have no such type";
        if (k.items % kWarp != 0) return "items must be a multiple of 32 up to 1024";
        return k.narrow && k.type != PeakType::f64 ? "f64 alone has a smaller tile" : "";
    }
    if (!is_among(kVectorPeaks)) return "vectors have no such type";
    if (!is_power_of_two(k.vector) || k.vector > kMostVector) return "vector must be 1, 2, 4, 8 or 16";
    return k.ptx && (k.type != PeakType::f16 || k.vector == 1) ? "PTX is for even vectors of f16" : "";
}

/// Returns an instruction whose result has a row for each work-item.
Instruction result_instruction(const std::string& name, const std::string& entry, int items, int groups) {
    require_parameters(items >= 1 && items <= 1024, name, "items must lie between 1 and 1024");
    require_parameters(groups >= 1, name, "groups must be positive");
    Instruction i = measuring_instruction(name, entry, entry + ".cl", items);
    i.operands = {{"result", Access::write, ElementType::i32}};
    i.geometry = [=](const ExecShape&) { return groups_in_a_row(groups, items); };
    i.check = [=](const ExecShape& shape) {
        require_shapes(shape.registers[0].rows >= std::int64_t{items} * groups, name, shape,
                       "result must have one row for each work-item");
    };
    return i;
}

/// Computes a work-item's result with multiply-adds, as on a device.
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
    auto* results = call.operands[0].as<std::int32_t>();
    for (std::int64_t item = 0; item < k.work_items(); ++item)
        results[item] = k.vector == 0             ? k.result(item, call.scalars[0].as<std::int32_t>())
                        : k.type == PeakType::f64 ? computed<double>(k, item, call)
                        : k.type == PeakType::i32 ? computed<std::int32_t>(k, item, call)
                                                  : computed<float>(k, item, call);
}

}  // namespace

ElementType PeakKernel::scalar() const noexcept {
    if (type == PeakType::f64) return ElementType::f64;
    return type == PeakType::i32 ? ElementType::i32 : ElementType::f32;
}

double PeakKernel::operations(std::int64_t rounds) const noexcept {
    const auto all = 2.0 * chains * groups * static_cast<double>(rounds);
    const MatrixTile tile = tile_of(*this);
    return vector > 0 ? all * vector * kStepsOfRound * items
                      : all * tile.m * tile.n * tile.k * kProductsOfRound * (items / kWarp);
}

std::int32_t PeakKernel::result(std::int64_t item, std::int64_t rounds) const noexcept {
    std::int64_t sum = 0;
    for (int c = 0; c < chains; ++c)
        for (int l = 0; l < vector; ++l) sum += (item % 8 + c + l) % 8;
    if (vector > 0) return static_cast<std::int32_t>(sum);
    const MatrixTile tile = tile_of(*this);
    const std::int64_t elements = std::int64_t{tile.m} * tile.n / kWarp * chains;
    return static_cast<std::int32_t>(
        static_cast<std::uint32_t>(elements * tile.k * kProductsOfRound * rounds));
}

std::vector<ScalarValue> PeakKernel::scalars(std::int64_t rounds) const {
    const ScalarValue count(static_cast<double>(rounds));
    if (vector == 0) return {count, ScalarValue(1.0)};
    return {count, ScalarValue(-1.0), ScalarValue(8.0)};
}

std::string name(const PeakKernel& k) {
    const std::string type(name(k.type));
    const std::string front = k.vector == 0
                                  ? "peak_matrix_" + type + (k.narrow ? "_narrow" : "")
                                  : "peak_fma_" + type + (k.ptx ? "_ptx_v" : "_v") + std::to_string(k.vector);
    return front + "_c" + std::to_string(k.chains) + "_i" + std::to_string(k.items) + "_g" +
           std::to_string(k.groups);
}

InstructionPtr peak_kernel(const PeakKernel& k) {
    const std::string fault = peak_fault(k);
    require_parameters(fault.empty(), name(k), fault);
    const bool matrix = k.vector == 0;
    Instruction i =
        result_instruction(name(k), matrix ? "peak_matrix" : "peak_arithmetic", k.items, k.groups);
    i.build_options += define("TYPE", static_cast<int>(k.type)) + define("CHAINS", k.chains);
    if (matrix) {
        i.build_options += define("WIDE", !k.narrow);
        i.scalars = {{"rounds", ElementType::i32}, {"one", ElementType::i32}};
        i.needs.nvidia_capability = k.type == PeakType::f64 && !k.narrow ? 90 : 80;
    } else {
        i.build_options += define("VECTOR", k.vector) + define("PTX", k.ptx);
        i.scalars = {{"rounds", ElementType::i32}, {"factor", k.scalar()}, {"addend", k.scalar()}};
        if (k.ptx) i.needs.nvidia_capability = 53;
    }
    i.cost = [k](const ExecShape& shape) {
        return Cost{.flops = k.operations(shape.scalars[0].as<std::int32_t>())};
    };
    i.host = [k](const HostCall& call) { compute_on_host(k, call); };
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
                       "values and result must have one row for each work-group");
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
