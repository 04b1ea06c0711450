#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random_expression.hpp"

namespace hg::test {

/// Makes sources along the grammar. Names are those that are known at a place, and numbers are kept in their
/// bounds; a wild one breaks that here and there.
class RandomSource : private RandomExpression {
  public:
    using RandomExpression::Pick;
    using RandomExpression::RandomExpression;

    SourceDescription source() {
        declarations();
        scope_.scalars = source_.scalars;
        scope_.matrices = source_.matrices;
        const int most = pick_(2, 14);
        for (int i = 0; i < most; ++i) {
            if (chance(5))
                sub();
            else
                statement(source_.body);
        }
        return std::move(source_);
    }

  private:
    // The head of a source
    void declarations() {
        const int parameters = pick_(0, 3);
        for (int i = 0; i < parameters; ++i) {
            ParameterText parameter{.name = "p" + std::to_string(i)};
            if (chance(2)) parameter.value = parameter_default();
            if (!parameter.value || chance(3)) parameter.given = pick_(-3, 9);
            scope_.integers.push_back(named(parameter.name));
            source_.parameters.push_back(std::move(parameter));
        }
        if (chance(4)) source_.own_devices = pick_(1, 2);
        source_.machine_devices = pick_(1, 3);
        for (int d = 0; d < source_.own_devices; ++d) scope_.devices.push_back("d" + std::to_string(d));
        for (const char* name : {"A", "B", "F"})
            source_.matrices.push_back({name, *name == 'F' ? ElementType::f32 : ElementType::f64,
                                        bounded(number(8), 12), bounded(number(8), 12)});
        source_.scalars = {"alpha", "beta"};
        for (int i = pick_(0, 2); i > 0; --i)
            source_.instructions.push_back(instruction("own." + std::to_string(i)));
        source_.by_priority = chance(5);
    }
    /// It names no devices.
    Expression parameter_default() {
        const auto operand = [&] {
            return scope_.integers.empty() ? number(pick_(0, 9)) : any(scope_.integers);
        };
        static const std::vector<std::string> kOperators{"+", "-", "*", "min"};
        return apply(any(kOperators), {operand(), number(pick_(0, 4))});
    }

    // Statements
    void statement(Block& block) {
        if (++statements_ > kMostStatements) return;
        const bool has_registers = !scope_.registers.empty();
        switch (pick_(0, scope_.depth < kDeepest ? 17 : 11)) {
            case 0:
                let(block, integer(3));
                return;
            case 1:
            case 2:
                return new_register(block);
            case 3:
                return has_registers ? window(block) : new_register(block);
            case 4:
            case 5:
                return has_registers ? transfer(block, StatementKind::load) : new_register(block);
            case 6:
            case 7:
                return has_registers ? transfer(block, StatementKind::store) : new_register(block);
            case 8:
            case 9:
                return has_registers ? exec(block) : new_register(block);
            case 10:
                return has_registers ? product(block) : new_register(block);
            case 11:
                return mark(block);
            case 12:
            case 13:
                return loop(block);
            case 14:
                return device_loop(block);
            case 15:
                return branches(block);
            default:
                return call(block);
        }
    }

    /// Statements of a block of their own, with the names that are known before it.
    Block inner(int most) {
        Block block;
        ++scope_.depth;
        for (int i = pick_(0, most); i > 0; --i) statement(block);
        return block;
    }

    void new_register(Block& block) {
        Shaped added{.device = device()};
        if (chance(6)) added.type = ElementType::f32;
        added.rows = let_or_number(block);
        added.cols = let_or_number(block);
        added.is_aligned = chance(3);
        added.is_array = chance(4);
        add_register(block, added);
    }
    Expression let_or_number(Block& block) {
        return chance(2) ? let(block, bounded(number(6), 1)) : number(pick_(1, 6));
    }
    /// Declares it and writes to all of it, so that it can be read. Adds it to the scope.
    void add_register(Block& block, Shaped& added) {
        added.name.name = new_name();
        Statement s{.kind = StatementKind::reg, .name = added.name.name, .numbers = {added.rows, added.cols}};
        const Expression unit = number(added.type == ElementType::f64 ? 8 : 16);
        if (added.is_aligned)
            s.numbers.push_back(apply("*", {unit, apply("ceil", {added.rows, unit})}));
        else if (chance(4))
            s.numbers.push_back(apply("+", {added.rows, bounded(number(3))}));
        if (added.is_array) s.array = bounded(number(3), chance(8) ? 0 : 1);
        s.type = added.type;
        s.device = added.device;
        block.push_back(s);
        scope_.registers.push_back(added);
        if (goes_wild()) return;
        Shaped first = added;
        Block writing;
        if (added.is_array) {
            first.is_array = false;
            first.name.element = named("e" + std::to_string(scope_.depth));
        }
        if (added.type == ElementType::f64 && chance(2))
            writing.push_back({.kind = StatementKind::exec, .name = "clear", .registers = {first.name}});
        else
            transfer(writing, StatementKind::load, first);
        if (!added.is_array) return block.push_back(writing[0]);
        block.push_back({.kind = StatementKind::loop,
                         .name = first.name.element->name,
                         .numbers = {number(0), counted(added.name.name)},
                         .body = writing});
    }

    void window(Block& block) {
        const Shaped of = any(scope_.registers);
        Shaped part = of;
        part.is_array = false;
        const Expression row = goes_wild() ? integer() : number(0);
        const Expression col = of.is_aligned ? let(block, bounded(of.cols)) : number(0);
        part.rows = let(block, bounded(of.rows, 1));
        part.cols = let(block, bounded(of.is_aligned ? apply("-", {of.cols, col}) : of.cols, 1));
        part.name = {new_name(), std::nullopt};
        block.push_back({.kind = StatementKind::window,
                         .name = part.name.name,
                         .numbers = {row, col, part.rows, part.cols},
                         .registers = {element_of(of)}});
        scope_.registers.push_back(part);
    }

    void transfer(Block& block, StatementKind kind) { transfer(block, kind, any(scope_.registers)); }
    void transfer(Block& block, StatementKind kind, const Shaped& moved) {
        Statement s{.kind = kind, .registers = {element_of(moved)}};
        std::vector<MatrixText> fitting;
        for (const MatrixText& matrix : scope_.matrices)
            if (matrix.type == moved.type || goes_wild()) fitting.push_back(matrix);
        if (fitting.empty()) fitting = source_.matrices;
        const MatrixText& matrix = any(fitting);
        const auto room = [](const Expression& all, const Expression& taken) {
            return apply("+", {apply("-", {all, taken}), number(1)});
        };
        s.matrix = matrix.name;
        s.numbers = {bounded(room(matrix.rows, moved.rows)), bounded(room(matrix.cols, moved.cols))};
        if (chance(3)) s.numbers.insert(s.numbers.end(), {moved.rows, moved.cols});
        if (chance(6)) s.part = chance(2) ? TilePart::lower : TilePart::upper;
        s.after = after();
        block.push_back(s);
    }

    void exec(Block& block) {
        const Shaped from = any(scope_.registers);
        Statement s{.kind = StatementKind::exec, .name = "scale", .registers = {element_of(from)}};
        if (from.type != ElementType::f64 && !goes_wild()) return transfer(block, StatementKind::store, from);
        const int kind = pick_(0, 4);
        if (kind == 0) {
            s = {.kind = StatementKind::routine, .name = "twice", .registers = s.registers};
            s.scalars = {scalar(true)};
        } else if (kind == 1) {
            Shaped to = from;
            to.is_array = to.is_aligned = false;
            to.name.element.reset();
            add_register(block, to);
            s.name = "copy";
            s.registers.push_back(to.name);
        } else {
            s.scalars = {scalar(false)};
            if (kind > 2 && !source_.instructions.empty()) s.name = any(source_.instructions).name;
        }
        if (goes_wild()) s.name = "nothing";
        if (s.kind == StatementKind::exec) {
            s.queue = exec_queue();
            s.after = after();
        }
        block.push_back(s);
    }

    QueueKind exec_queue() { return chance(3) ? QueueKind::exec2 : QueueKind::exec; }

    /// C = s A B with new registers B and C.
    void product(Block& block) {
        const Shaped a = any(scope_.registers);
        if (a.type != ElementType::f64) return mark(block);
        Shaped b{.rows = a.cols, .cols = let_or_number(block), .device = a.device};
        add_register(block, b);
        Shaped c{.rows = a.rows, .cols = b.cols, .device = a.device};
        add_register(block, c);
        block.push_back({.kind = StatementKind::exec,
                         .name = "multiply",
                         .registers = {element_of(a), b.name, c.name},
                         .queue = exec_queue(),
                         .scalars = {scalar(false)},
                         .after = after()});
    }

    void mark(Block& block) {
        Statement s{.kind = StatementKind::mark, .name = "m" + std::to_string(pick_(0, 2)), .after = after()};
        if (chance(3)) {
            s.kind = StatementKind::barrier;
            s.after.clear();
            if (chance(2)) s.name.clear();
        }
        s.device = device();
        if (s.device) s.queue = kQueueKinds[static_cast<std::size_t>(pick_(0, 3))];
        if (!s.name.empty()) scope_.marks.push_back(s.name);
        block.push_back(s);
    }

    void loop(Block& block) {
        Statement s{.kind = StatementKind::loop};
        const Expression first = bounded(number(4));
        const int turns = pick_(0, 3);
        if (chance(3)) {
            s.numbers = {first, apply("-", {first, number(2 * turns)}), apply("neg", {number(2)})};
        } else {
            s.numbers = {first, apply("+", {first, number(turns)})};
            if (chance(3)) s.numbers.push_back(bounded(number(3), 1));
        }
        if (chance(4)) s.numbers[1] = bounded(number(4));
        if (goes_wild()) s.numbers.push_back(integer());
        s.numbers.resize(std::min<std::size_t>(s.numbers.size(), 3));
        const Scope before = scope_;
        s.name = new_name();
        scope_.integers.push_back(named(s.name));
        s.body = inner(5);
        scope_ = before;
        block.push_back(s);
    }

    void device_loop(Block& block) {
        Statement s{.kind = StatementKind::device_loop};
        const Scope before = scope_;
        s.name = new_name();
        scope_.devices.push_back(s.name);
        s.body = inner(5);
        scope_ = before;
        block.push_back(s);
    }

    void branches(Block& block) {
        Statement s{.kind = StatementKind::branches};
        const auto add = [&](std::optional<Expression> condition) {
            const Scope before = scope_;
            s.branches.push_back({std::move(condition), inner(4)});
            scope_ = before;
        };
        for (int i = pick_(1, 2); i > 0; --i) add(condition());
        if (chance(2)) add(std::nullopt);
        block.push_back(s);
    }

    /// A sub with a register, its shape and its device, and whatever else it takes. It is called at once, and
    /// perhaps again.
    void sub() {
        Statement s{.kind = StatementKind::sub, .name = "f" + std::to_string(subs_.size())};
        const Scope before = scope_;
        scope_.registers.clear();
        scope_.marks.clear();
        scope_.matrices = {};
        if (chance(2)) {
            // Its own names come first.
            scope_.names = 0;
            std::erase_if(scope_.integers, [](const Expression& known) { return known.name[0] == 'v'; });
        }
        const auto argument = [&](ArgumentKind kind) {
            s.arguments.push_back({kind, new_name()});
            return s.arguments.back().name;
        };
        for (int i = pick_(0, 2); i > 0; --i)
            scope_.integers.push_back(named(argument(ArgumentKind::integer)));
        if (!chance(3)) {
            Shaped given{.name = {argument(ArgumentKind::reg), std::nullopt}};
            given.rows = named(argument(ArgumentKind::integer));
            given.cols = named(argument(ArgumentKind::integer));
            given.device = DeviceName{argument(ArgumentKind::device), std::nullopt};
            scope_.devices.push_back(given.device->name);
            scope_.registers.push_back(given);
        }
        if (chance(3)) scope_.scalars.push_back(argument(ArgumentKind::scalar));
        if (chance(3)) {
            MatrixText taken = source_.matrices[0];
            taken.name = argument(ArgumentKind::matrix);
            scope_.matrices.push_back(taken);
        }
        scope_.matrices.insert(scope_.matrices.end(), source_.matrices.begin(), source_.matrices.end());
        s.body = inner(6);
        scope_ = before;
        source_.body.push_back(s);
        subs_.push_back(s);
        call(source_.body);
    }

    void call(Block& block) {
        if (subs_.empty()) return mark(block);
        // A sub calls those above it, and not itself: it is added when it has been read.
        const Statement sub = any(subs_);
        Statement s{.kind = StatementKind::call, .name = sub.name};
        Shaped shaped;
        for (std::size_t i = 0; i < sub.arguments.size(); ++i) {
            GivenArgument given{.kind = sub.arguments[i].kind};
            if (given.kind == ArgumentKind::reg) {
                shaped = register_for_sub(block);
                given.reg = element_of(shaped);
                s.given.push_back(given);
                s.given.push_back({.kind = ArgumentKind::integer, .value = shaped.rows});
                s.given.push_back({.kind = ArgumentKind::integer, .value = shaped.cols});
                s.given.push_back({.kind = ArgumentKind::device,
                                   .device = shaped.device.value_or(DeviceName{"gpus", number(0)})});
                i += 3;
                continue;
            }
            if (given.kind == ArgumentKind::integer) given.value = integer();
            if (given.kind == ArgumentKind::scalar) given.name = any(scope_.scalars);
            if (given.kind == ArgumentKind::matrix) given.name = "A";
            s.given.push_back(given);
        }
        block.push_back(s);
    }
    Shaped register_for_sub(Block& block) {
        std::vector<Shaped> fitting;
        for (const Shaped& known : scope_.registers)
            if (known.type == ElementType::f64) fitting.push_back(known);
        if (!fitting.empty()) return any(fitting);
        Shaped added{.rows = number(pick_(1, 6)), .cols = number(pick_(1, 6)), .device = device()};
        add_register(block, added);
        return added;
    }

    static constexpr int kMostStatements = 60;
    static constexpr int kDeepest = 4;

    SourceDescription source_;
    std::vector<Statement> subs_;
    int statements_ = 0;
};

}  // namespace hg::test
