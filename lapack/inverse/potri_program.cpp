#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/plan.hpp"
#include "kernels/elementwise/identity.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/inverse/inverse_devices.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Registers of a block column's size that are there at once beside A, and those of two blocks on the
/// diagonal: a product, what solves with it, and the same of the block column before.
InverseMemory memory_of(const InverseProblem& problem) {
    return {.type = problem.type, .n = problem.n, .columns = 8, .blocks = 24};
}

/// X L = L^-H, block column by block column from the last to the first, where X = (L L^H)^-1 is its own
/// adjoint. X takes the place of L. On the device both triangles of X are kept, so that products read it as
/// any matrix. If A holds U = L^H, all registers hold adjoints; tiles are named as those of L all the same.
class InverseBuilder {
  public:
    InverseBuilder(const InverseProblem& problem, DeviceIndex device, const Target& target,
                   const kernels::Database& database)
        : database_(database),
          device_(device),
          type_(problem.type),
          n_(problem.n),
          width_(inverse_block(problem.n)),
          uplo_(problem.uplo),
          builder_(target),
          A_(builder_, {"A", n_}, {}, type_, n_, {{.device = device, .cols = n_}}, width_,
             is_upper() ? MatrixPart::upper : MatrixPart::lower) {
        A_.open({0, n_});
    }

    Program build() && {
        const std::int64_t last = (n_ - 1) / width_ * width_;
        for (std::int64_t k = last; k >= 0; k -= width_) load({k, std::min(n_, k + width_)});
        for (std::int64_t k = last; k >= 0; k -= width_) invert({k, std::min(n_, k + width_)});
        return std::move(builder_).finish();
    }

  private:
    /// With S the inverse behind block column k:
    ///
    ///     X21 := -S L21 L11^-1
    ///     X11 := (L11^-H - X21^H L21) L11^-1
    void invert(const Span& k) {
        const Span behind{k.end, n_};
        const Op op = adjoint(type_);
        const InvertedTriangle L11 = inverted(k, Op::none);
        const RegisterId X11 = A_.reg(device_, {k, k});
        builder_.exec(kernels::identity(type_), {X11});
        solve(Side::left, is_complex(type_) ? inverted(k, op) : L11, op, X11);
        RegisterId X21 = kNoRegister;
        if (!behind.empty()) {
            X21 = A_.reg(device_, {behind, k});
            multiply(Op::none, A_.window({behind, behind}), A_.window({behind, k}), 0.0, X21);
            solve(Side::right, L11, Op::none, X21);
            multiply(op, X21, A_.window({behind, k}), 1.0, X11);
        }
        solve(Side::right, L11, Op::none, X11);
        put(k, X11, X21);
    }

    void load(const Span& k) {
        const Tile below{{k.end, n_}, k};
        HostTile square = A_.tile({k, k});
        square.part = part_of(uplo_);
        builder_.load(A_.window({k, k}), square);
        if (!below.empty()) load_in_parts(builder_, A_.window(below), A_.tile(below));
    }

    /// Stores block column k of X and mirrors what is below its diagonal block.
    void put(const Span& k, RegisterId X11, RegisterId X21) {
        const Span behind{k.end, n_};
        const auto width = static_cast<double>(k.size());
        const Scalar upper = is_upper() ? 1.0 : 0.0;
        const Tile column{{k.begin, n_}, k};
        const InstructionPtr part = kernels::self_adjoint_part(type_);
        builder_.exec(part, {X11, X11, behind.empty() ? X11 : X21, A_.window(column)}, {0.0, 0.0, upper});
        A_.store(column);
        if (behind.empty()) return;
        builder_.exec(part, {X11, X21, X11, A_.window({k, behind})},
                      {is_upper() ? 0.0 : width, is_upper() ? width : 0.0, upper});
    }

    /// The triangle of L on the diagonal, for solves with this op.
    InvertedTriangle inverted(const Span& k, Op op) {
        return hg::invert(builder_, uplo_, Diag::non_unit, A_.window({k, k}), op);
    }
    /// C := beta C - op(A) B
    void multiply(Op op, RegisterId A, RegisterId B, double beta, RegisterId C) {
        if (is_upper())
            gemm(builder_, Op::none, op, -1.0, B, A, beta, C, database_);
        else
            gemm(builder_, op, Op::none, -1.0, A, B, beta, C, database_);
    }
    /// B := op(L)^-1 B or B op(L)^-1
    void solve(Side side, const InvertedTriangle& L, Op op, RegisterId B) {
        hg::solve(builder_, is_upper() ? transposed(side) : side, op, L, B, true, database_);
    }
    [[nodiscard]] bool is_upper() const noexcept { return uplo_ == Uplo::upper; }

    const kernels::Database& database_;
    DeviceIndex device_;
    ElementType type_;
    std::int64_t n_;
    std::int64_t width_;  ///< of block columns
    Uplo uplo_;
    ProgramBuilder builder_;
    BlockColumns A_;  ///< in one register
};

}  // namespace

std::string InverseProblem::key() const {
    return "potri " + std::string(name(type)) + (uplo == Uplo::upper ? " u " : " l ") + std::to_string(n) +
           (pinned ? " pinned" : "");
}

Program potri_program(const InverseProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const std::vector<Candidates<DeviceIndex>> devices{{.list = inverse_devices(memory_of(problem), target)}};
    const auto build = [&](DeviceIndex device) {
        return InverseBuilder(problem, device, target, database).build();
    };
    return plan(devices, build, Simulator(target, problem.pinned)).program;
}

bool holds_inverse(const InverseProblem& problem, const Target& target) {
    return if_it_fits([&] { return inverse_devices(memory_of(problem), target); }).has_value();
}

}  // namespace hg
