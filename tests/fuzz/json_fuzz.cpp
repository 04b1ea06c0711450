// libFuzzer target: any bytes are safe to read as each kind of JSON that hg reads: tuned kernels, traces,
// lines between the tuner and its workers. What is read is written and read back. Errors of hg are expected,
// anything else is a finding.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "finding.hpp"
#include "memory_file.hpp"
#include "tools/report/trace/trace_file.hpp"
#include "tools/tuner/gemm/gemm_kernel.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace {

using namespace hg::kernels;

void check_tuned(std::string_view text) {
    try {
        const auto read_and_written = [](std::string_view json) {
            const TunedResults results = parse_tuned_results(json);
            return to_json(results.gemms, results.kernels, results.unread);
        };
        const std::string written = read_and_written(text);
        require(read_and_written(written) == written);
    } catch (const hg::Error& error) {
        require(error.what()[0] != '\0');
    }
}

void check_trace(const MemoryFile& file) {
    try {
        static_cast<void>(hgctl::read_trace(file.path()));
    } catch (const hg::Error& error) {
        require(std::string(error.what()).find(file.path()) != std::string::npos);
    }
}

/// What reading a candidate needs of GEMM.
const TunableRoutine& gemm_words() {
    static const TunableRoutine routine{
        .word = "gemm", .extents = {"m", "n", "k"}, .parse = parse_tunable_gemm};
    return routine;
}

void check_protocol(std::string_view text) {
    if (const auto candidate = parse_candidate(text, {&gemm_words()})) {
        const std::string line = to_line(*candidate);
        const auto again = parse_candidate(line, {&gemm_words()});
        require(again && to_line(*again) == line);
    }
    static const Candidate known{*parse_tunable_gemm("gemm_blocked_f64_nn"),
                                 {&gemm_words(), hg::ElementType::f64, 0, {8, 8, 8}}};
    static_cast<void>(is_began_line(text, known));
    if (const auto outcome = parse_outcome(text, known)) {
        if (!std::isfinite(outcome->seconds)) return;
        const auto again = parse_outcome(to_line(known, *outcome), known);
        require(again && again->verdict == outcome->verdict);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_tuned(text);
    check_protocol(text);
    check_trace(MemoryFile(data, size));
    return 0;
}
