#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tuner/candidate.hpp"

/// What a tuning process and its workers say to each other, one JSON object a line:
///
///     worker: {"ready": "hg worker 1"}                                once, when its device is there
///     tuner:  {"kernel": "gemm_mma_f64_nt", "shape": {"m": 4096, "n": 4096, "k": 512}}
///     worker: {"began": "gemm_mma_f64_nt"}                            it has read the candidate
///     worker: {"kernel": "gemm_mma_f64_nt", "verdict": "good", "seconds": 0.0003, "detail": ""}
///
/// The shape has the extents of the kernel's routine, which the beginning of the kernel's name tells. Type
/// and operation are the kernel's.
namespace hg::kernels {

/// The word for a verdict in lines, tables and files: "good", "wrong", "rejected", "crashed", "timed_out".
std::string_view name(Verdict verdict) noexcept;

std::string ready_line();
std::string began_line(const Candidate& candidate);
std::string to_line(const Candidate& candidate);
std::string to_line(const Candidate& candidate, const Outcome& outcome);

bool is_began_line(std::string_view line, const Candidate& candidate);
/// Nothing if the line is not what to_line() writes of a candidate of these routines that can be made.
std::optional<Candidate> parse_candidate(std::string_view line,
                                         const std::vector<const TunableRoutine*>& routines);
/// Nothing if the line is not an outcome of this candidate.
std::optional<Outcome> parse_outcome(std::string_view line, const Candidate& candidate);

}  // namespace hg::kernels
