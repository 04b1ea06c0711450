#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/program/build/memory_plan.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/program_samples.hpp"

namespace {

using namespace hg;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Registers of 8 doubles, each written and read, one after the other; `overlap` of them alive at once.
ProgramBuilder chain(const Target& target, std::int64_t extra_slots, std::size_t registers,
                     std::size_t overlap) {
    ProgramBuilder b(target, {.extra_slots = extra_slots});
    const ParameterId m = b.matrix("M", ElementType::f64, 8, 1);
    std::vector<RegisterId> all;
    for (std::size_t r = 0; r < registers + overlap - 1; ++r) {
        if (r < registers) {
            all.push_back(b.reg(0, ElementType::f64, 8, 1));
            b.exec(samples::clear(), {all.back()});
        }
        if (r + 1 >= overlap) b.store({m, 0, 0, 8, 1}, all[r + 1 - overlap]);
    }
    return b;
}

std::vector<std::uint32_t> slots_of(const Program& p) {
    std::vector<std::uint32_t> slots;
    for (SlotId s : p.parts().slot_of_register) slots.push_back(static_cast<std::uint32_t>(s));
    return slots;
}

TEST(MemoryPlan, TakesTheSlotThatWasFreedFirst) {
    const Program p = chain(samples::target(), 2, 7, 1).finish();
    EXPECT_THAT(slots_of(p), ElementsAre(0, 1, 2, 0, 1, 2, 0));
}

TEST(MemoryPlan, WithoutExtraSlotsMakesAsManyAsLiveAtOnce) {
    EXPECT_EQ(chain(samples::target(), 0, 9, 1).finish().slots().size(), 1U);
    EXPECT_EQ(chain(samples::target(), 0, 9, 4).finish().slots().size(), 4U);
}

TEST(MemoryPlan, MakesNoMoreSlotsThanRegisters) {
    EXPECT_EQ(chain(samples::target(), 100, 3, 1).finish().slots().size(), 3U);
}

TEST(MemoryPlan, ExtraSlotsStayWithinTheDevice) {
    Target t = samples::target();
    t.devices[0].memory = 3 * 64 + 63;
    const Program p = chain(t, 6, 9, 2).finish();
    EXPECT_EQ(p.slots().size(), 3U);
    EXPECT_EQ(p.device_bytes(0), 3 * 64);
}

TEST(MemoryPlan, RegistersOfOneClassShareSlotsAsLargeAsTheLargest) {
    ProgramBuilder b(samples::target(), {.extra_slots = 0});
    for (std::int64_t rows : {100, 50, 49, 24})
        b.exec(samples::clear(), {b.reg(0, ElementType::f64, rows, 1)});
    const Program p = std::move(b).finish();
    EXPECT_THAT(slots_of(p), ElementsAre(0, 0, 1, 2));
    EXPECT_EQ(p.slots()[0].bytes, 800);
    EXPECT_EQ(p.slots()[1].bytes, 392);
    EXPECT_EQ(p.slots()[2].bytes, 192);
}

TEST(MemoryPlan, ExtraSlotsGoToAllClassesInTurn) {
    Target t = samples::target();
    t.devices[0].memory = 800 + 80 + 800 + 80 + 80;  // a second large slot fits, a third does not
    ProgramBuilder b(t);
    for (int i = 0; i < 4; ++i)
        for (std::int64_t rows : {100, 10}) b.exec(samples::clear(), {b.reg(0, ElementType::f64, rows, 1)});
    const Program p = std::move(b).finish();
    EXPECT_EQ(std::count(p.slots().begin(), p.slots().end(), Slot{0, 800}), 2);
    EXPECT_EQ(std::count(p.slots().begin(), p.slots().end(), Slot{0, 80}), 3);
}

TEST(MemoryPlan, EachDeviceHasItsOwnSlots) {
    ProgramBuilder b(samples::target(2), {.extra_slots = 0});
    for (DeviceIndex d : {DeviceIndex{1}, DeviceIndex{0}, DeviceIndex{1}})
        b.exec(samples::clear(), {b.reg(d, ElementType::f64, 4, 4)});
    const Program p = std::move(b).finish();
    EXPECT_THAT(p.slots(), ElementsAre(Slot{1, 128}, Slot{0, 128}));
    EXPECT_THAT(slots_of(p), ElementsAre(0, 1, 0));
}

TEST(MemoryPlan, LeadingDimensionCountsTowardsTheSlot) {
    ProgramBuilder b(samples::target());
    b.exec(samples::clear(), {b.reg(0, ElementType::f64, 3, 5, 16)});
    EXPECT_EQ(std::move(b).finish().slots()[0].bytes, 16 * 5 * 8);
}

TEST(MemoryPlan, ARegisterThatNoCommandNamesTakesNoMemory) {
    ProgramBuilder b(samples::target());
    b.reg(0, ElementType::f64, 1000, 1000);
    EXPECT_EQ(std::move(b).finish().device_bytes(0), 0);
}

TEST(MemoryPlan, WhatDoesNotFitIsToldWithTheFigures) {
    const auto refused = [](std::int64_t DeviceModel::*limit, std::int64_t bytes, std::size_t registers,
                            std::size_t alive) {
        Target t = samples::target();
        t.devices[0].*limit = bytes;
        return test::error_of([&] { return chain(t, 6, registers, alive).finish(); });
    };
    const Error memory = refused(&DeviceModel::memory, 4 * 64 - 1, 9, 4);
    EXPECT_EQ(memory.code(), ErrorCode::out_of_memory);
    EXPECT_THAT(memory.message(), AllOf(HasSubstr("256 bytes"), HasSubstr("255 bytes")));
    const Error buffer = refused(&DeviceModel::largest_slot, 63, 1, 1);
    EXPECT_EQ(buffer.code(), ErrorCode::out_of_memory);
    EXPECT_THAT(buffer.message(), AllOf(HasSubstr("64 bytes"), HasSubstr("63 bytes")));
}

TEST(MemoryPlan, HugeRegistersDoNotOverflowTheSum) {
    Target t = samples::target();
    t.devices[0].largest_slot = t.devices[0].memory = std::numeric_limits<std::int64_t>::max();
    ProgramBuilder b(t);
    const RegisterId x = b.reg(0, ElementType::f64, std::int64_t{1} << 30, (std::int64_t{1} << 30) - 1);
    const RegisterId y = b.reg(0, ElementType::f64, std::int64_t{1} << 30, (std::int64_t{1} << 30) - 1);
    b.exec(samples::clear(), {x});
    b.exec(samples::copy(), {x, y});
    EXPECT_THROW((void)std::move(b).finish(), Error);
}

}  // namespace
