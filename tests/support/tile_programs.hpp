#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

/// Programs on square tiles of integers, which lie side by side in the caller's matrices.
namespace hg::test {

/// tile := instruction(tile), in a register of `device`.
inline void update_tile(ProgramBuilder& builder, DeviceIndex device, const HostTile& tile,
                        const InstructionPtr& instruction, const std::vector<Scalar>& scalars = {2.0, 1.0}) {
    const RegisterId r = builder.reg(device, ElementType::i32, tile.rows, tile.cols);
    builder.load(r, tile);
    builder.exec(instruction, std::array{r}, scalars);
    builder.store(tile, r);
}

/// The same for `tiles` n x n tiles of "X", on the devices in turn, from `first` on.
inline ProgramBuilder tile_updates(const Machine& machine, std::int64_t n, std::int64_t tiles,
                                   const InstructionPtr& instruction = scale<std::int32_t>(),
                                   DeviceIndex first = 0) {
    ProgramBuilder builder(machine.target());
    const ParameterId x = builder.matrix("X", ElementType::i32, n, n * tiles);
    for (std::int64_t t = 0; t < tiles; ++t) {
        const std::size_t device = (first + static_cast<std::size_t>(t)) % machine.device_count();
        update_tile(builder, static_cast<DeviceIndex>(device), {x, 0, t * n, n, n}, instruction);
    }
    return builder;
}

/// C := alpha A + C in `tiles` n x n tiles, on the devices in turn.
inline Program axpy_program(const Machine& machine, std::int64_t n, std::int64_t tiles) {
    ProgramBuilder b(machine.target());
    const ParameterId a = b.matrix("A", ElementType::i32, n, n * tiles);
    const ParameterId c = b.matrix("C", ElementType::i32, n, n * tiles);
    const InstructionPtr axpy = test::axpy<std::int32_t>();
    for (std::int64_t t = 0; t < tiles; ++t) {
        const auto device = static_cast<DeviceIndex>(static_cast<std::size_t>(t) % machine.device_count());
        const RegisterId x = b.reg(device, ElementType::i32, n, n);
        const RegisterId y = b.reg(device, ElementType::i32, n, n);
        b.load(x, {a, 0, t * n, n, n});
        b.load(y, {c, 0, t * n, n, n});
        b.exec(axpy, {x, y}, {b.scalar("alpha")});
        b.store({c, 0, t * n, n, n}, y);
    }
    return std::move(b).finish();
}

}  // namespace hg::test
