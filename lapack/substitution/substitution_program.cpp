#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/substitution_steps.hpp"
#include "lapack/passes/copy_on_demand.hpp"
#include "lapack/substitution/diagonal_triangles.hpp"
#include "lapack/substitution/substitution_builder.hpp"
#include "lapack/substitution/substitution_definition.hpp"
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// The textbook's operations, each on the device of its block column, with the copies that they need.
TileOperations substitution_operations(const SubstitutionProblem& problem, const SubstitutionLayout& layout) {
    TileOperations list = substitution_definition(problem, layout.block);
    for (TileOperation& op : list) op.device = layout.device_of(op.left.cols.begin);
    const auto is_kept = [&](const Tile& tile) {
        return layout.kept == ResidentFactors::triangle ||
               (layout.kept == ResidentFactors::diagonals && equal(tile.rows, tile.cols));
    };
    const std::size_t devices = layout.devices.size();
    return copy_on_demand(list, {.ahead = devices > 1 ? 2 * devices : 0, .is_kept = is_kept});
}

/// X := op(A)^-1 X by two triangles: the commands of a list of operations.
class SubstitutionBuilder {
  public:
    SubstitutionBuilder(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                        const Target& target, const kernels::Database& database)
        : substitutions_(substitutions_of(problem)),
          type_(problem.type),
          builder_(target),
          steps_(builder_, database, problem.nrhs),
          triangles_(builder_, problem, layout, steps_),
          A_(builder_.matrix("A", problem.type, problem.n, problem.n)),
          X_{builder_.matrix("X", problem.type, problem.n, problem.nrhs), 0, 0, problem.n, problem.nrhs} {}

    Program build(const TileOperations& list) && {
        for (const TileOperation& op : list)
            op.kind != TileOperation::Kind::copy ? execute(op)
            : op.writes.cols.begin < X_.rows     ? load(op)
                                                 : move_to(op.device);
        builder_.store(X_, x_);
        return std::move(builder_).finish();
    }

  private:
    void execute(const TileOperation& op) {
        const bool second = is_second(op);
        const Span k = op.left.cols;
        if (!triangles_.are_ready(second, k.begin))
            triangles_.prepare(second, k.begin, loaded({k, k}, second));
        const Op op_of_A = substitutions_[second].op;
        if (op.kind == TileOperation::Kind::solve)
            steps_.solve(op_of_A, triangles_.at(second, k.begin), rows(op.writes.rows));
        else
            steps_.subtract(op_of_A, loaded(op.left, second), rows(op.right.rows), rows(op.writes.rows));
    }

    void load(const TileOperation& op) {
        const auto [rows, cols] = op.writes;
        const RegisterId reg =
            builder_.reg(op.device, type_, rows.size(), cols.size(), staggered_window_ld(rows.size(), type_));
        builder_.load(reg, {A_, rows.begin, cols.begin, rows.size(), cols.size()});
        loaded_[{is_second(op), cols.begin}] = {reg, rows.begin};
    }

    /// X comes to a device, from host memory or from another device by way of it.
    void move_to(DeviceIndex device) {
        if (x_ != kNoRegister) builder_.store(X_, x_);
        x_ = builder_.reg(device, type_, X_.rows, X_.cols, staggered_window_ld(X_.rows, type_));
        builder_.load(x_, X_);
    }

    /// A tile of A, which may have been loaded for the first substitution.
    RegisterId loaded(const Tile& tile, bool second) {
        const auto found = loaded_.find({second, tile.cols.begin});
        const Loaded& from = found == loaded_.end() ? loaded_.at({false, tile.cols.begin}) : found->second;
        return builder_.window(from.reg, tile.rows.begin - from.row, 0, tile.rows.size(), tile.cols.size());
    }
    RegisterId rows(const Span& span) { return builder_.window(x_, span.begin, 0, span.size(), X_.cols); }

    [[nodiscard]] bool is_second(const TileOperation& op) const noexcept {
        const bool is_adjoint = op.adjoint != TileOperation::Adjoint::none;
        return op.uplo == substitutions_[1].uplo && is_adjoint == (substitutions_[1].op != Op::none);
    }

    /// Rows of a block column, from `row` on.
    struct Loaded {
        RegisterId reg = kNoRegister;
        std::int64_t row = 0;
    };

    std::array<Substitution, 2> substitutions_;
    ElementType type_;
    ProgramBuilder builder_;
    SubstitutionSteps steps_;
    DiagonalTriangles triangles_;
    ParameterId A_;
    std::map<std::pair<bool, std::int64_t>, Loaded> loaded_{};  ///< by substitution and first column
    HostTile X_;
    RegisterId x_ = kNoRegister;  ///< X, if a device has it
};

}  // namespace

Program substitution_program(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                             const Target& target, const kernels::Database& database) {
    return SubstitutionBuilder(problem, layout, target, database)
        .build(substitution_operations(problem, layout));
}

Program substitution_program(const SubstitutionProblem& problem, const Target& target,
                             const kernels::Database& database) {
    return fastest_program(substitution_layout(problem, target), target, problem.pinned, 0,
                           [&](const SubstitutionLayout& layout) {
                               return substitution_program(problem, layout, target, database);
                           });
}

}  // namespace hg
