#include "runtime/machine/measure/kernels/memory_kernel.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/machine/measure/kernels/measuring_kernel.hpp"

namespace hg {
namespace {

constexpr int kStrideBits = 5;
constexpr std::int64_t kPieceValues = 4;  ///< pieces in on-chip memory have the values 1 to 4

std::string memory_fault(const MemoryKernel& k) {
    const bool chip = is_on_chip(k.operation);
    if (!is_real(k.type)) return "is made for f32 and f64";
    if (!is_power_of_two(k.vector) || k.vector > 16) return "vector must be 1, 2, 4, 8 or 16";
    if (chip && k.vector != 2 && k.vector != 4) return "vector must be 2 or 4";
    if (traits_of(k.operation).is_permuted && k.vector != 1) return "vector must be 1";
    if (k.unroll < 1 || k.unroll > (chip ? 8 : 16)) return "unroll must lie between 1 and 16, on the chip 8";
    if (!is_power_of_two(k.items) || k.items > 1024 || (chip && k.items < 32))
        return "items must be a power of two up to 1024, on the chip from 32";
    if (k.groups < 1) return "groups must be positive";
    return {};
}

/// Returns the element that is read as number e of 2^bits, as in memory_read.cl.
std::int64_t place(MemoryOperation operation, std::int64_t e, int bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const auto number = static_cast<std::uint64_t>(e);
    if (operation == MemoryOperation::strided) {
        const int shift = std::min(kStrideBits, bits);
        return static_cast<std::int64_t>(((number << shift) & mask) | (number >> (bits - shift)));
    }
    std::uint64_t x = (number * 0x9e3779b97f4a7c15U) & mask;
    x ^= x >> ((bits + 1) / 2);
    return static_cast<std::int64_t>((x * 0xd1342543de82ef95U) & mask);
}

template <class T>
std::int64_t sum_of(const MemoryKernel& k, const T* a, std::int64_t first, std::int64_t last, int bits) {
    T sum = 0;
    if (traits_of(k.operation).is_permuted)
        for (std::int64_t e = first; e < last; ++e) sum += a[place(k.operation, e, bits)];
    else
        for (std::int64_t e = first; e < last; ++e) sum += a[e];
    return static_cast<std::int64_t>(sum);
}

/// Computes the sums of the work-groups that the kernel would have. The sums of one chunk are exact, so that
/// their order does not matter.
template <class T>
void sum_on_host(const MemoryKernel& k, const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const std::int64_t n = elements_used(k.operation, a.rows * a.cols);
    const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
    const std::int64_t chunk = chunk_of(k);
    const std::int64_t groups = groups_of(k, a.rows * a.cols);
    std::vector<std::uint32_t> sums(static_cast<std::size_t>(groups), 0);
    const auto add = [&](std::int64_t group, std::int64_t first, std::int64_t last) {
        const std::int64_t sum = sum_of(k, a.as<const T>(), first, last, bits);
        sums[static_cast<std::size_t>(group)] += static_cast<std::uint32_t>(sum);
    };
    const std::int64_t whole = n / chunk * chunk;
    if (k.operation == MemoryOperation::shared) {
        const std::int64_t sweeps = call.scalars[0].as<std::int32_t>();
        for (std::int64_t pass = 0; pass < groups * sweeps; ++pass)
            for (std::int64_t e = 0; e < whole; e += chunk) add(pass % groups, e, e + chunk);
    } else {
        for (std::int64_t e = 0; e < whole; e += chunk) add(e / chunk % groups, e, e + chunk);
        for (std::int64_t e = whole; e < n; e += k.items)
            add((e - whole) / k.items % groups, e, std::min<std::int64_t>(e + k.items, n));
    }
    std::ranges::copy(sums, call.operands[1].as<std::uint32_t>());
}

template <class T>
void write_on_host(MemoryOperation operation, const HostCall& call) {
    const HostOperand& target = call.operands.back();
    const std::int64_t n = target.rows * target.cols;
    T* c = target.as<T>();
    const T* a = call.operands.front().as<const T>();
    const T* b = call.operands.size() == 3 ? call.operands[1].as<const T>() : nullptr;
    const T s = traits_of(operation).takes_s ? call.scalars[0].as<T>() : T{1};
    const auto for_all = [&](const auto& value) {
        for (std::int64_t e = 0; e < n; ++e) c[e] = value(e);
    };
    if (operation == MemoryOperation::set)
        for_all([&](std::int64_t) { return s; });
    else if (operation == MemoryOperation::copy)
        for_all([&](std::int64_t e) { return a[e]; });
    else if (operation == MemoryOperation::scale)
        for_all([&](std::int64_t e) { return s * a[e]; });
    else if (operation == MemoryOperation::add)
        for_all([&](std::int64_t e) { return a[e] + b[e]; });
    else
        for_all([&](std::int64_t e) { return a[e] + s * b[e]; });
}

void sum_on_chip(const MemoryKernel& k, const HostCall& call) {
    const std::int64_t steps = call.scalars[0].as<std::int32_t>();
    for (std::int64_t item = 0; item < std::int64_t{k.items} * k.groups; ++item)
        call.operands[0].as<std::int32_t>()[item] = on_chip_sum(k, item % k.items, steps);
}

template <class T>
void memory_on_host(const MemoryKernel& k, const HostCall& call) {
    if (is_on_chip(k.operation))
        sum_on_chip(k, call);
    else if (traits_of(k.operation).sums)
        sum_on_host<T>(k, call);
    else
        write_on_host<T>(k.operation, call);
}

void check_vectors(const MemoryKernel& k, const ExecShape& shape) {
    const Register& first = shape.registers.front();
    if (is_on_chip(k.operation))
        return require_shapes(first.rows >= std::int64_t{k.items} * k.groups, name(k), shape,
                              "sums must have one row for each work-item");
    const std::int64_t n = first.rows * first.cols;
    bool fit = true;
    for (const Register& r : shape.registers) {
        const bool sums = traits_of(k.operation).sums && &r == &shape.registers.back();
        fit = fit && (r.ld == r.rows || r.cols == 1) &&
              (sums ? r.rows * r.cols >= groups_of(k, n) : r.rows == first.rows && r.cols == first.cols);
    }
    require_shapes(fit, name(k), shape,
                   "vectors must have one shape without gaps, and sums one element for each group");
    require_shapes(k.operation != MemoryOperation::shared || (n > 0 && n % chunk_of(k) == 0), name(k), shape,
                   "the vector must consist of whole chunks of " + std::to_string(chunk_of(k)) + " elements");
}

void set_operands(Instruction& i, const MemoryKernel& k) {
    const MemoryOperationTraits& traits = traits_of(k.operation);
    if (traits.vectors > 0 && k.operation != MemoryOperation::set)
        i.operands.push_back({"A", Access::read, k.type});
    if (traits.vectors == 3) i.operands.push_back({"B", Access::read, k.type});
    if (traits.sums)
        i.operands.push_back({"sums", Access::write, ElementType::i32});
    else
        i.operands.push_back({"C", Access::write, k.type});
    if (traits.takes_s) i.scalars = {{"s", k.type}};
    if (k.operation == MemoryOperation::shared) i.scalars = {{"sweeps", ElementType::i32}};
    if (is_on_chip(k.operation)) i.scalars = {{"steps", ElementType::i32}, {"stride", ElementType::i32}};
}

InstructionPtr make_memory_kernel(const MemoryKernel& k) {
    const MemoryOperationTraits& traits = traits_of(k.operation);
    const bool chip = is_on_chip(k.operation);
    const std::string entry = chip ? "memory_on_chip" : traits.sums ? "memory_read" : "memory_write";
    Instruction i = measuring_instruction(name(k), entry, entry + ".cl", k.items);
    i.build_options += real_option(k.type) +
                       define(chip          ? "PRIVATE"
                              : traits.sums ? "PATTERN"
                                            : "OPERATION",
                              traits.number) +
                       define("VECTOR", k.vector) + define("UNROLL", k.unroll);
    if (k.operation == MemoryOperation::local) i.needs.local_memory = size_of(k.type) * chunk_of(k);
    set_operands(i, k);
    i.geometry = [k](const ExecShape& shape) {
        const Register& vector = shape.registers.front();
        return groups_in_a_row(groups_of(k, vector.rows * vector.cols), k.items);
    };
    i.cost = [k](const ExecShape& shape) {
        const Register& vector = shape.registers.front();
        const std::int64_t used = elements_used(k.operation, vector.rows * vector.cols);
        return Cost{.bytes = static_cast<double>(used * size_of(k.type)) * traits_of(k.operation).vectors};
    };
    i.check = [k](const ExecShape& shape) { check_vectors(k, shape); };
    i.host = [k](const HostCall& call) {
        k.type == ElementType::f64 ? memory_on_host<double>(k, call) : memory_on_host<float>(k, call);
    };
    return std::make_shared<const Instruction>(std::move(i));
}

}  // namespace

std::string name(const MemoryKernel& k) {
    return "memory_" + std::string(name(k.operation)) + "_" + std::string(name(k.type)) + "_v" +
           std::to_string(k.vector) + "_u" + std::to_string(k.unroll) + "_i" + std::to_string(k.items) +
           "_g" + std::to_string(k.groups);
}

std::int64_t elements_used(MemoryOperation operation, std::int64_t n) noexcept {
    return traits_of(operation).is_permuted
               ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n)))
               : n;
}

std::int64_t groups_of(const MemoryKernel& k, std::int64_t n) noexcept {
    if (k.operation == MemoryOperation::shared || is_on_chip(k.operation)) return k.groups;
    const std::int64_t chunks = elements_used(k.operation, n) / chunk_of(k);
    return std::clamp<std::int64_t>(chunks, 1, k.groups);
}

std::int32_t on_chip_sum(const MemoryKernel& k, std::int64_t item, std::int64_t steps) noexcept {
    std::int64_t sum = 0;
    const bool moves = k.operation == MemoryOperation::private_memory;
    for (std::int64_t step = 0; step < steps; ++step)
        for (std::int64_t u = 0; u < k.unroll; ++u)
            sum += 1 + (item + step * (moves ? k.unroll : 1) + (moves ? u : 0)) % kPieceValues;
    return static_cast<std::int32_t>(sum * k.vector);
}

InstructionPtr memory_kernel(const MemoryKernel& kernel) {
    const std::string fault = memory_fault(kernel);
    require_parameters(fault.empty(), name(kernel), fault);
    return made_once(name(kernel), [&] { return make_memory_kernel(kernel); });
}

}  // namespace hg
