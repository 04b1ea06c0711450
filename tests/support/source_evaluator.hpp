#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_samples.hpp"
#include "tests/support/source_arithmetic.hpp"
#include "tests/support/source_description.hpp"
#include <hg/runtime/program/order.hpp>

namespace hg::test {

/// A program that is too large for a test.
struct TooLarge {};

/// Runs a SourceDescription on a ProgramBuilder, by the words of docs/reference/program-text.md alone.
class Evaluator {
  public:
    /// The devices that the program is built for.
    static Target target_of(const SourceDescription& source) {
        const int own = source.own_devices;
        Target target = samples::target(static_cast<std::size_t>(own > 0 ? own : source.machine_devices));
        for (int d = 0; d < own; ++d) {
            DeviceModel& device = target.devices[static_cast<std::size_t>(d)];
            device.name = "d" + std::to_string(d);
            device.memory = kOwnMemory;
        }
        return target;
    }

    explicit Evaluator(const SourceDescription& source)
        : source_(&source), target_(target_of(source)), builder_(target_) {}

    /// Throws Error as ProgramBuilder does, Refused, or TooLarge.
    Program program() {
        for (const ParameterText& parameter : source_->parameters)
            program_names_[parameter.name] = {parameter.given ? *parameter.given : value(*parameter.value)};
        for (int d = 0; d < source_->own_devices; ++d) program_names_["d" + std::to_string(d)] = {d};
        for (const MatrixText& matrix : source_->matrices)
            program_names_[matrix.name] = {static_cast<std::int64_t>(
                builder_.matrix(matrix.name, matrix.type, value(matrix.rows), value(matrix.cols)))};
        for (const std::string& scalar : source_->scalars)
            program_names_[scalar] = {builder_.scalar(scalar).parameter};
        for (const InstructionText& instruction : source_->instructions) declare(instruction);
        run(source_->body);
        Program built = std::move(builder_).finish();
        return source_->by_priority ? ordered_by_rank(built, target_) : built;
    }

  private:
    /// What a name stands for.
    struct Meaning {
        std::int64_t value = 0;  ///< an integer, or a position
        std::vector<RegisterId> registers{};
    };
    using Names = std::map<std::string, Meaning>;

    void run(const Block& block) {
        for (const Statement& statement : block) {
            if (++steps_ > kMostSteps) throw TooLarge();
            run(statement);
        }
    }

    /// A block's names end with it.
    void run_inner(const Block& block, const std::string& variable, std::int64_t of_turn) {
        const Names before = names();
        if (!variable.empty()) names()[variable] = {of_turn};
        run(block);
        names() = before;
    }

    void run(const Statement& s) {
        using Kind = StatementKind;
        switch (s.kind) {
            case Kind::let:
                names()[s.name] = {value(s.numbers[0])};
                return;
            case Kind::reg:
                return add_registers(s);
            case Kind::window:
                names()[s.name] = {
                    0,
                    {builder_.window(reg(s.registers[0]), value(s.numbers[0]), value(s.numbers[1]),
                                     value(s.numbers[2]), value(s.numbers[3]))}};
                return;
            case Kind::load:
                builder_.load(reg(s.registers[0]), tile(s), after(s));
                return;
            case Kind::store:
                builder_.store(tile(s), reg(s.registers[0]), after(s));
                return;
            case Kind::exec:
                return execute(s);
            case Kind::mark:
                marks_[s.name] = builder_.mark(s.name, after(s), queue(s));
                return;
            case Kind::barrier:
                marks_[s.name] = builder_.barrier(s.name, queue(s));
                return;
            case Kind::loop:
                return loop(s);
            case Kind::device_loop:
                for (std::size_t d = 0; d < target_.devices.size(); ++d)
                    run_inner(s.body, s.name, static_cast<std::int64_t>(d));
                return;
            case Kind::branches:
                return choose(s);
            case Kind::sub:
                subs_[s.name] = &s;
                return;
            case Kind::call:
                return call(s);
            case Kind::routine:
                if (s.name != "twice") throw Refused();
                for (int i = 0; i < 2; ++i)
                    builder_.exec(samples::scale(), {reg(s.registers[0])}, {scalar(s.scalars[0])});
                return;
        }
    }

    void add_registers(const Statement& s) {
        const std::int64_t count = s.array ? value(*s.array) : 1;
        if (count < 0) throw Refused();
        if ((steps_ += count) > kMostSteps) throw TooLarge();
        const std::int64_t rows = value(s.numbers[0]);
        const std::int64_t cols = value(s.numbers[1]);
        const std::int64_t ld = s.numbers.size() > 2 ? value(s.numbers[2]) : rows;
        const DeviceIndex where = s.device ? device(*s.device) : 0;
        if (s.numbers.size() > 2 && ld <= 0) throw Refused();
        Meaning added;
        for (std::int64_t i = 0; i < count; ++i)
            added.registers.push_back(builder_.reg(where, s.type, rows, cols, ld));
        names()[s.name] = added;
    }

    void execute(const Statement& s) {
        const auto own = instructions_.find(s.name);
        const InstructionPtr instruction = own == instructions_.end() ? samples::find(s.name) : own->second;
        if (instruction == nullptr) throw Refused();
        std::vector<RegisterId> registers;
        for (const RegisterName& name : s.registers) registers.push_back(reg(name));
        std::vector<Scalar> scalars;
        for (const ScalarText& text : s.scalars) scalars.push_back(scalar(text));
        builder_.use_queue(s.queue);
        builder_.exec(instruction, registers, scalars, after(s));
        builder_.use_queue(QueueKind::exec);
    }

    void loop(const Statement& s) {
        const Wide first = value(s.numbers[0]);
        const Wide last = value(s.numbers[1]);
        const Wide step = s.numbers.size() > 2 ? value(s.numbers[2]) : 1;
        if (step == 0) throw Refused();
        for (Wide i = first; step > 0 ? i < last : i > last; i += step) {
            if (++steps_ > kMostSteps) throw TooLarge();
            run_inner(s.body, s.name, static_cast<std::int64_t>(i));
        }
    }

    void choose(const Statement& s) {
        for (const Branch& branch : s.branches)
            if (!branch.condition || value(*branch.condition) != 0) return run_inner(branch.body, {}, 0);
    }

    void call(const Statement& s) {
        const Statement& sub = *subs_.at(s.name);
        Names own;
        for (std::size_t i = 0; i < s.given.size(); ++i) {
            Meaning& argument = own[sub.arguments[i].name];
            const GivenArgument& given = s.given[i];
            if (given.kind == ArgumentKind::integer)
                argument.value = value(given.value);
            else if (given.kind == ArgumentKind::reg)
                argument.registers = {reg(given.reg)};
            else if (given.kind == ArgumentKind::device)
                argument.value = device(given.device);
            else
                argument.value = known(given.name).value;
        }
        const bool was_in_sub = std::exchange(in_sub_, true);
        std::swap(own, sub_names_);
        run(sub.body);
        std::swap(own, sub_names_);
        in_sub_ = was_in_sub;
    }

    [[nodiscard]] Names& names() { return in_sub_ ? sub_names_ : program_names_; }
    [[nodiscard]] const Meaning& known(const std::string& name) const {
        if (const auto found = sub_names_.find(name); in_sub_ && found != sub_names_.end())
            return found->second;
        return program_names_.at(name);
    }

    [[nodiscard]] RegisterId reg(const RegisterName& name) const {
        const std::vector<RegisterId>& all = known(name.name).registers;
        const std::int64_t element = name.element ? value(*name.element) : 0;
        if (element < 0 || element >= std::ssize(all)) throw Refused();
        return all[static_cast<std::size_t>(element)];
    }
    [[nodiscard]] DeviceIndex device(const DeviceName& name) const {
        if (!name.element) return static_cast<DeviceIndex>(known(name.name).value);
        const std::int64_t position = value(*name.element);
        if (position < 0 || position >= std::ssize(target_.devices)) throw Refused();
        return static_cast<DeviceIndex>(position);
    }
    [[nodiscard]] QueueId queue(const Statement& s) const {
        return s.device ? QueueId{device(*s.device), s.queue} : QueueId{0, QueueKind::exec};
    }
    [[nodiscard]] HostTile tile(const Statement& s) const {
        const Register& moved = builder_.reg(reg(s.registers[0]));
        const bool has_extent = s.numbers.size() > 2;
        return {.parameter = static_cast<ParameterId>(known(s.matrix).value),
                .row = value(s.numbers[0]),
                .col = value(s.numbers[1]),
                .rows = has_extent ? value(s.numbers[2]) : moved.rows,
                .cols = has_extent ? value(s.numbers[3]) : moved.cols,
                .part = s.part};
    }
    [[nodiscard]] Scalar scalar(const ScalarText& text) const {
        if (!text.bound.empty()) return Scalar::bound(static_cast<std::int32_t>(known(text.bound).value));
        return text.value ? static_cast<double>(value(*text.value)) : text.literal;
    }
    [[nodiscard]] std::vector<CommandId> after(const Statement& s) const {
        std::vector<CommandId> all;
        for (const std::string& mark : s.after) {
            if (!marks_.contains(mark)) throw Refused();
            all.push_back(marks_.at(mark));
        }
        return all;
    }

    [[nodiscard]] std::int64_t value(const Expression& e) const {
        return evaluate(e, [this](const Expression& leaf) { return leaf_value(leaf); });
    }
    [[nodiscard]] std::int64_t leaf_value(const Expression& leaf) const {
        if (leaf.op == "name") return known(leaf.name).value;
        return leaf.name == "gpus" ? std::ssize(target_.devices) : std::ssize(known(leaf.name).registers);
    }
    /// The expression with numbers in the place of names.
    [[nodiscard]] Expression closed(Expression e) const {
        if (e.op == "name" || e.op == "count") return number(leaf_value(e));
        for (Expression& operand : e.of) operand = closed(operand);
        return e;
    }

    void declare(const InstructionText& text) {
        Instruction made =
            samples::empty_instruction(text.name, samples::scale()->operands, samples::scale()->scalars);
        std::vector<Expression> global;
        std::vector<Expression> local;
        for (const Expression& extent : text.global) global.push_back(closed(extent));
        Wide group = 1;
        for (const Expression& extent : text.local) {
            local.push_back(closed(extent));
            group *= std::max<Wide>(value(extent), 1);
            if (group > std::numeric_limits<std::int64_t>::max()) throw Refused();
        }
        made.geometry = [global, local](const ExecShape& shape) { return geometry(global, local, shape); };
        made.cost = [flops = closed(text.flops), bytes = closed(text.bytes)](const ExecShape& shape) {
            return Cost{static_cast<double>(of_shape(flops, shape)),
                        static_cast<double>(of_shape(bytes, shape))};
        };
        made.check = [geometry = made.geometry](const ExecShape& shape) { geometry(shape); };
        instructions_[text.name] = std::make_shared<const Instruction>(std::move(made));
    }
    static std::int64_t of_shape(const Expression& e, const ExecShape& shape) {
        const Register& x = shape.registers[0];
        return evaluate(e, [&](const Expression& leaf) {
            return leaf.op == "rows" ? x.rows : leaf.op == "cols" ? x.cols : x.ld;
        });
    }
    static Geometry geometry(const std::vector<Expression>& global, const std::vector<Expression>& local,
                             const ExecShape& shape) {
        Geometry found;
        if (!local.empty()) found.local = {1, 1, 1};
        for (std::size_t d = 0; d < global.size(); ++d) {
            const std::int64_t items = of_shape(global[d], shape);
            const std::int64_t group = local.empty() ? 1 : of_shape(local[d], shape);
            if (items <= 0 || group <= 0 || items % group != 0) throw Refused();
            found.global[d] = static_cast<std::size_t>(items);
            if (!local.empty()) found.local[d] = static_cast<std::size_t>(group);
        }
        return found;
    }

    static constexpr std::int64_t kMostSteps = 2000;

    const SourceDescription* source_;
    Target target_;
    ProgramBuilder builder_;
    Names program_names_;
    Names sub_names_;
    std::map<std::string, const Statement*> subs_;
    std::map<std::string, CommandId> marks_;
    std::map<std::string, InstructionPtr> instructions_;
    std::int64_t steps_ = 0;
    bool in_sub_ = false;
};

}  // namespace hg::test
