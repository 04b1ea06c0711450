#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/register_copy.hpp"
#include "lapack/common/substitution_steps.hpp"
#include "lapack/passes/distribute.hpp"
#include "lapack/substitution/substitution_definition.hpp"
#include "lapack/substitution/substitution_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// The textbook's operations, each on the device of its block column, with the copies that they need.
TileOperations substitution_operations(const SubstitutionProblem& problem, const SubstitutionLayout& layout) {
    TileOperations list = substitution_definition(problem, layout.block_column);
    for (TileOperation& op : list) op.device = layout.device_of(op.left.cols.begin);
    const auto is_kept = [&](const Tile& tile) {
        return layout.kept == ResidentFactors::triangle ||
               (layout.kept == ResidentFactors::diagonals && equal(tile.rows, tile.cols));
    };
    const std::size_t devices = layout.devices.size();
    return copy_on_demand(list, {.ahead = devices > 1 ? 2 * devices : 0, .is_kept = is_kept});
}

/// More triangles inverted together would hold more memory, and wait longer for the last of them.
constexpr std::int64_t kTogether = 8;

/// X := op(A)^-1 X by two triangles: the commands of a list of operations. What the second substitution needs
/// of the diagonal is made ready with the first one, while that waits for the link.
class SubstitutionBuilder {
  public:
    SubstitutionBuilder(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                        const Target& target, const kernels::Database& database)
        : layout_(layout),
          substitutions_(substitutions_of(problem)),
          type_(problem.type),
          builder_(target),
          steps_(builder_, database, problem.nrhs),
          A_(builder_.matrix("A", type_, problem.n, problem.n)),
          X_{builder_.matrix("X", type_, problem.n, problem.nrhs), 0, 0, problem.n, problem.nrhs} {}

    Program build(const TileOperations& list) && {
        for (const TileOperation& op : list) append(op);
        builder_.store(X_, x_);
        return std::move(builder_).finish();
    }

  private:
    using Kind = TileOperation::Kind;
    /// Rows of a block column, from `row` on.
    struct Loaded {
        RegisterId reg = kNoRegister;
        std::int64_t row = 0;
    };
    /// Blocks on the diagonal that wait for their inversion, side by side.
    struct Waiting {
        RegisterId blocks = kNoRegister;
        std::vector<std::int64_t> columns{};
    };

    void append(const TileOperation& op) {
        if (op.kind == Kind::copy) return op.writes.cols.begin < X_.rows ? load(op) : move_to(op.device);
        const bool second = is_second(op);
        const Span k = op.left.cols;
        if (!triangles_.contains({second, k.begin})) prepare(second, k.begin, loaded({k, k}, second));
        if (op.kind == Kind::solve)
            steps_.solve(triangles_.at({second, k.begin}), rows(op.writes.rows));
        else
            steps_.subtract(substitutions_[second].op, loaded(op.left, second), rows(op.right.rows),
                            rows(op.writes.rows));
    }

    /// If both substitutions are with one triangle, of a real matrix it is ready for both.
    void prepare(bool second, std::int64_t column, RegisterId block) {
        const auto triangle = triangles_[{second, column}] = steps_.prepared(substitutions_[second], block);
        if (layout_.kept == ResidentFactors::triangle) {
            auto& other = triangles_[{true, column}] = triangle;
            other.of = substitutions_[1];
            if (is_complex(type_)) other = steps_.prepared(other.of, block);
        }
        if (layout_.kept == ResidentFactors::diagonals) keep(column, block);
    }

    /// Keeps a triangle for the second substitution, not the register of its block. A device inverts several
    /// together, since a launch for each takes longer than the arithmetic.
    void keep(std::int64_t column, RegisterId block) {
        const auto [device, n] = std::pair(builder_.reg(block).device, builder_.reg(block).rows);
        if (!steps_.inverts(type_)) {
            const RegisterId copy = copy_of(builder_, block, staggered_window_ld(n, type_));
            triangles_[{true, column}] = {substitutions_[1], copy};
            return;
        }
        auto& [blocks, columns] = waiting_[device];
        if (columns.empty())
            blocks = builder_.reg(device, type_, n, together_from(column) * n, staggered_window_ld(n, type_));
        const RegisterId place = builder_.window(blocks, 0, std::ssize(columns) * n, n, n);
        builder_.exec(kernels::copy(type_), {block, place});
        columns.push_back(column);
        if (std::ssize(columns) * n < builder_.reg(blocks).cols) return;
        const auto inverted = steps_.inverted(substitutions_[1], blocks);
        for (std::size_t i = 0; i < columns.size(); ++i) triangles_[{true, columns[i]}] = inverted[i];
        columns.clear();
    }

    /// Blocks of a device, from this column on, that are inverted together. The last block column may be
    /// narrower than the others.
    [[nodiscard]] std::int64_t together_from(std::int64_t column) const noexcept {
        const std::int64_t wide = layout_.n / layout_.block_column, first = column / layout_.block_column;
        return first < wide ? std::min(kTogether, (wide - 1 - first) / std::ssize(layout_.devices) + 1) : 1;
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

    const SubstitutionLayout& layout_;
    std::array<Substitution, 2> substitutions_;
    ElementType type_;
    ProgramBuilder builder_;
    SubstitutionSteps steps_;
    ParameterId A_;
    using ColumnOfTriangle = std::pair<bool, std::int64_t>;  ///< of the second one?
    std::map<ColumnOfTriangle, Loaded> loaded_{};
    std::map<ColumnOfTriangle, SubstitutionSteps::Triangle> triangles_{};
    std::map<DeviceIndex, Waiting> waiting_{};
    HostTile X_;
    RegisterId x_ = kNoRegister;  ///< X, if a device has it
};

}  // namespace

std::string SubstitutionProblem::key() const {
    const char* const ops = op == Op::none ? "n " : op == Op::conj_trans && is_complex(type) ? "c " : "t ";
    return std::string("substitution ") + static_cast<char>(factors) + ops + std::string(name(type)) + ' ' +
           std::to_string(n) + ' ' + std::to_string(nrhs) + (pinned ? " pinned" : "");
}

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
