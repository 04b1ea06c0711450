#include "kernels/probe/memory_kernel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <mutex>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kStrideBits = 5;

bool is_permuted(MemoryOperation operation) {
    return operation == MemoryOperation::strided || operation == MemoryOperation::gathered;
}

/// PATTERN of memory_read.cl or OPERATION of memory_write.cl.
int number(MemoryOperation operation) {
    switch (operation) {
        case MemoryOperation::read:
        case MemoryOperation::set:
            return 0;
        case MemoryOperation::strided:
        case MemoryOperation::copy:
            return 1;
        case MemoryOperation::gathered:
        case MemoryOperation::scale:
            return 2;
        case MemoryOperation::shared:
        case MemoryOperation::add:
            return 3;
        case MemoryOperation::triad:
            return 4;
    }
    return 0;
}

bool has_factor(MemoryOperation operation) {
    return operation == MemoryOperation::set || operation == MemoryOperation::scale ||
           operation == MemoryOperation::triad;
}

std::string memory_fault(const MemoryKernel& k) {
    if (!is_real(k.type)) return "is made for f32 and f64";
    if (!is_power_of_two(k.vector) || k.vector > 16) return "vector must be 1, 2, 4, 8 or 16";
    if (is_permuted(k.operation) && k.vector != 1) return "vector must be 1";
    if (k.unroll < 1 || k.unroll > 16) return "unroll must lie between 1 and 16";
    if (!is_power_of_two(k.items) || k.items > 1024) return "items must be a power of two up to 1024";
    if (k.groups < 1) return "groups must be positive";
    return {};
}

/// Which element is read as number e of 2^bits; as memory_read.cl has it.
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
    if (is_permuted(k.operation))
        for (std::int64_t e = first; e < last; ++e) sum += a[place(k.operation, e, bits)];
    else
        for (std::int64_t e = first; e < last; ++e) sum += a[e];
    return static_cast<std::int64_t>(sum);
}

/// Sums by the work-groups that the kernel would have. Those of one chunk are exact, so that their order does
/// not count.
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
    if (k.operation == MemoryOperation::shared) {
        const std::int64_t sweeps = call.scalars[0].as<std::int32_t>();
        for (std::int64_t pass = 0; pass < groups * sweeps; ++pass)
            for (std::int64_t c = 0; c < n / chunk; ++c) add(pass % groups, c * chunk, (c + 1) * chunk);
    } else {
        for (std::int64_t c = 0; c < n / chunk; ++c) add(c % groups, c * chunk, (c + 1) * chunk);
        for (std::int64_t e = n / chunk * chunk; e < n; e += k.items)
            add((e - n / chunk * chunk) / k.items % groups, e, std::min<std::int64_t>(e + k.items, n));
    }
    for (std::int64_t g = 0; g < groups; ++g)
        call.operands[1].as<std::uint32_t>()[g] = sums[static_cast<std::size_t>(g)];
}

template <class T>
void write_on_host(MemoryOperation operation, const HostCall& call) {
    const HostOperand& target = call.operands.back();
    const std::int64_t n = target.rows * target.cols;
    T* c = target.as<T>();
    const T* a = call.operands.front().as<const T>();
    const T* b = call.operands.size() == 3 ? call.operands[1].as<const T>() : nullptr;
    const T s = has_factor(operation) ? call.scalars[0].as<T>() : T{1};
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

void check_vectors(const MemoryKernel& k, const ExecShape& shape) {
    const Register& first = shape.registers.front();
    const std::int64_t n = first.rows * first.cols;
    bool fit = true;
    for (const Register& r : shape.registers) {
        const bool sums = is_sum(k.operation) && &r == &shape.registers.back();
        fit = fit && (r.ld == r.rows || r.cols == 1) &&
              (sums ? r.rows * r.cols >= groups_of(k, n) : r.rows == first.rows && r.cols == first.cols);
    }
    require_shapes(fit, name(k), shape,
                   "vectors must have one shape without gaps, and sums an element a group");
    require_shapes(k.operation != MemoryOperation::shared || (n > 0 && n % chunk_of(k) == 0), name(k), shape,
                   "the vector must consist of whole chunks of " + std::to_string(chunk_of(k)) + " elements");
}

void set_operands(Instruction& i, const MemoryKernel& k) {
    if (k.operation != MemoryOperation::set) i.operands.push_back({"A", Access::read, k.type});
    if (vectors_of(k.operation) == 3) i.operands.push_back({"B", Access::read, k.type});
    if (is_sum(k.operation))
        i.operands.push_back({"sums", Access::write, ElementType::i32});
    else
        i.operands.push_back({"C", Access::write, k.type});
    if (has_factor(k.operation)) i.scalars = {{"s", k.type}};
    if (k.operation == MemoryOperation::shared) i.scalars = {{"sweeps", ElementType::i32}};
}

Cost memory_cost(const MemoryKernel& k, const ExecShape& shape) {
    const Register& vector = shape.registers.front();
    const auto bytes =
        static_cast<double>(elements_used(k.operation, vector.rows * vector.cols) * size_of(k.type));
    return {.bytes = bytes * vectors_of(k.operation)};
}

InstructionPtr make_memory_kernel(const MemoryKernel& k) {
    Instruction i;
    i.name = name(k);
    i.entry = is_sum(k.operation) ? "memory_read" : "memory_write";
    i.source = embedded_source(i.entry + ".cl");
    i.build_options = real_option(k.type) +
                      define(is_sum(k.operation) ? "PATTERN" : "OPERATION", number(k.operation)) +
                      define("VECTOR", k.vector) + define("UNROLL", k.unroll) + define("ITEMS", k.items);
    i.needs.work_group = k.items;
    set_operands(i, k);
    i.geometry = [k](const ExecShape& shape) {
        const Register& vector = shape.registers.front();
        return groups_in_a_row(groups_of(k, vector.rows * vector.cols), k.items);
    };
    i.cost = [k](const ExecShape& shape) { return memory_cost(k, shape); };
    i.check = [k](const ExecShape& shape) { check_vectors(k, shape); };
    for_real_type(k.type, [&](auto zero) {
        using T = decltype(zero);
        if (is_sum(k.operation))
            i.host = [k](const HostCall& call) { sum_on_host<T>(k, call); };
        else
            i.host = [operation = k.operation](const HostCall& call) { write_on_host<T>(operation, call); };
    });
    return finished(std::move(i));
}

}  // namespace

std::string_view name(MemoryOperation operation) noexcept {
    static constexpr std::array<std::string_view, std::size(kMemoryOperations)> kNames{
        "read", "set", "copy", "scale", "add", "triad", "strided", "gathered", "shared"};
    return kNames[static_cast<std::size_t>(operation)];
}

bool is_sum(MemoryOperation operation) noexcept {
    return operation == MemoryOperation::read || operation >= MemoryOperation::strided;
}

int vectors_of(MemoryOperation operation) noexcept {
    if (operation == MemoryOperation::add || operation == MemoryOperation::triad) return 3;
    return operation == MemoryOperation::copy || operation == MemoryOperation::scale ? 2 : 1;
}

std::string name(const MemoryKernel& k) {
    return "memory_" + std::string(name(k.operation)) + "_" + std::string(hg::name(k.type)) + "_v" +
           std::to_string(k.vector) + "_u" + std::to_string(k.unroll) + "_i" + std::to_string(k.items) +
           "_g" + std::to_string(k.groups);
}

std::int64_t chunk_of(const MemoryKernel& k) noexcept {
    return std::int64_t{k.vector} * k.unroll * k.items;
}

std::int64_t elements_used(MemoryOperation operation, std::int64_t n) noexcept {
    return is_permuted(operation) ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n)))
                                  : n;
}

std::int64_t groups_of(const MemoryKernel& k, std::int64_t n) noexcept {
    if (k.operation == MemoryOperation::shared) return k.groups;
    const std::int64_t chunks = elements_used(k.operation, n) / chunk_of(k);
    return std::clamp<std::int64_t>(chunks, 1, k.groups);
}

InstructionPtr memory_kernel(const MemoryKernel& kernel) {
    if (const std::string fault = memory_fault(kernel); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(kernel) + ": " + fault);
    static std::mutex mutex;
    static NoDestructor<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name(kernel)];
    if (!instruction) instruction = make_memory_kernel(kernel);
    return instruction;
}

}  // namespace hg::kernels
