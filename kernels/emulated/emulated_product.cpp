#include "kernels/emulated/emulated_product.hpp"

#include <algorithm>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/emulated/emulated_host.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "kernels/family/named_kernels.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr int kDefaultWork = 4;
/// Of emulated_tiles.cl: work-items, blocks of a tile, bytes of a stage and of its barriers.
constexpr std::int64_t kTileItems = 288;
constexpr std::int64_t kRowBlocks = 4;
constexpr std::int64_t kColBlocks = 2;
constexpr std::int64_t kStageBytes = (kRowBlocks + kColBlocks) * kOperandBlock;
constexpr std::int64_t kStageBarriers = 16;
constexpr Limits kStages = kEmulatedFields[position_of(kEmulatedFields, &EmulatedProduct::stages)].limits;
/// Compute capabilities.
constexpr int kAmpere = 80;
constexpr int kHopper = 90;

std::string front_of_product(const EmulatedProduct& p) {
    constexpr std::array<std::string_view, 3> kUnits{"", "_mma", "_wgmma"};  // by their numbers
    return std::string("emulated_product").append(kUnits[static_cast<std::size_t>(p.units)]);
}

std::string fault_of_product(const EmulatedProduct& p) {
    return limits_fault(kEmulatedFields, p);
}

const NamedKernels<EmulatedProduct>& emulated_family() {
    static const NoDestructor family(NamedKernels<EmulatedProduct>(
        kEmulatedFields,
        Kinds<EmulatedProduct>{
            {{.moduli = kMostModuli, .work = kDefaultWork},
             {.moduli = kMostModuli, .units = IntegerUnits::mma, .groups = 1, .stages = kStages.most},
             {.moduli = kMostModuli, .units = IntegerUnits::wgmma, .groups = 1, .stages = kStages.most}}},
        front_of_product, fault_of_product));
    return *family;
}

void require_possible(const EmulatedProduct& p) {
    if (!p.is_possible()) throw Error(ErrorCode::invalid_argument, "there is no instruction " + p.name());
}

/// The products of residues that one execution makes, over all moduli.
double products(const ExecShape& shape) {
    const std::int64_t blocks = shape.registers[0].rows * kResiduesOfElement / kBlockLines;
    const auto depth = static_cast<double>(blocks);
    const auto lines = [&](std::size_t r) {
        return static_cast<double>(shape.registers[r].cols * kBlockLines);
    };
    const double share = shape.scalars[0].as<std::int32_t>() == 0 ? 1.0 : 0.5;
    return share * depth * lines(0) * lines(1);
}

void check_product(const ExecShape& shape, const std::string& name, int moduli) {
    const Register& a = shape.registers[0];
    const Register& b = shape.registers[1];
    const Register& u = shape.registers[4];
    const std::int64_t depth = a.rows * kResiduesOfElement / kOperandBlock / moduli * kBlockDepth;
    const auto is_one = [&](std::size_t r) { return length(shape.registers[r]) == 1; };
    require_shapes(a.rows == b.rows && a.rows == operand_rows(depth, moduli) &&
                       depth <= kDeepestEmulated + 1 &&
                       u.rows == product_rows(a.cols * kBlockLines, moduli) && u.cols == b.cols &&
                       is_one(2) && is_one(3) && is_one(5),
                   name, shape,
                   "A and B must hold residues of lines of one depth below 2^17, U be for their product, all "
                   "refused be 1 x 1");
}

/// What all forms have in common.
Instruction product_of_residues(const EmulatedProduct& p) {
    Instruction i;
    i.name = p.name();
    i.operands = {
        {"A", Access::read, ElementType::i32},         {"B", Access::read, ElementType::i32},
        {"A_refused", Access::read, ElementType::i32}, {"B_refused", Access::read, ElementType::i32},
        {"U", Access::write, ElementType::i32},        {"refused", Access::write, ElementType::i32}};
    i.scalars = {{"triangle", ElementType::i32}};
    i.source = moduli_source(p.moduli) + std::string(embedded_source("residue_layout.cl"));
    i.check = [name = i.name, moduli = p.moduli](const ExecShape& shape) {
        check_product(shape, name, moduli);
    };
    i.host = [moduli = p.moduli](const HostCall& call) { emulated_product_on_host(call, moduli); };
    return i;
}

Instruction in_opencl_c(const EmulatedProduct& p) {
    Instruction i = product_of_residues(p);
    i.entry = "emulated_product";
    i.source += embedded_source("emulated_product.cl");
    i.build_options = define("WORK", p.work).substr(1);
    i.geometry = [p](const ExecShape& shape) {
        const std::size_t items_of_block = kBlockLines / static_cast<std::size_t>(p.work);
        const auto items = [&](std::size_t r) {
            return static_cast<std::size_t>(shape.registers[r].cols) * items_of_block;
        };
        return Geometry{{items(0), items(1), static_cast<std::size_t>(p.moduli)},
                        {items_of_block, items_of_block / 4, 1},
                        true};
    };
    // Counted as the product that it is a part of, so that rates compare.
    i.cost = [moduli = p.moduli](const ExecShape& shape) {
        return Cost{.flops = 2 * products(shape) / moduli,
                    .bytes = static_cast<double>(shape.registers[4].bytes()),
                    .seconds = 5e-6};
    };
    return i;
}

Instruction in_matrix_units(const EmulatedProduct& p) {
    Instruction i = product_of_residues(p);
    i.entry = "emulated_tiles";
    i.source += embedded_source("emulated_tiles.cl");
    i.build_options = define("STAGES", p.stages).substr(1);
    if (p.units == IntegerUnits::wgmma) {
        i.build_options += define("BULK_COPIES", 1);
        i.newer_ptx = NewerPtx{.target = "sm_90a", .options_without = i.build_options};
        i.build_options += define("WGMMA", 1);
    }
    i.needs = {.local_memory = p.stages * (kStageBytes + kStageBarriers),
               .work_group = kTileItems,
               .nvidia_capability = p.units == IntegerUnits::wgmma ? kHopper : kAmpere};
    i.geometry = [p](const ExecShape& shape) {
        const std::int64_t tiles = blocks_of(shape.registers[0].cols, kRowBlocks) *
                                   blocks_of(shape.registers[1].cols, kColBlocks) * p.moduli;
        return groups_in_a_row(std::min<std::int64_t>(p.groups, tiles), kTileItems);
    };
    // No rate of the device's model is that of its integer units.
    i.cost = [p](const ExecShape& shape) { return Cost{.seconds = 5e-6 + 2 * products(shape) / p.rate()}; };
    return i;
}

}  // namespace

EmulatedProduct EmulatedProduct::on(const DeviceTraits& device, int moduli) {
    EmulatedProduct product{
        .moduli = moduli,
        .units = device.nvidia_capability == kHopper ? IntegerUnits::wgmma : IntegerUnits::mma,
        .groups = static_cast<int>(device.compute_units)};
    for (product.stages = kStages.most; product.stages >= kStages.least; --product.stages)
        if (product.is_possible() && product.runs_on(device)) return product;
    return {.moduli = moduli, .work = kDefaultWork};
}

bool EmulatedProduct::is_possible() const {
    return limits_fault(kEmulatedFields, *this).empty();
}

bool EmulatedProduct::runs_on(const DeviceTraits& device) const noexcept {
    if (units == IntegerUnits::none) return true;
    const bool has_units = units == IntegerUnits::wgmma ? device.nvidia_capability == kHopper
                                                        : device.nvidia_capability >= kAmpere;
    return !device.is_host && has_units && stages * (kStageBytes + kStageBarriers) <= device.local_memory;
}

/// For each work-group of an H200: as measured for wgmma, and two thirds of what its mma.sync can do.
double EmulatedProduct::rate() const noexcept {
    return (units == IntegerUnits::wgmma ? 1.13e13 : 6.2e12) * static_cast<double>(groups);
}

std::string EmulatedProduct::name() const {
    return emulated_family().name(*this);
}

InstructionPtr emulated_product(const EmulatedProduct& product) {
    require_possible(product);
    return made_once(product.name(), [&] {
        return finished(product.units == IntegerUnits::none ? in_opencl_c(product)
                                                            : in_matrix_units(product));
    });
}

std::optional<EmulatedProduct> parse_emulated_product(std::string_view name) {
    return emulated_family().parse(name);
}

InstructionPtr find_emulated_product(std::string_view name) {
    const std::optional<EmulatedProduct> product = parse_emulated_product(name);
    return product ? emulated_product(*product) : nullptr;
}

}  // namespace hg::kernels
