#include "tools/tuner/emulated/emulated_routine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernels/emulated/emulated_choice.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "kernels/real_type.hpp"
#include "tools/tuner/problem/trial.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// The product, for each modulus, of random residues of op(A), m x k, and op(B), k x n. Elements are compared
/// with exact sums: all of a small product, a sample of a large one.
class EmulatedJudge final : public Judge {
  public:
    explicit EmulatedJudge(const TuningProblem& problem)
        : moduli_(moduli_for(problem.type)),
          m_(problem.extents.at(0)),
          n_(problem.extents.at(1)),
          k_(problem.extents.at(2)) {}

    void see(const HostOperands& before) override {
        residues_ = before;
        residues_.storage.resize(2);  // those of A and B
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        constexpr std::size_t kProduct = 4, kRefused = 5;
        if (*after.elements<std::int32_t>(kRefused) != 0) return "refused the product";
        const Register& product = after.shapes[kProduct];
        const auto* elements = after.elements<std::int32_t>(kProduct);
        const std::int64_t step = distance_of_samples();
        for (int l = 0; l < moduli_; ++l)
            for (std::int64_t j = l % step; j < n_; j += step) {
                const std::vector<std::int8_t> b = line_of(1, j, l);
                const auto* column =
                    reinterpret_cast<const std::uint8_t*>(elements + j / kBlockLines * product.ld);
                for (std::int64_t i = (l + j) % step; i < m_; i += step) {
                    const std::vector<std::int8_t> a = line_of(0, i, l);
                    const std::int64_t sum =
                        std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
                    const std::int64_t p = kModuli[static_cast<std::size_t>(l)];
                    if (column[product_byte(i, j, l, moduli_, product.rows)] != (sum % p + p) % p)
                        return "element (" + std::to_string(i) + ", " + std::to_string(j) + ") modulo " +
                               std::to_string(p) + " is wrong";
                }
            }
        return {};
    }

  private:
    /// Bytes of a line for a modulus, those that fill the last block included: kernels multiply them too.
    [[nodiscard]] std::int64_t depth() const { return blocks_of(k_, kBlockDepth) * kBlockDepth; }

    /// Of rows, and of columns, that are compared: as many as a host adds up in a fraction of a second.
    [[nodiscard]] std::int64_t distance_of_samples() const {
        constexpr double kMostSteps = 0x1p26;
        const double all =
            static_cast<double>(m_) * static_cast<double>(n_) * static_cast<double>(depth()) * moduli_;
        return static_cast<std::int64_t>(std::ceil(std::sqrt(std::max(all / kMostSteps, 1.0))));
    }

    [[nodiscard]] std::vector<std::int8_t> line_of(std::size_t operand, std::int64_t line, int l) const {
        const Register& shape = residues_.shapes[operand];
        const auto* bytes = reinterpret_cast<const std::int8_t*>(residues_.elements<std::int32_t>(operand) +
                                                                 line / kBlockLines * shape.ld);
        std::vector<std::int8_t> found(static_cast<std::size_t>(depth()));
        for (std::int64_t p = 0; p < depth(); p += kLinePieceBytes)
            std::copy_n(bytes + operand_byte(line, p, l, moduli_, shape.rows), kLinePieceBytes,
                        found.begin() + p);
        return found;
    }

    int moduli_;
    std::int64_t m_, n_, k_;
    HostOperands residues_;
};

/// The values of a kernel.
constexpr auto kValues =
    rows_of(kEmulatedFields, &EmulatedProduct::groups, &EmulatedProduct::stages, &EmulatedProduct::work);
constexpr std::size_t kStages = position_of(kValues, &EmulatedProduct::stages);
constexpr std::size_t kWork = position_of(kValues, &EmulatedProduct::work);

/// By the numbers of IntegerUnits.
constexpr std::array<const char*, 3> kFamilies{"opencl", "mma", "wgmma"};

IntegerUnits units_of(const std::string& family) {
    const auto place = std::ranges::find(kFamilies, family);
    return static_cast<IntegerUnits>(place - kFamilies.begin());
}

EmulatedProduct product_of(const TunableKernel& kernel) {
    return parse_emulated_product(kernel.name).value();
}

double operations(const TuningProblem& problem) {
    double product = 2.0 * moduli_for(problem.type);
    for (const std::int64_t extent : problem.extents) product *= static_cast<double>(extent);
    return product;
}

/// What cannot be made is the default kernel of a device without units.
TunableKernel kernel_of(const TuningProblem& problem, const std::string& family, std::vector<int> values) {
    values.resize(kValues.size());
    const int moduli = moduli_for(problem.type);
    EmulatedProduct product{.moduli = moduli, .units = units_of(family)};
    for (std::size_t i = 0; i < values.size(); ++i) product.*kValues[i].value = values[i];
    return tunable_emulated(problem.type, product.is_possible() ? product : EmulatedProduct::on({}, moduli));
}

/// Of the moduli of a type.
std::optional<TunableKernel> parse(std::string_view name) {
    const std::optional<EmulatedProduct> product = parse_emulated_product(name);
    if (!product) return std::nullopt;
    for (const ElementType type : kRealTypes)
        if (product->moduli == moduli_for(type)) return tunable_emulated(type, *product);
    return std::nullopt;
}

TunableKernel default_kernel(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_emulated(problem.type, EmulatedProduct::on(device.traits, moduli_for(problem.type)));
}

/// All kernels of some units that a device runs, the default one of the device included. A work-group's sums
/// take most of the registers of a compute unit: no second one runs beside it.
FamilySpace space_of(IntegerUnits units, ElementType type, const DeviceModel& device) {
    FamilySpace space{kFamilies[static_cast<std::size_t>(units)], {}, {}};
    const bool has_units = units != IntegerUnits::none;
    const std::size_t field = has_units ? kStages : kWork;
    for (const int value : {2, 3, 4, 8}) {
        const EmulatedProduct product{.moduli = moduli_for(type),
                                      .units = units,
                                      .groups = has_units ? static_cast<int>(device.traits.compute_units) : 0,
                                      .stages = has_units ? value : 0,
                                      .work = has_units ? 0 : value};
        if (product.is_possible() && product.runs_on(device.traits))
            space.kernels.push_back(tunable_emulated(type, product));
    }
    std::vector<int> values;
    for (const TunableKernel& kernel : space.kernels) values.push_back(kernel.values[field]);
    if (values.size() > 1) space.axes.push_back({field, values});
    return space;
}

/// Of devices with units, only kernels that use them.
std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& /*options*/) {
    std::vector<FamilySpace> spaces;
    for (const IntegerUnits units : {IntegerUnits::wgmma, IntegerUnits::mma, IntegerUnits::none}) {
        if (units == IntegerUnits::none && !spaces.empty()) break;
        FamilySpace found = space_of(units, problem.type, device);
        if (!found.kernels.empty()) spaces.push_back(std::move(found));
    }
    return spaces;
}

/// With units, a work-group computes tiles of 256 x 128.
std::int64_t block(const TunableKernel& kernel) {
    constexpr std::int64_t kTile = std::int64_t{256} * 128;
    return kernel.values[kWork] == 0 ? kTile : kBlockLines * kBlockLines / 4;
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    return {emulated_product(product_of(kernel))};
}

/// Units take tiles of 256 x 128: whole ones and parts of some, and more pieces along k than stages. Other
/// kernels take blocks of 64 x 64 x 128, of which these are several.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    TuningProblem small = problem;
    const bool has_units = kernel.values[kWork] == 0;
    small.extents = has_units ? Extents{600, 300, 700} : Extents{150, 100, 300};
    return small;
}

KernelExample example(const TuningProblem& problem, const TunableKernel& kernel, bool /*aligned*/) {
    const int moduli = product_of(kernel).moduli;
    const std::int64_t m = problem.extents[0], n = problem.extents[1], k = problem.extents[2];
    const auto whole = [](std::int64_t rows, std::int64_t cols,
                          ExampleContents contents = ExampleContents::random) {
        ExampleRegister reg = example_matrix(ElementType::i32, rows, cols, contents);
        reg.gap = 32;  // copies of many bytes need aligned columns
        return reg;
    };
    const std::int64_t rows = operand_rows(k, moduli);
    return {{whole(rows, residue_cols(m), ExampleContents::bits),
             whole(rows, residue_cols(n), ExampleContents::bits), whole(1, 1), whole(1, 1),
             whole(product_rows(m, moduli), residue_cols(n)), whole(1, 1, ExampleContents::temporary)},
            {{{0, 1, 2, 3, 4, 5}, {0}}}};
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    if (problem.extents[2] > kDeepestEmulated)
        throw Error(ErrorCode::out_of_memory, "products of residues are of a depth of " +
                                                  std::to_string(kDeepestEmulated) + " at most");
    return std::make_unique<Trial>(work, problem, layout, std::make_unique<EmulatedJudge>(problem));
}

}  // namespace

const TunableRoutine& emulated_routine() {
    static const TunableRoutine routine{
        .word = kEmulatedRoutine,
        .names = "emulated_product",
        .help = "Products of 8-bit integers modulo small numbers, the parts of emulated products",
        .operations = {""},
        .extents = {"m", "n", "k"},
        .fields = {"groups", "stages", "work"},
        .blocking = {kStages, kWork},
        .amount = operations,
        .kernel = kernel_of,
        .parse = parse,
        .default_kernel = default_kernel,
        .space = space,
        .size = block,
        .instructions = instructions,
        .small_problem = small_problem,
        .example = example,
        .operands = operands};
    return routine;
}

TunableKernel tunable_emulated(ElementType type, EmulatedProduct product) {
    product.moduli = moduli_for(type);
    TunableKernel kernel{product.name(), kFamilies[static_cast<std::size_t>(product.units)], type, 0, {}};
    for (const auto& field : kValues) kernel.values.push_back(product.*field.value);
    return kernel;
}

}  // namespace hg::kernels
