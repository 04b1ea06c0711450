#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg::test {

inline int pick(int least, int most) {
    return *rc::gen::inRange(least, most + 1);
}

/// The devices of a program as a target.
inline Target target_of(const Program& p) {
    Target t;
    t.devices.assign(p.devices().begin(), p.devices().end());
    return t;
}

/// A program whose host tiles overlap at random, with devices, shapes, windows, queues of EXECs, marks and
/// barriers at random. Resident registers are there from the first command on.
inline Program random_program() {
    constexpr std::int64_t kExtent = 12;  // of the square matrices
    const auto devices = static_cast<std::size_t>(pick(1, 3));
    ProgramBuilder b(samples::target(devices), {.extra_slots = pick(0, 4)});
    const std::vector<ParameterId> matrices{b.matrix("A", ElementType::f64, kExtent, kExtent),
                                            b.matrix("B", ElementType::f64, kExtent, kExtent)};
    const Scalar alpha = b.scalar("alpha");
    std::vector<RegisterId> written;
    std::vector<CommandId> marks;
    const auto any_queue = [&] {
        return QueueId{static_cast<DeviceIndex>(pick(0, static_cast<int>(devices) - 1)),
                       kQueueKinds[static_cast<std::size_t>(pick(0, 3))]};
    };
    const auto after = [&] {
        std::vector<CommandId> list;
        if (!marks.empty() && pick(0, 3) == 0)
            list.push_back(marks[static_cast<std::size_t>(pick(0, static_cast<int>(marks.size()) - 1))]);
        return list;
    };
    const auto new_register = [&] {
        const std::int64_t rows = pick(1, 6);
        return b.reg(static_cast<DeviceIndex>(pick(0, static_cast<int>(devices) - 1)), ElementType::f64, rows,
                     pick(1, 6), pick(0, 1) == 0 ? 8 : rows + pick(0, 2));
    };
    for (int i = pick(0, 2); i > 0; --i)
        written.push_back(b.resident("x" + std::to_string(i),
                                     static_cast<DeviceIndex>(pick(0, static_cast<int>(devices) - 1)),
                                     ElementType::f64, pick(1, 6), pick(1, 6), pick(0, 1) == 0 ? 8 : 6));
    // Columns of 64 bytes let windows begin in any of them.
    const auto part_of = [&](RegisterId r) {
        const Register reg = b.reg(r);
        if (reg.ld != 8 || pick(0, 2) == 0) return r;
        const int first = pick(0, static_cast<int>(reg.cols) - 1);
        return b.window(r, 0, first, pick(1, static_cast<int>(reg.rows)),
                        pick(1, static_cast<int>(reg.cols) - first));
    };
    const auto any_written = [&] {
        return written[written.size() - 1 -
                       static_cast<std::size_t>(pick(0, std::min(4, static_cast<int>(written.size()) - 1)))];
    };
    const auto any_tile = [&](RegisterId r) {
        const Register reg = b.reg(r);
        return HostTile{matrices[static_cast<std::size_t>(pick(0, 1))],
                        pick(0, static_cast<int>(kExtent - reg.rows)),
                        pick(0, static_cast<int>(kExtent - reg.cols)), reg.rows, reg.cols};
    };
    std::vector<HostTile> loaded;
    const auto load_again = [&] {
        const HostTile tile =
            loaded[loaded.size() - 1 -
                   static_cast<std::size_t>(pick(0, std::min(4, static_cast<int>(loaded.size()) - 1)))];
        written.push_back(b.reg(static_cast<DeviceIndex>(pick(0, static_cast<int>(devices) - 1)),
                                ElementType::f64, tile.rows, tile.cols));
        b.load(written.back(), tile, after());
    };
    for (int i = pick(0, 60); i > 0; --i) {
        b.use_queue(pick(0, 1) == 0 ? QueueKind::exec : QueueKind::exec2);
        const int kind = written.empty() ? pick(0, 1) : pick(0, loaded.empty() ? 9 : 12);
        if (kind == 0) {
            written.push_back(new_register());
            b.exec(samples::clear(), {written.back()}, {}, after());
        } else if (kind <= 3) {
            const RegisterId all = kind == 3 ? any_written() : new_register();
            if (kind != 3) written.push_back(all);
            const RegisterId r = part_of(all);
            loaded.push_back(any_tile(r));
            b.load(r, loaded.back(), after());
        } else if (kind <= 6) {
            const RegisterId r = part_of(any_written());
            b.store(any_tile(r), r, after());
        } else if (kind == 7) {
            b.exec(samples::scale(), {part_of(any_written())}, {pick(0, 1) == 0 ? alpha : Scalar(0.5)},
                   after());
        } else if (kind == 8) {
            const Register shape = b.reg(any_written());
            const RegisterId from = any_written();
            const RegisterId to = b.reg(b.reg(from).device, shape.type, shape.rows, shape.cols);
            b.exec(samples::copy(), {from, to}, {}, after());
            written.push_back(to);
        } else if (kind >= 10) {
            load_again();
        } else if (pick(0, 2) == 0) {
            marks.push_back(b.barrier("all", any_queue()));
        } else {
            const auto on = static_cast<CommandId>(pick(0, static_cast<int>(b.size()) - 1));
            marks.push_back(b.mark("some", std::vector{on}, any_queue()));
        }
    }
    return std::move(b).finish();
}

}  // namespace hg::test
