#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

Program geqrf_program(const QrProblem&, const Target&, const kernels::Database&) {
    throw Error(ErrorCode::device_failed, "not yet");
}

Program ormqr_program(const QProductProblem&, const Target&, const kernels::Database&) {
    throw Error(ErrorCode::device_failed, "not yet");
}

Program orgqr_program(const QColumnsProblem&, const Target&, const kernels::Database&) {
    throw Error(ErrorCode::device_failed, "not yet");
}

}  // namespace hg
