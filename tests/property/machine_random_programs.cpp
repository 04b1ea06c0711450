#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/order.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMatrixRows = 23;
constexpr std::int64_t kMatrixCols = 17;
constexpr std::int64_t kMatrixLd = 26;
constexpr std::size_t kMatrices = 2;

using Elements = std::vector<std::uint32_t>;  // i32 that wraps around

/// A random program, and the same commands run one after the other on plain arrays.
class RandomProgram {
  public:
    explicit RandomProgram(const Target& target) : builder_(target), devices_(target.devices.size()) {
        for (std::size_t m = 0; m < kMatrices; ++m) {
            matrices_.push_back(
                builder_.matrix("M" + std::to_string(m), ElementType::i32, kMatrixRows, kMatrixCols));
            initial_.emplace_back(static_cast<std::size_t>(kMatrixLd * kMatrixCols));
            for (std::size_t i = 0; i < initial_[m].size(); ++i)
                initial_[m][i] = static_cast<std::uint32_t>(1000 * m + i);
        }
        expected_ = initial_;
        for (int r = *rc::gen::inRange(0, 3); r > 0; --r) add_resident();
        const int commands = *rc::gen::inRange(1, 60);
        for (int c = 0; c < commands; ++c) append();
    }

    [[nodiscard]] Program finish() { return std::move(builder_).finish(); }
    [[nodiscard]] const std::vector<Elements>& initial() const { return initial_; }
    [[nodiscard]] const std::vector<Elements>& expected() const { return expected_; }
    /// What resident registers hold after a run, packed. Before it element i of each is i.
    [[nodiscard]] std::vector<Elements> residents() const {
        std::vector<Elements> contents;
        for (std::size_t r = 0; r < residents_; ++r) contents.push_back(registers_[r].elements);
        return contents;
    }

  private:
    struct LiveRegister {
        RegisterId id{};
        DeviceIndex device = 0;
        std::int64_t rows = 0;
        std::int64_t cols = 0;
        Elements elements{};  ///< packed; empty until it is written
    };

    /// Before all other registers.
    void add_resident() {
        LiveRegister r;
        r.device = static_cast<DeviceIndex>(*rc::gen::inRange<std::size_t>(0, devices_));
        r.rows = *rc::gen::inRange<std::int64_t>(1, 9);
        r.cols = *rc::gen::inRange<std::int64_t>(1, 9);
        r.id = builder_.resident("x" + std::to_string(residents_++), r.device, ElementType::i32, r.rows,
                                 r.cols, r.rows + *rc::gen::inRange<std::int64_t>(0, 3));
        for (std::int64_t i = 0; i < r.rows * r.cols; ++i)
            r.elements.push_back(static_cast<std::uint32_t>(i));
        registers_.push_back(std::move(r));
    }

    void append() {
        builder_.use_queue(*rc::gen::element(QueueKind::exec, QueueKind::exec2));
        switch (*rc::gen::weightedElement<int>({{4, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {1, 5}, {1, 6}})) {
            case 0:
                load();
                break;
            case 1:
                fill();
                break;
            case 2:
                scale();
                break;
            case 3:
                axpy();
                break;
            case 4:
                store();
                break;
            case 5:
                mark();
                break;
            default:
                builder_.barrier("b", random_queue());
                break;
        }
    }

    LiveRegister& new_register(std::int64_t rows, std::int64_t cols) {
        LiveRegister r;
        r.device = static_cast<DeviceIndex>(*rc::gen::inRange<std::size_t>(0, devices_));
        r.rows = rows;
        r.cols = cols;
        r.id = builder_.reg(r.device, ElementType::i32, rows, cols,
                            rows + *rc::gen::inRange<std::int64_t>(0, 3));
        registers_.push_back(r);
        return registers_.back();
    }

    LiveRegister* some_register() {
        if (registers_.empty()) return nullptr;
        if (residents_ > 0 && *rc::gen::inRange(0, 3) == 0)
            return &registers_[*rc::gen::inRange<std::size_t>(0, residents_)];
        // Mostly recent ones: programs whose registers all live to the end reuse no slot.
        const std::size_t back =
            *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(registers_.size(), 5));
        return &registers_[registers_.size() - 1 - back];
    }

    HostTile random_tile(std::int64_t rows, std::int64_t cols) {
        HostTile tile;
        tile.parameter = matrices_[*rc::gen::inRange<std::size_t>(0, kMatrices)];
        tile.rows = rows;
        tile.cols = cols;
        tile.row = *rc::gen::inRange<std::int64_t>(0, kMatrixRows - rows + 1);
        tile.col = *rc::gen::inRange<std::int64_t>(0, kMatrixCols - cols + 1);
        return tile;
    }

    QueueId random_queue() {
        return {static_cast<DeviceIndex>(*rc::gen::inRange<std::size_t>(0, devices_)),
                kQueueKinds[*rc::gen::inRange<std::size_t>(0, kQueueKinds.size())]};
    }

    template <class Visit>
    void each_element(const LiveRegister& r, const HostTile& tile, Visit visit) {
        for (std::int64_t j = 0; j < r.cols; ++j)
            for (std::int64_t i = 0; i < r.rows; ++i)
                visit(static_cast<std::size_t>(i + j * r.rows),
                      expected_[index(tile.parameter)]
                               [static_cast<std::size_t>(tile.row + i + (tile.col + j) * kMatrixLd)]);
    }

    void load() {
        LiveRegister& r =
            new_register(*rc::gen::inRange<std::int64_t>(1, 9), *rc::gen::inRange<std::int64_t>(1, 9));
        const HostTile tile = random_tile(r.rows, r.cols);
        builder_.load(r.id, tile, pending_marks());
        r.elements.resize(static_cast<std::size_t>(r.rows * r.cols));
        each_element(r, tile, [&](std::size_t at, std::uint32_t& host) { r.elements[at] = host; });
    }

    void store() {
        LiveRegister* r = some_register();
        if (!r) return;
        const HostTile tile = random_tile(r->rows, r->cols);
        builder_.store(tile, r->id, pending_marks());
        each_element(*r, tile, [&](std::size_t at, std::uint32_t& host) { host = r->elements[at]; });
    }

    void fill() {
        const auto value = *rc::gen::inRange<std::int32_t>(-9, 10);
        LiveRegister& r =
            new_register(*rc::gen::inRange<std::int64_t>(1, 9), *rc::gen::inRange<std::int64_t>(1, 9));
        builder_.exec(fill_, {r.id}, {static_cast<double>(value)}, pending_marks());
        r.elements.assign(static_cast<std::size_t>(r.rows * r.cols), static_cast<std::uint32_t>(value));
    }

    void scale() {
        LiveRegister* r = some_register();
        if (!r) return;
        const auto a = *rc::gen::inRange<std::int32_t>(-3, 4);
        const auto b = *rc::gen::inRange<std::int32_t>(-3, 4);
        builder_.exec(scale_, {r->id}, {static_cast<double>(a), static_cast<double>(b)}, pending_marks());
        for (std::uint32_t& e : r->elements)
            e = static_cast<std::uint32_t>(a) * e + static_cast<std::uint32_t>(b);
    }

    void axpy() {
        LiveRegister* x = some_register();
        if (!x) return;
        for (LiveRegister& y : registers_) {
            if (y.id == x->id || y.device != x->device || y.rows != x->rows || y.cols != x->cols) continue;
            const auto a = *rc::gen::inRange<std::int32_t>(-3, 4);
            builder_.exec(axpy_, {x->id, y.id}, {static_cast<double>(a)}, pending_marks());
            for (std::size_t i = 0; i < y.elements.size(); ++i)
                y.elements[i] += static_cast<std::uint32_t>(a) * x->elements[i];
            return;
        }
    }

    void mark() {
        if (builder_.size() == 0) return;
        const auto on = static_cast<CommandId>(*rc::gen::inRange<std::size_t>(0, builder_.size()));
        marks_.push_back(builder_.mark("m", std::vector{on}, random_queue()));
    }

    /// The marks since the last command that waited for some.
    std::vector<CommandId> pending_marks() { return std::exchange(marks_, {}); }

    ProgramBuilder builder_;
    std::size_t devices_;
    std::vector<ParameterId> matrices_;
    std::vector<Elements> initial_;
    std::vector<Elements> expected_;
    std::vector<LiveRegister> registers_;  ///< residents first
    std::size_t residents_ = 0;
    std::vector<CommandId> marks_;
    InstructionPtr fill_ = test::fill<std::int32_t>();
    InstructionPtr scale_ = test::scale<std::int32_t>();
    InstructionPtr axpy_ = test::axpy<std::int32_t>();
};

/// Loads matrices into a program's resident registers, or stores them, in memory that the bindings name.
void move_residents(Machine& machine, const Program& program, const Bindings& memory,
                    std::vector<Elements>& contents, Operation direction) {
    ProgramBuilder b(machine.target());
    Bindings bindings = memory;
    contents.resize(program.residents().size());
    for (std::size_t i = 0; i < program.residents().size(); ++i) {
        const auto& [name, id] = program.residents()[i];
        const Register& shape = program.reg(id);
        const RegisterId r = b.resident(name, shape.device, shape.type, shape.rows, shape.cols, shape.ld);
        const HostTile tile{b.matrix(name, shape.type, shape.rows, shape.cols), 0, 0, shape.rows, shape.cols};
        contents[i].resize(static_cast<std::size_t>(shape.rows * shape.cols));
        if (direction == Operation::load) {
            std::iota(contents[i].begin(), contents[i].end(), 0);
            b.load(r, tile);
        } else {
            b.store(tile, r);
        }
        bindings.matrix(name, reinterpret_cast<std::int32_t*>(contents[i].data()), shape.rows);
    }
    machine.run(std::move(b).finish(), bindings);
}

TEST(RandomPrograms, GiveWhatSequentialExecutionGives) {
    MachineOptions options = test::test_options();
    options.chunk_bytes = 96;
    Machine machine(options);
    const bool holds = rc::check("a random program gives what sequential execution gives", [&] {
        RandomProgram random(machine.target());
        const Program written = random.finish();
        std::vector<double> priorities;
        for (std::size_t c = 0; c < written.size(); ++c) priorities.push_back(*rc::gen::inRange(0, 4));
        const bool keeps_order = *rc::gen::arbitrary<bool>();
        const Program program = keeps_order ? written : reordered(written, machine.target(), priorities);
        Bindings memory;
        for (const auto& [name, id] : program.residents()) {
            const Register& shape = program.reg(id);
            memory.resident(name, machine.allocate_resident(shape.device, shape.type, shape.ld * shape.cols));
        }
        for (int round = 0; round < 3; ++round) {
            std::vector<Elements> data = random.initial();
            std::vector<Elements> contents;
            move_residents(machine, program, memory, contents, Operation::load);
            Bindings bindings = memory;
            for (std::size_t m = 0; m < kMatrices; ++m)
                bindings.matrix("M" + std::to_string(m), reinterpret_cast<std::int32_t*>(data[m].data()),
                                kMatrixLd);
            machine.run(program, bindings);
            RC_ASSERT(data == random.expected());
            move_residents(machine, program, memory, contents, Operation::store);
            RC_ASSERT(contents == random.residents());
        }
    });
    EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace hg
