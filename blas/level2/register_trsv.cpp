#include <string>
#include <vector>

#include "kernels/trsv/trsv_rules.hpp"
#include <hg/blas/registers/trsv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void require(bool holds, const char* condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, std::string("trsv on registers: ") + condition);
}

std::string extent(const Register& r) {
    return std::to_string(r.rows) + " x " + std::to_string(r.cols);
}

Scalar flag(bool value) {
    return value ? 1.0 : 0.0;
}

void require_fit(const Register& a, const Register& x) {
    if (a.rows != a.cols || (x.rows != 1 && x.cols != 1) || x.rows * x.cols != a.rows)
        throw Error(ErrorCode::invalid_program,
                    "trsv on registers: A of " + extent(a) + " and x of " + extent(x) +
                        ": A must be square and x a vector as long, of one column or of one row");
}

/// The given blocking, or the database's for the nearest order, or else one that suits the device.
kernels::TrsvBlocking blocking_for(const DeviceModel& device, const Register& a, Op op,
                                   const TrsvOptions& options) {
    if (options.blocking) return *options.blocking;
    if (options.database != nullptr)
        if (const auto choice =
                options.database->choose_kernel("trsv", a.type, op == Op::none ? "n" : "t", {a.rows}, device))
            if (const auto tuned = kernels::parse_trsv(choice->kernel)) return tuned->blocking;
    return kernels::default_trsv_blocking(a.type, a.rows, device.is_gpu);
}

/// Returns whether two registers or windows have elements in common.
bool overlap(const Register& a, RegisterId a_root, const Register& b, RegisterId b_root) {
    const auto meet = [](std::int64_t p, std::int64_t of_p, std::int64_t q, std::int64_t of_q) {
        return p < q + of_q && q < p + of_p;
    };
    return a_root == b_root && meet(a.first_row(), a.rows, b.first_row(), b.rows) &&
           meet(a.first_col(), a.cols, b.first_col(), b.cols);
}

}  // namespace

void trsv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const TrsvOptions& options) {
    const Register a = builder.reg(A);
    const Register of_x = builder.reg(x);
    require(a.type != ElementType::i32, "only f32, f64, c32 and c64 are supported");
    require(of_x.type == a.type && of_x.device == a.device, "x must have the type of A and be on its device");
    require(!overlap(a, a.is_window() ? a.window_of : A, of_x, of_x.is_window() ? of_x.window_of : x),
            "x must not overlap A");
    require_fit(a, of_x);
    const kernels::TrsvParameters p{a.type, op != Op::none,
                                    blocking_for(builder.devices()[a.device], a, op, options)};
    const InstructionPtr inverses = trsv_inverses(p);
    const std::int64_t blocks = trsv_blocks(p, a.rows);
    const std::int64_t block = p.blocking.block;
    const RegisterId scratch = builder.reg(a.device, a.type, block, scratch_cols(p, a.rows));
    const RegisterId state = builder.reg(a.device, ElementType::i32, 1 + blocks, 1);
    const Scalar upper = flag(uplo == Uplo::upper), unit = flag(diag == Diag::unit);
    builder.exec(inverses, {A, scratch, state}, {upper, unit});
    std::vector<Scalar> scalars{upper, unit, flag(options.x_reversed)};
    if (is_complex(a.type)) scalars.push_back(flag(options.conjugated != (op == Op::conj_trans)));
    builder.exec(trsv_solve(p), std::vector{A, scratch, state, x}, scalars);
}

}  // namespace hg
