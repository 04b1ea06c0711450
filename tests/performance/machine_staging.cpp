#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// What of the machine's set-up is compared with its defaults.
struct Variant {
    const char* name;
    void (*apply)(MachineOptions& options);
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> list{
        {"default", [](MachineOptions&) {}},
        {"chunks of 16 MiB", [](MachineOptions& o) { o.chunk_bytes = std::int64_t{16} << 20; }},
        {"chunks of 4 MiB", [](MachineOptions& o) { o.chunk_bytes = std::int64_t{4} << 20; }},
        {"8 chunks each way", [](MachineOptions& o) { o.ring_chunks = 8; }},
        {"12 shared chunks", [](MachineOptions& o) { o.shared_chunks = 12; }},
        {"4 threads", [](MachineOptions& o) { o.staging_threads = 4; }},
        {"12 threads", [](MachineOptions& o) { o.staging_threads = 12; }},
        {"24 threads", [](MachineOptions& o) { o.staging_threads = 24; }},
        {"32 threads", [](MachineOptions& o) { o.staging_threads = 32; }},
        {"48 threads", [](MachineOptions& o) { o.staging_threads = 48; }},
    };
    return list;
}

enum class Flow { in, out, both, shared };

constexpr const char* kFlowNames[] = {"in", "out", "both", "shared in"};

/// Transfers of an n x n matrix of doubles in tiles: each device its own part of the tiles, or, shared, every
/// device all of them.
Program transfers(const Machine& machine, Flow flow, std::int64_t n, std::int64_t tile) {
    ProgramBuilder b(machine.target());
    const ParameterId a = b.matrix("A", ElementType::f64, n, n);
    const ParameterId c = b.matrix("C", ElementType::f64, n, n);
    const auto devices = static_cast<DeviceIndex>(machine.device_count());
    std::vector<RegisterId> full;
    if (flow == Flow::out || flow == Flow::both)
        for (DeviceIndex d = 0; d < devices; ++d) {
            full.push_back(b.reg(d, ElementType::f64, tile, tile));
            b.exec(test::fill<double>(), {full.back()}, {1.0});
        }
    std::size_t turn = 0;
    for (std::int64_t j = 0; j < n; j += tile)
        for (std::int64_t i = 0; i < n; i += tile) {
            const DeviceIndex first = flow == Flow::shared ? 0 : static_cast<DeviceIndex>(turn++ % devices);
            const DeviceIndex end = flow == Flow::shared ? devices : static_cast<DeviceIndex>(first + 1);
            for (DeviceIndex d = first; d < end; ++d) {
                if (flow != Flow::out) b.load(b.reg(d, ElementType::f64, tile, tile), {a, i, j, tile, tile});
                if (!full.empty()) b.store({c, i, j, tile, tile}, full[d]);
            }
        }
    return std::move(b).finish();
}

/// Doubles in pinned or ordinary memory, written once.
class Matrix {
  public:
    Matrix(Machine& machine, std::size_t count, bool pinned) {
        if (pinned) {
            memory_ = machine.allocate_pinned(static_cast<std::int64_t>(count * sizeof(double)));
            data_ = reinterpret_cast<double*>(memory_->data());
        } else {
            values_.assign(count, 1.0);
            data_ = values_.data();
        }
    }
    [[nodiscard]] double* data() const { return data_; }

  private:
    std::shared_ptr<PinnedMemory> memory_;
    std::vector<double> values_;
    double* data_ = nullptr;
};

/// Bytes on the links a second; of a shared load, the bytes count once for each device.
void move(benchmark::State& state, const Variant& variant, Flow flow, bool pinned, std::int64_t tile) {
    constexpr std::int64_t kN = 12288;
    MachineOptions options = MachineOptions::from_environment();
    options.in_place = false;
    variant.apply(options);
    Machine machine(options);
    const Program program = transfers(machine, flow, kN, tile);
    const Matrix a(machine, kN * kN, pinned);
    const Matrix c(machine, kN * kN, pinned);
    const Bindings bindings =
        Bindings{}.matrix("A", static_cast<const double*>(a.data()), kN).matrix("C", c.data(), kN);
    machine.run(program, bindings);
    for (auto _ : state) machine.run(program, bindings);
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const auto command = static_cast<CommandId>(i);
        const Operation operation = program.command(command).operation;
        if (operation == Operation::load || operation == Operation::store)
            bytes += program.transfer_bytes(command);
    }
    state.SetBytesProcessed(bytes * static_cast<std::int64_t>(state.iterations()));
}

void register_all() {
    for (const Variant& variant : variants())
        for (const Flow flow : {Flow::in, Flow::out, Flow::both, Flow::shared})
            for (const bool pinned : {false, true})
                for (const std::int64_t tile : {1024, 2048, 4096}) {
                    const std::string name = std::string(variant.name) + "/" +
                                             kFlowNames[static_cast<int>(flow)] +
                                             (pinned ? "/pinned/" : "/pageable/") + std::to_string(tile);
                    benchmark::RegisterBenchmark(name.c_str(),
                                                 [&variant, flow, pinned, tile](auto& state) {
                                                     move(state, variant, flow, pinned, tile);
                                                 })
                        ->Unit(benchmark::kMillisecond)
                        ->UseRealTime()
                        ->Iterations(5);
                }
}

}  // namespace
}  // namespace hg

/// For example --benchmark_filter='^default/', with HG_DEVICES as it should be.
int main(int argc, char** argv) {
    hg::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
