#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg::test {

/// A program that uses all devices of a machine, and its matrix.
struct TracedWork {
    static Program program_for(const Machine& machine) {
        ProgramBuilder b = tile_updates(machine, 64, static_cast<std::int64_t>(machine.device_count()));
        b.mark("half");
        b.barrier("end");
        return std::move(b).finish();
    }
    explicit TracedWork(const Machine& machine)
        : program(program_for(machine)), data(64 * 64 * machine.device_count(), 1) {}
    Bindings bindings() { return Bindings{}.matrix("X", data.data(), 64); }

    Program program;
    std::vector<std::int32_t> data;
};

}  // namespace hg::test
