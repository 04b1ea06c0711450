#include "tools/tuner/problem/trial.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "tools/tuner/problem/repeating_numbers.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSets = 8;
constexpr std::int64_t kLineBytes = 128;
constexpr std::int64_t kVectorStride = 3;  ///< of vectors that are not aligned
constexpr std::int64_t kGuardColumns = 8;
/// Elements up to which an operand is looked at that kernels only read.
constexpr double kSmall = 0x1p21;

double elements(const Register& shape) {
    return static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
}

bool is_temporary(const ExampleRegister& reg) {
    return reg.contents == ExampleContents::temporary;
}

/// What launches do to the registers of an example.
std::vector<Access> accesses(const std::vector<InstructionPtr>& instructions, const KernelExample& example) {
    std::vector<Access> all(example.registers.size(), Access::read);
    std::vector<bool> seen(all.size());
    for (std::size_t l = 0; l < instructions.size(); ++l) {
        const std::vector<std::size_t>& registers = example.launches.at(l).registers;
        for (std::size_t o = 0; o < registers.size(); ++o) {
            const Access access = instructions[l]->operands.at(o).access;
            const std::size_t r = registers[o];
            if (!seen[r])
                all[r] = access;
            else if (writes(access) && all[r] == Access::read)
                all[r] = Access::read_write;
            seen[r] = true;
        }
    }
    return all;
}

/// What the first launch that has a register calls it.
std::string name_of(std::size_t reg, const std::vector<InstructionPtr>& instructions,
                    const KernelExample& example) {
    for (std::size_t l = 0; l < instructions.size(); ++l) {
        const std::vector<std::size_t>& registers = example.launches.at(l).registers;
        const auto place = std::ranges::find(registers, reg);
        if (place != registers.end())
            return instructions[l]->operands.at(static_cast<std::size_t>(place - registers.begin())).name;
    }
    return "an operand";
}

/// How far apart columns begin.
std::int64_t leading_dimension(const ExampleRegister& reg, bool aligned) {
    const std::int64_t rows = reg.shape.rows;
    if (reg.gap == 0) return rows;
    if (!aligned) return reg.gap == 1 ? (rows + 2) | 1 : rows + reg.gap;
    const std::int64_t line = kLineBytes / size_of(reg.shape.type);
    return (rows + line - 1) / line * line;
}

/// A register as it lies in the device's memory.
Register placed(const ExampleRegister& reg, bool aligned) {
    Register shape = reg.shape;
    if (reg.is_vector && !aligned) return {shape.type, 0, 1, shape.rows, kVectorStride};
    shape.ld = leading_dimension(reg, aligned);
    return shape;
}

/// Refuses before anything is allocated: host memory for the operands is needed too. Returns the bytes of a
/// set.
double require_fits(const std::vector<ExampleRegister>& operands, bool aligned, const DeviceInfo& device) {
    double all = 0, largest = 0;
    for (const ExampleRegister& reg : operands) {
        const Register shape = placed(reg, aligned);
        const double bytes = static_cast<double>(shape.ld) * static_cast<double>(shape.cols) *
                             static_cast<double>(size_of(shape.type));
        all += bytes;
        largest = std::max(largest, bytes);
    }
    if (largest > static_cast<double>(device.largest_buffer) || all > static_cast<double>(device.memory))
        throw Error(ErrorCode::out_of_memory,
                    "the operands take more than the device's " + std::to_string(device.memory) +
                        " bytes, or one of them more than " + std::to_string(device.largest_buffer));
    return all;
}

}  // namespace

Trial::Trial(DeviceWork& work, const TuningProblem& problem, const OperandLayout& layout,
             std::unique_ptr<Judge> judge)
    : work_(work), problem_(problem), layout_(layout), judge_(std::move(judge)) {
    const TunableKernel default_kernel = problem.routine->default_kernel(problem, {});
    KernelExample example = problem.routine->example(problem, default_kernel, layout.aligned);
    access_ = accesses(problem.routine->instructions(default_kernel), example);
    std::erase_if(example.registers, is_temporary);
    operands_ = std::move(example.registers);
    has_matrix_ = std::ranges::any_of(
        operands_, [](const ExampleRegister& reg) { return !reg.is_vector && elements(reg.shape) > 1; });
    const double bytes = std::max(require_fits(operands_, layout.aligned, work.device().info()), 1.0);
    const auto sets = static_cast<std::int64_t>(static_cast<double>(layout.set_bytes) / bytes + 1);
    for (std::int64_t i = 0; i < std::min(sets, kMostSets); ++i) add_set(static_cast<std::size_t>(i));
}

bool Trial::is_small(std::size_t operand) const {
    return elements(operands_[operand].shape) <= kSmall;
}

GuardedRegister Trial::made(const ExampleRegister& reg) const {
    const Register shape = placed(reg, layout_.aligned);
    if (reg.is_vector && layout_.aligned) {
        Register column = shape;
        column.ld += kLineBytes / size_of(shape.type);  // behind it is guard
        return {work_, column, 0};
    }
    return {work_, shape, kGuardColumns};
}

Storage Trial::random_elements(std::size_t number, std::size_t operand) const {
    constexpr std::int64_t kApart = 104729;  // sets begin at other numbers
    const GuardedRegister& reg = sets_[number].registers[operand];
    const Register& shape = reg.shape();
    Storage storage = reg.all_guard();
    auto first = static_cast<std::int64_t>(number) * kApart;
    for (std::size_t before = 0; before < operand; ++before)
        first += operands_[before].shape.rows * operands_[before].shape.cols;
    with_element_type(shape.type, [&]<class T>() {
        T* const to = reinterpret_cast<T*>(storage.data());
        if constexpr (std::is_same_v<T, std::int32_t>) {
            std::mt19937 random(static_cast<unsigned>(first));
            const bool bits = operands_[operand].contents == ExampleContents::bits;
            for (std::int64_t j = 0; j < shape.cols; ++j)
                for (std::int64_t i = 0; i < shape.rows; ++i)
                    to[i + j * shape.ld] = bits ? static_cast<std::int32_t>(random()) : 0;
        } else {
            for (std::int64_t j = 0; j < shape.cols; ++j)
                RepeatingNumbers<T>::instance().copy(first + j * shape.rows, shape.rows, to + j * shape.ld);
        }
        if constexpr (std::is_floating_point_v<T>)
            if (operands_[operand].contents == ExampleContents::triangle)
                HostTriangle<T>{to, shape.rows, shape.ld, !layout_.aligned}.make_dominant();
    });
    return storage;
}

void Trial::add_set(std::size_t number) {
    sets_.emplace_back();
    Set& set = sets_.back();
    HostOperands& host = set.before;
    host.aligned = layout_.aligned;
    for (const ExampleRegister& operand : operands_) {
        set.registers.push_back(made(operand));
        host.shapes.push_back(set.registers.back().shape());
        host.storage.push_back(random_elements(number, host.storage.size()));
    }
    judge_->prepare(host);
    for (std::size_t r = 0; r < operands_.size(); ++r)
        work_.load(host.storage[r].data(), set.registers[r].whole());
    if (number == 0) judge_->see(host);
    for (std::size_t r = 0; r < operands_.size(); ++r) {
        const bool is_fresh = has_matrix_ && operands_[r].is_vector && writes(access_[r]);
        if (!(number == 0 ? is_small(r) || writes(access_[r]) : is_fresh)) host.storage[r] = {};
    }
}

void Trial::require_temporaries(const KernelExample& example) {
    std::vector<ExampleRegister> needed;
    std::ranges::copy_if(example.registers, std::back_inserter(needed), is_temporary);
    const bool fits = std::ranges::equal(needed, temporaries_, [&](const auto& wanted, const auto& held) {
        return placed(wanted, layout_.aligned) == held.shape();
    });
    if (fits) return;
    temporaries_.clear();
    for (const ExampleRegister& reg : needed) {
        temporaries_.push_back(made(reg));
        work_.load(temporaries_.back().all_guard().data(), temporaries_.back().whole());
    }
}

void Trial::add_calls(const PreparedKernel& kernel, const KernelExample& example, const Set& set,
                      std::vector<KernelCall>& calls) const {
    for (std::size_t l = 0; l < kernel.instructions.size(); ++l) {
        const ExampleLaunch& launch = example.launches.at(l);
        KernelCall call{kernel.instructions[l], {}, launch.scalars};
        for (const std::size_t r : launch.registers)
            call.registers.push_back(
                (r < set.registers.size() ? set.registers[r] : temporaries_[r - set.registers.size()])
                    .seen());
        calls.push_back(std::move(call));
    }
}

std::string Trial::fault_of(const PreparedKernel& kernel) {
    const Set& set = sets_.front();
    const KernelExample example = problem_.routine->example(problem_, kernel.kernel, layout_.aligned);
    const std::vector<Access> access = accesses(kernel.instructions, example);
    for (std::size_t r = 0; r < set.registers.size(); ++r) {
        const bool is_lost = access[r] == Access::write;
        if (is_lost || !set.before.storage[r].empty())
            work_.load((is_lost ? set.registers[r].all_guard() : set.before.storage[r]).data(),
                       set.registers[r].whole());
    }
    require_temporaries(example);
    for (const GuardedRegister& reg : temporaries_) work_.load(reg.all_guard().data(), reg.whole());
    std::vector<KernelCall> calls;
    add_calls(kernel, example, set, calls);
    work_.run(calls);
    HostOperands after = set.before;
    const auto fetch = [&](const GuardedRegister& reg, Storage& storage) {
        work_.store(reg.whole(), storage.data());
    };
    for (std::size_t r = 0; r < set.registers.size(); ++r)
        if (!after.storage[r].empty()) fetch(set.registers[r], after.storage[r]);
    for (const GuardedRegister& reg : temporaries_) {
        after.shapes.push_back(reg.shape());
        after.storage.push_back(elements(reg.shape()) <= kSmall ? reg.all_guard() : Storage());
        if (!after.storage.back().empty()) fetch(reg, after.storage.back());
    }
    return fault_of_guards(kernel, example, after);
}

std::string Trial::fault_of_guards(const PreparedKernel& kernel, const KernelExample& example,
                                   const HostOperands& after) const {
    const Set& set = sets_.front();
    const std::vector<Access> access = accesses(kernel.instructions, example);
    const auto fault_around = [&](bool written, std::size_t r, const GuardedRegister& reg) -> std::string {
        const Storage& now = after.storage[r];
        if (now.empty() || written != writes(access[r])) return {};
        const std::string name = name_of(r, kernel.instructions, example);
        if (written) return reg.guards_untouched(now) ? "" : "wrote beside " + name;
        return now == set.before.storage[r] ? "" : "wrote to " + name + " or beside it";
    };
    for (std::size_t r = 0; r < set.registers.size(); ++r)
        if (std::string fault = fault_around(true, r, set.registers[r]); !fault.empty()) return fault;
    if (std::string fault = judge_->fault_of(kernel, set.before, after); !fault.empty()) return fault;
    for (std::size_t r = 0; r < set.registers.size(); ++r)
        if (std::string fault = fault_around(false, r, set.registers[r]); !fault.empty()) return fault;
    for (std::size_t t = 0; t < temporaries_.size(); ++t)
        if (std::string fault = fault_around(true, set.registers.size() + t, temporaries_[t]); !fault.empty())
            return fault;
    return {};
}

double Trial::seconds_of(const PreparedKernel& kernel, int times) {
    const KernelExample example = problem_.routine->example(problem_, kernel.kernel, layout_.aligned);
    require_temporaries(example);
    std::vector<KernelCall> calls;
    for (int i = 0; i < times; ++i) {
        const Set& set = sets_[next_set_ % sets_.size()];
        if (!problem_.routine->times_on_one_set || i + 1 == times) ++next_set_;
        for (std::size_t r = 0; r < set.registers.size(); ++r)
            if (static_cast<std::size_t>(i) < sets_.size() && has_matrix_ && operands_[r].is_vector &&
                writes(access_[r]))
                work_.load(set.before.storage[r].data(), set.registers[r].whole());
        add_calls(kernel, example, set, calls);
    }
    const std::vector<double> seconds = work_.run(calls);
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
}

}  // namespace hg::kernels
