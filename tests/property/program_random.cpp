#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/random_program.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using test::pick;
using test::random_program;

using Closure = std::vector<std::vector<bool>>;

/// A rectangle of a host matrix, or of a register in a slot.
struct Touch {
    bool host = false;
    SlotId slot{};
    RegisterId whole{};
    HostTile tile{};
    bool writes = false;

    [[nodiscard]] bool conflicts(const Touch& other) const {
        if (host != other.host || !(writes || other.writes)) return false;
        if (host) return tile.overlaps(other.tile);
        return slot == other.slot && (whole != other.whole || tile.overlaps(other.tile));
    }
};

std::vector<Touch> touches(const Program& p, CommandId id) {
    std::vector<Touch> list;
    const auto registers = p.operands(id);
    for (std::size_t i = 0; i < registers.size(); ++i) {
        const Register& reg = p.reg(registers[i]);
        list.push_back({false,
                        p.slot_of(registers[i]),
                        p.whole(registers[i]),
                        {ParameterId{}, reg.first_row(), reg.first_col(), reg.rows, reg.cols},
                        writes(p.access(id, i))});
    }
    const Operation operation = p.command(id).operation;
    if (operation == Operation::load || operation == Operation::store)
        list.push_back({true, {}, {}, p.tile(id), operation == Operation::store});
    return list;
}

bool conflict(const Program& p, CommandId a, CommandId b) {
    for (const Touch& x : touches(p, a))
        for (const Touch& y : touches(p, b))
            if (x.conflicts(y)) return true;
    return false;
}

bool is_empty(const Command& command) {
    return command.operation == Operation::mark || command.operation == Operation::barrier;
}

/// closure[b][a]: a has ended when b starts, whatever the timing. By brute force, from the
/// rules of the machine.
Closure ended_before(const Program& p) {
    Closure closure(p.size(), std::vector<bool>(p.size(), false));
    for (std::size_t b = 0; b < p.size(); ++b) {
        const auto starts_after_start_of = [&](std::size_t a) {
            for (std::size_t c = 0; c < a; ++c)
                if (closure[a][c]) closure[b][c] = true;
        };
        for (const Dependency& d : p.dependencies(static_cast<CommandId>(b))) {
            closure[b][index(d.on)] = true;
            starts_after_start_of(index(d.on));
        }
        for (std::size_t a = 0; a < b; ++a) {
            const Command& earlier = p.commands()[a];
            if (earlier.queue_id() != p.commands()[b].queue_id()) continue;
            if (computes(earlier.queue) || is_empty(earlier)) closure[b][a] = true;
            starts_after_start_of(a);
        }
    }
    return closure;
}

/// Whether every conflict is ordered, and every barrier keeps before and after apart.
bool is_ordered(const Program& p) {
    const Closure closure = ended_before(p);
    for (std::uint32_t b = 0; b < p.size(); ++b)
        for (std::uint32_t a = 0; a < b; ++a) {
            const bool must = p.commands()[a].operation == Operation::barrier ||
                              p.commands()[b].operation == Operation::barrier ||
                              conflict(p, static_cast<CommandId>(a), static_cast<CommandId>(b));
            if (must && !closure[b][a]) return false;
        }
    return true;
}

RC_GTEST_PROP(ProgramProperty, WhatIsBuiltIsSound, ()) {
    verify(random_program());
}

RC_GTEST_PROP(ProgramProperty, EveryConflictIsOrdered, ()) {
    RC_ASSERT(is_ordered(random_program()));
}

RC_GTEST_PROP(ProgramProperty, AnyPrioritiesGiveASoundProgram, ()) {
    const Program p = random_program();
    std::vector<double> priorities;
    for (std::size_t c = 0; c < p.size(); ++c) priorities.push_back(pick(0, 5));
    try {
        const Program q = reordered(p, samples::target(p.devices().size()), priorities);
        RC_ASSERT(q.size() == p.size());
        RC_ASSERT(is_ordered(q));
        verify(q);
    } catch (const Error& e) {
        // A part of a register that nobody wrote may be read at any time.
        RC_ASSERT(std::string(e.what()).find("before anything is written") != std::string::npos);
    }
}

RC_GTEST_PROP(ProgramProperty, EveryEdgeHasAReason, ()) {
    const Program p = random_program();
    for (std::uint32_t b = 0; b < p.size(); ++b)
        for (const Dependency& d : p.dependencies(static_cast<CommandId>(b)))
            if (d.hazard != Hazard::explicit_) RC_ASSERT(conflict(p, d.on, static_cast<CommandId>(b)));
}

RC_GTEST_PROP(ProgramProperty, VerifyFindsExactlyTheEdgesThatAreMissed, ()) {
    ProgramParts parts = random_program().parts();
    RC_PRE(!parts.dependencies.empty());
    for (int i = pick(1, 3); i > 0 && !parts.dependencies.empty(); --i) {
        const auto edge =
            static_cast<std::uint32_t>(pick(0, static_cast<int>(parts.dependencies.size()) - 1));
        parts.dependencies.erase(parts.dependencies.begin() + edge);
        for (std::uint32_t& first : parts.first_dependency)
            if (first > edge) --first;
    }
    const Program p(std::move(parts));
    bool passed = true;
    try {
        verify(p);
    } catch (const Error& e) {
        passed = false;
        RC_ASSERT(!e.context().command.empty());
    }
    const bool ordered = is_ordered(p);
    RC_CLASSIFY(ordered, "the edge was not needed");
    RC_ASSERT(passed == ordered);
}

RC_GTEST_PROP(ProgramProperty, TextReadsBack, ()) {
    const Program p = random_program();
    const std::string text = print(p);
    const Program q = parse(text, samples::find);
    RC_ASSERT(print(q) == text);
    RC_ASSERT(q.parts().registers == p.parts().registers);
    RC_ASSERT(q.parts().tiles == p.parts().tiles);
    RC_ASSERT(q.parts().slot_of_register == p.parts().slot_of_register);
    RC_ASSERT(q.parts().dependencies == p.parts().dependencies);
    verify(q);
}

RC_GTEST_PROP(ProgramProperty, DamagedTextIsReadOrRefused, ()) {
    std::string text = print(random_program());
    for (int i = pick(1, 4); i > 0; --i)
        text[static_cast<std::size_t>(pick(0, static_cast<int>(text.size()) - 1))] =
            static_cast<char>(pick(0, 255));
    try {
        const std::string read = print(parse(text, samples::find));
        RC_ASSERT(print(parse(read, samples::find)) == read);
    } catch (const Error& e) {
        RC_ASSERT(e.code() == ErrorCode::invalid_program);
        RC_ASSERT(e.context().line > 0);
    }
}

RC_GTEST_PROP(ProgramProperty, SharedLoadsReadTheSameValuesOnDifferentDevices, ()) {
    const Program p = random_program();
    RC_CLASSIFY(p.shared_load_count() > 0, "some loads are shared");
    std::vector<bool> grouped(p.size(), false);
    for (std::uint32_t g = 0; g < p.shared_load_count(); ++g) {
        const auto users = p.shared_load_users(g);
        RC_ASSERT(users.size() >= 2);
        for (std::size_t i = 0; i < users.size(); ++i) {
            RC_ASSERT(p.shared_load(users[i]) == g);
            RC_ASSERT(p.tile(users[i]) == p.tile(users[0]));
            RC_ASSERT(!grouped[index(users[i])]);
            grouped[index(users[i])] = true;
            for (std::size_t j = 0; j < i; ++j) {
                RC_ASSERT(users[j] < users[i]);
                RC_ASSERT(p.command(users[j]).device != p.command(users[i]).device);
            }
        }
        for (std::size_t c = index(users.front()); c < index(users.back()); ++c)
            if (p.commands()[c].operation == Operation::store)
                RC_ASSERT(!p.tile(static_cast<CommandId>(c)).overlaps(p.tile(users[0])));
    }
    for (std::size_t c = 0; c < p.size(); ++c)
        RC_ASSERT(grouped[c] == (p.shared_load(static_cast<CommandId>(c)) != kNotShared));
}

RC_GTEST_PROP(ProgramProperty, SimulationKeepsAllRules, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    t.host_copy_rate = *rc::gen::element(1e3, 1e9, 1e12);
    t.links_in = *rc::gen::element(1e3, 1e9, 1e30);
    t.links_out = *rc::gen::element(1e3, 1e9, 1e30);
    t.links_both = *rc::gen::element(1e3, 1e9, 1e30);
    for (DeviceModel& d : t.devices) {
        d.link_in = *rc::gen::element(1e3, 1e9, 1e11);
        d.link_both = *rc::gen::element(1e3, 1e9, 1e11);
    }
    const Simulation s = simulate(p, t);
    for (std::size_t c = 0; c < p.size(); ++c) {
        RC_ASSERT(s.end[c] >= s.start[c]);
        RC_ASSERT(s.end[c] <= s.makespan);
        for (const Dependency& d : p.dependencies(static_cast<CommandId>(c)))
            RC_ASSERT(s.start[c] >= s.end[index(d.on)]);
    }
    for (DeviceIndex device = 0; device < p.devices().size(); ++device)
        for (QueueKind kind : kQueueKinds) {
            const auto queue = p.queue({device, kind});
            for (std::size_t i = 1; i < queue.size(); ++i) {
                RC_ASSERT(s.start[index(queue[i])] >= s.start[index(queue[i - 1])]);
                if (computes(kind)) RC_ASSERT(s.start[index(queue[i])] >= s.end[index(queue[i - 1])]);
            }
        }
    RC_ASSERT(s.makespan >= bounds(p, t).best() * (1 - 1e-9));
    const Simulation again = simulate(p, t);
    RC_ASSERT(s.end == again.end);
}

/// If no two queues share anything, a run is a chain of maxima and sums: nothing gets slower when
/// something gets faster. (Where links are shared, it may: a transfer that starts earlier can take from one
/// that matters more.)
RC_GTEST_PROP(ProgramProperty, FasterPartsNeverSlowARunWhoseQueuesShareNothing, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    t.host_copy_rate = 1e30;
    for (DeviceModel& d : t.devices) {
        d.link_in = *rc::gen::element(1e3, 1e6, 1e9);
        d.link_out = *rc::gen::element(1e3, 1e6, 1e9);
        d.link_both = 2e30;
        d.link_latency = *rc::gen::element(0.0, 1e-5, 1e-2);
        d.launch_latency = *rc::gen::element(0.0, 1e-5, 1e-2);
    }
    const double before = simulate(p, t).makespan;
    DeviceModel& d = t.devices[static_cast<std::size_t>(pick(0, static_cast<int>(t.devices.size()) - 1))];
    const auto part =
        *rc::gen::element(&DeviceModel::link_in, &DeviceModel::link_out, &DeviceModel::rate_f64);
    d.*part *= 3;
    d.link_latency /= 2;
    d.launch_latency /= 2;
    RC_ASSERT(simulate(p, t).makespan <= before * (1 + 1e-9));
}

RC_GTEST_PROP(ProgramProperty, TwiceTheRatesAreHalfTheTime, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    t.host_copy_rate = *rc::gen::element(1e7, 1e8, 1e30);
    t.links_in = *rc::gen::element(1e7, 1e8, 1e30);
    t.links_both = *rc::gen::element(1e7, 1e8, 1e30);
    for (DeviceModel& d : t.devices) d.link_in = *rc::gen::element(1e7, 1e8);
    const double before = simulate(p, t).makespan;
    for (double Target::*rate :
         {&Target::host_copy_rate, &Target::links_in, &Target::links_out, &Target::links_both})
        t.*rate *= 2;
    for (DeviceModel& d : t.devices) {
        for (double DeviceModel::*rate :
             {&DeviceModel::link_in, &DeviceModel::link_out, &DeviceModel::link_both, &DeviceModel::rate_f64,
              &DeviceModel::rate_f32, &DeviceModel::memory_rate})
            d.*rate *= 2;
        d.link_latency /= 2;
        d.launch_latency /= 2;
        d.shortest_kernel /= 2;
    }
    for (double HostDelays::*seconds :
         {&HostDelays::awaited, &HostDelays::start, &HostDelays::wake, &HostDelays::each_column})
        t.delays.*seconds /= 2;
    RC_ASSERT(std::abs(simulate(p, t).makespan - before / 2) <= 1e-9 * before);
}

}  // namespace
