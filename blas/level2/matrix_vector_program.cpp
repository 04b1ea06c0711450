#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "blas/tiles/tiled_matrix.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Of tiles: while one is at work, the next is on the link.
constexpr std::int64_t kMostBlock = 2048;
constexpr std::int64_t kLeastBlock = 64;
/// Blocks of vectors begin at such elements, so that they are windows.
constexpr std::int64_t kAlignment = 16;

/// Elements [begin, end) of a vector.
struct Part {
    std::int64_t begin, end;
};

/// Blocks [first, last) of the rows of op(A) (gemv) or of the columns of A (ger), which a device has.
struct Blocks {
    std::size_t first, last;
};

/// A part of a caller's vector in a register, in the order of its elements.
class VectorInRegister {
  public:
    /// `of`: the vector, of `count` elements.
    VectorInRegister(ProgramBuilder& builder, const kernels::Database& database, DeviceIndex device,
                     const HostVector& of, ElementType type, std::int64_t count, const VectorForm& form,
                     const Part& part)
        : builder_(builder),
          database_(database),
          device_(device),
          host_(of),
          form_(form),
          part_(part),
          in_memory_(form.backwards ? count - part.end : part.begin),
          elements_(builder.reg(device, type, size(), 1)) {}

    void load() const {
        if (as_in_memory()) return host_.load(elements_, in_memory_, size());
        copy(builder_, host_.load(device_, in_memory_, size()), elements_,
             {.reversed = form_.backwards, .database = &database_});
    }
    void store() const {
        if (as_in_memory()) return host_.store(in_memory_, size(), elements_);
        const RegisterId stored = host_.open(device_, size());
        copy(builder_, elements_, stored, {.reversed = form_.backwards, .database = &database_});
        host_.store(in_memory_, size(), stored);
    }

    [[nodiscard]] RegisterId whole() const { return elements_; }
    /// Block i of the vector, which is in this part.
    [[nodiscard]] RegisterId block(const BlockBounds& bounds, std::size_t i) const {
        return builder_.window(elements_, bounds[i] - part_.begin, 0, bounds[i + 1] - bounds[i], 1);
    }

  private:
    [[nodiscard]] bool as_in_memory() const { return !form_.has_gaps && !form_.backwards; }
    [[nodiscard]] std::int64_t size() const { return part_.end - part_.begin; }

    ProgramBuilder& builder_;
    const kernels::Database& database_;
    DeviceIndex device_;
    const HostVector& host_;
    VectorForm form_;
    Part part_;
    std::int64_t in_memory_;  ///< where the part begins in memory
    RegisterId elements_;
};

class MatrixVectorBuilder {
  public:
    MatrixVectorBuilder(const MatrixVectorProblem& problem, const Target& target,
                        const kernels::Database& database, std::int64_t block)
        : problem_(problem),
          database_(&database),
          device_(first_device_for(problem.type, target)),
          builder_(target),
          target_(target) {
        A_ = {.type = problem.type,
              .rows = split_evenly(problem.m, block, kAlignment),
              .cols = split_evenly(problem.n, block, kAlignment)};
        if (!is("gemv") && !is("ger")) A_.part = part_of(problem.uplo);
        if (!problem.product) return;
        A_.parameter = builder_.matrix("A", problem.type, problem.m, problem.n);
        const BlockBounds& x = is("ger") ? A_.rows : cols_of_op();
        x_.emplace(builder_, "x", problem.type, x.back(), problem.x);
    }

    Program build() && {
        if (is("trmv") || is("trsv")) {
            work_in_place();
        } else {
            const BlockBounds& y = is("gemv") ? rows_of_op() : A_.cols;
            if (!is("syr")) y_.emplace(builder_, "y", problem_.type, y.back(), problem_.y);
            for_each_device(y.size() - 1, [&](const Blocks& blocks) {
                is("gemv") || is("symv") ? multiply(blocks) : update(blocks);
            });
        }
        return std::move(builder_).finish();
    }

  private:
    /// Divides blocks over the devices. Tiles beside a diagonal have to do with two blocks: one device has all.
    template <class Act>
    void for_each_device(std::size_t blocks, const Act& act) {
        std::vector<DeviceIndex> devices{device_};
        for (DeviceIndex d = device_ + 1; d < target_.devices.size() && (is("gemv") || is("ger")); ++d)
            if (target_.devices[d].available && target_.devices[d].computes(problem_.type))
                devices.push_back(d);
        const std::size_t parts = std::min(devices.size(), blocks);
        for (std::size_t p = 0; p < parts; ++p) {
            device_ = devices[p];
            act({p * blocks / parts, (p + 1) * blocks / parts});
        }
    }

    [[nodiscard]] bool is(std::string_view routine) const { return problem_.routine == routine; }
    [[nodiscard]] bool lower() const { return problem_.uplo == Uplo::lower; }
    [[nodiscard]] const BlockBounds& rows_of_op() const {
        return problem_.op == Op::none ? A_.rows : A_.cols;
    }
    [[nodiscard]] const BlockBounds& cols_of_op() const {
        return problem_.op == Op::none ? A_.cols : A_.rows;
    }

    VectorInRegister x_in_register() {
        const std::int64_t count = is("ger") ? problem_.m : cols_of_op().back();
        return {builder_, *database_, device_, *x_, problem_.type, count, problem_.x, {0, count}};
    }
    VectorInRegister y_in_register(const BlockBounds& bounds, const Blocks& blocks) {
        return {builder_,      *database_,    device_,    *y_,
                problem_.type, bounds.back(), problem_.y, {bounds[blocks.first], bounds[blocks.last]}};
    }

    /// Tile (i, j) of A as stored.
    RegisterId tile(std::size_t i, std::size_t j) {
        const HostTile host = A_.tile(i, j);
        const RegisterId r = builder_.reg(device_, problem_.type, host.rows, host.cols);
        builder_.load(r, host);
        return r;
    }
    /// The tile that holds block (i, j) of op(A).
    RegisterId tile_of_op(std::size_t i, std::size_t j) {
        return problem_.op == Op::none ? tile(i, j) : tile(j, i);
    }

    // y := alpha op(A) x + beta y

    void multiply(const Blocks& rows) {
        const Coefficient beta = problem_.reads_y ? Coefficient(builder_.scalar("beta")) : Coefficient(0.0);
        const VectorInRegister y = y_in_register(rows_of_op(), rows);
        if (problem_.reads_y) y.load();
        if (!problem_.product) {
            scale(beta, y.whole());
        } else {
            const Coefficient alpha = builder_.scalar("alpha");
            const VectorInRegister x = x_in_register();
            x.load();
            is("symv") ? add_symmetric(alpha, x, beta, y) : add_general(rows, alpha, x, beta, y);
        }
        y.store();
    }

    void scale(const Coefficient& beta, RegisterId y) {
        if (problem_.reads_y)
            scal(builder_, beta, y, {.database = database_});
        else
            builder_.exec(kernels::zero(problem_.type), {y});
    }

    /// y(i) := beta y(i) + the sum over j of alpha op(A)(i,j) x(j)
    void add_general(const Blocks& rows, const Coefficient& alpha, const VectorInRegister& x,
                     const Coefficient& beta, const VectorInRegister& y) {
        for (std::size_t i = rows.first; i < rows.last; ++i)
            for (std::size_t j = 0; j + 1 < cols_of_op().size(); ++j)
                gemv(builder_, problem_.op, alpha, tile_of_op(i, j), x.block(cols_of_op(), j),
                     j == 0 ? beta : Coefficient(1.0), y.block(rows_of_op(), i), {.database = database_});
    }

    /// Tiles on the diagonal, then each of the others for both blocks of y that it is part of.
    void add_symmetric(const Coefficient& alpha, const VectorInRegister& x, const Coefficient& beta,
                       const VectorInRegister& y) {
        const auto x_at = [&](std::size_t i) { return x.block(A_.rows, i); };
        const auto y_at = [&](std::size_t i) { return y.block(A_.rows, i); };
        for (std::size_t i = 0; i < A_.block_rows(); ++i)
            symv(builder_, problem_.uplo, alpha, tile(i, i), x_at(i), beta, y_at(i), {.database = database_});
        for_each_beside_diagonal([&](std::size_t i, std::size_t j) {
            const RegisterId a = tile(i, j);
            gemv(builder_, Op::none, alpha, a, x_at(j), 1.0, y_at(i), {.database = database_});
            gemv(builder_, Op::trans, alpha, a, x_at(i), 1.0, y_at(j), {.database = database_});
        });
    }

    template <class Act>
    void for_each_beside_diagonal(const Act& act) const {
        for (std::size_t i = 0; i < A_.block_rows(); ++i)
            for (std::size_t j = lower() ? 0 : i + 1; j < (lower() ? i : A_.block_cols()); ++j) act(i, j);
    }

    // x := op(A) x and x := op(A)^-1 x

    /// A product begins where no block depends on x(i), a solve where x(i) depends on no block.
    void work_in_place() {
        const VectorInRegister x = x_in_register();
        x.load();
        const std::size_t count = A_.block_rows();
        const bool op_lower = lower() == (problem_.op == Op::none);
        const bool solves = is("trsv");
        for (std::size_t step = 0; step < count; ++step) {
            const std::size_t i = op_lower == solves ? step : count - 1 - step;
            if (!solves)
                trmv(builder_, problem_.uplo, problem_.op, problem_.diag, tile(i, i), x.block(A_.rows, i),
                     {.database = database_});
            for (std::size_t j = op_lower ? 0 : i + 1; j < (op_lower ? i : count); ++j)
                gemv(builder_, problem_.op, solves ? -1.0 : 1.0, tile_of_op(i, j), x.block(A_.rows, j), 1.0,
                     x.block(A_.rows, i), {.database = database_});
            if (solves)
                trsv(builder_, problem_.uplo, problem_.op, problem_.diag, tile(i, i), x.block(A_.rows, i),
                     {.database = database_});
        }
        x.store();
    }

    // A := A + alpha x y^T, alpha x x^T, or alpha (x y^T + y x^T)

    void update(const Blocks& columns) {
        const Coefficient alpha = builder_.scalar("alpha");
        const VectorInRegister x = x_in_register();
        x.load();
        std::optional<VectorInRegister> other;
        if (!is("syr")) {
            other.emplace(y_in_register(A_.cols, columns));
            other->load();
        }
        const VectorInRegister& y = other ? *other : x;
        if (!is("ger"))
            for (std::size_t i = 0; i < A_.block_rows(); ++i) update_diagonal(alpha, x, y, i);
        const auto add = [&](std::size_t i, std::size_t j) {
            const RegisterId a = tile(i, j);
            ger(builder_, alpha, x.block(A_.rows, i), y.block(A_.cols, j), a, {.database = database_});
            if (is("syr2"))
                ger(builder_, alpha, y.block(A_.cols, i), x.block(A_.rows, j), a, {.database = database_});
            builder_.store(A_.tile(i, j), a);
        };
        if (!is("ger")) return for_each_beside_diagonal(add);
        for (std::size_t j = columns.first; j < columns.last; ++j)
            for (std::size_t i = 0; i < A_.block_rows(); ++i) add(i, j);
    }

    void update_diagonal(const Coefficient& alpha, const VectorInRegister& x, const VectorInRegister& y,
                         std::size_t i) {
        const RegisterId a = tile(i, i);
        if (is("syr"))
            syr(builder_, problem_.uplo, alpha, x.block(A_.rows, i), a, {.database = database_});
        else
            syr2(builder_, problem_.uplo, alpha, x.block(A_.rows, i), y.block(A_.rows, i), a,
                 {.database = database_});
        builder_.store(A_.tile(i, i), a);
    }

    const MatrixVectorProblem& problem_;
    const kernels::Database* database_;
    DeviceIndex device_;
    ProgramBuilder builder_;
    const Target& target_;
    TiledMatrix A_;
    std::optional<HostVector> x_;
    std::optional<HostVector> y_;
};

}  // namespace

std::string MatrixVectorProblem::key() const {
    std::string key(routine);
    key.append(" ").append(name(type)).append(" ");
    for (const char letter : {letter_of(uplo), letter_of(op), letter_of(diag)}) key.push_back(letter);
    for (const VectorForm& form : {x, y})
        key.append(form.has_gaps ? " gaps" : " dense").append(form.backwards ? " backwards" : "");
    for (const std::int64_t size : {m, n}) key.append(" ").append(std::to_string(size));
    return key.append(product ? " product" : "").append(reads_y ? " reads_y" : "");
}

Program matrix_vector_program(const MatrixVectorProblem& problem, const Target& target,
                              const kernels::Database& database) {
    for (std::int64_t block = kMostBlock;; block /= 2) {
        try {
            return MatrixVectorBuilder(problem, target, database, block).build();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory || block <= kLeastBlock) throw;
        }
    }
}

}  // namespace hg
