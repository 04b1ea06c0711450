#include <algorithm>
#include <optional>
#include <utility>

#include "blas/level1/vector_problem.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

using kernels::VectorOperation;

/// Pieces that are being loaded, computed and stored, and as many again.
constexpr std::int64_t kPiecesAtOnce = 16;
/// With this many elements, the time of a transfer is proportional to its length.
constexpr std::int64_t kMostPiece = std::int64_t{1} << 22;
/// The distance between the numbers of the pieces, so that each can be a window.
constexpr std::int64_t kApart = 16;

/// The number of elements of a piece, and its beginning in x and in y.
struct Piece {
    std::int64_t count, x, y;
};

class VectorBuilder {
  public:
    VectorBuilder(const VectorProblem& problem, const Target& target, const kernels::Database& database)
        : problem_(problem),
          device_(first_device_for(problem.type, target)),
          piece_(vector_piece(problem, target)),
          builder_(target),
          x_(builder_, "x", problem.type, problem.n, problem.x),
          alone_{.database = &database},
          paired_{.reversed = problem.reversed(), .database = &database} {
        if (vectors_of(problem.operation) == 2) y_.emplace(builder_, "y", problem.type, problem.n, problem.y);
    }

    Program build() && {
        if (is_reduction(problem_.operation))
            reduce();
        else
            for (std::int64_t p = 0; p < pieces(); ++p) map(piece(p));
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    [[nodiscard]] std::int64_t pieces() const { return (problem_.n + piece_ - 1) / piece_; }
    [[nodiscard]] Piece piece(std::int64_t p) const {
        const std::int64_t begin = p * piece_;
        const std::int64_t count = std::min(piece_, problem_.n - begin);
        return {count, begin, problem_.reversed() ? problem_.n - begin - count : begin};
    }

    void map(const Piece& at) {
        const RegisterId x = x_.load(device_, at.x, at.count);
        if (vectors_of(problem_.operation) == 1) {
            const auto scale = problem_.operation == VectorOperation::scal ? scal : real_scal;
            scale(builder_, builder_.scalar("alpha"), x, alone_);
            return x_.store(at.x, at.count, x);
        }
        const bool reads_y = problem_.operation != VectorOperation::copy;
        const RegisterId y = reads_y ? y_->load(device_, at.y, at.count) : y_->open(device_, at.count);
        append(x, y);
        if (problem_.operation == VectorOperation::swap || problem_.operation == VectorOperation::rot)
            x_.store(at.x, at.count, x);
        y_->store(at.y, at.count, y);
    }

    /// Appends an operation that writes y.
    void append(RegisterId x, RegisterId y) {
        switch (problem_.operation) {
            case VectorOperation::swap:
                return swap(builder_, x, y, paired_);
            case VectorOperation::axpy:
                return axpy(builder_, builder_.scalar("alpha"), x, y, paired_);
            case VectorOperation::rot:
                return rot(builder_, x, y, builder_.scalar("c"), builder_.scalar("s"), paired_);
            default:
                return copy(builder_, x, y, paired_);
        }
    }

    /// Appends a reduction of each piece, and one of their results.
    void reduce() {
        const bool finds = problem_.operation == VectorOperation::iamax;
        const ElementType type = result_type(problem_.operation, problem_.type);
        const RegisterId numbers = builder_.reg(device_, type, 1, pieces(), pieces() > 1 ? kApart : 1);
        for (std::int64_t p = 0; p < pieces(); ++p)
            reduce(piece(p), pieces() > 1 ? builder_.window(numbers, 0, p, 1, 1) : numbers);
        if (finds) {
            const ParameterId places = builder_.matrix("places", type, 1, pieces());
            return static_cast<void>(builder_.store({places, 0, 0, 1, pieces()}, numbers));
        }
        const ParameterId result = builder_.matrix("result", type, 1, 1);
        builder_.store({result, 0, 0, 1, 1}, pieces() > 1 ? total(numbers) : numbers);
    }

    void reduce(const Piece& at, RegisterId number) {
        const RegisterId x = x_.load(device_, at.x, at.count);
        switch (problem_.operation) {
            case VectorOperation::dot:
                return dot(builder_, x, y_->load(device_, at.y, at.count), number, paired_);
            case VectorOperation::dotc:
                return dotc(builder_, x, y_->load(device_, at.y, at.count), number, paired_);
            case VectorOperation::nrm2:
                return nrm2(builder_, x, number, alone_);
            case VectorOperation::asum:
                return asum(builder_, x, number, alone_);
            default:
                return iamax(builder_, x, number, alone_);
        }
    }

    /// The norm of norms, the sum of sums.
    RegisterId total(RegisterId numbers) {
        const RegisterId result = builder_.reg(device_, result_type(problem_.operation, problem_.type), 1, 1);
        if (problem_.operation == VectorOperation::nrm2)
            nrm2(builder_, numbers, result, alone_);
        else if (problem_.operation == VectorOperation::asum)
            asum(builder_, numbers, result, alone_);
        else
            copy(builder_, builder_.window(numbers, 0, 0, 1, 1), result, alone_);
        for (std::int64_t p = 1; vectors_of(problem_.operation) == 2 && p < pieces(); ++p)
            axpy(builder_, 1.0, builder_.window(numbers, 0, p, 1, 1), result, alone_);
        return result;
    }

    const VectorProblem& problem_;
    DeviceIndex device_;
    std::int64_t piece_;
    ProgramBuilder builder_;
    HostVector x_;
    std::optional<HostVector> y_;
    VectorOptions alone_;   ///< options for a single vector
    VectorOptions paired_;  ///< options for x with y
};

}  // namespace

std::string VectorProblem::key() const {
    const auto form = [](const VectorForm& v) { return v.has_gaps ? " gaps" : " dense"; };
    return std::string(name(operation))
        .append(" ")
        .append(name(type))
        .append(form(x))
        .append(form(y))
        .append(reversed() ? " reversed " : " ")
        .append(std::to_string(n));
}

std::int64_t vector_piece(const VectorProblem& problem, const Target& target) {
    const DeviceModel& device = target.devices[first_device_for(problem.type, target)];
    const std::int64_t fitting =
        std::min(device.memory / kPiecesAtOnce, device.largest_slot) / size_of(problem.type);
    const std::int64_t most = std::max<std::int64_t>(1, std::min(kMostPiece, fitting));
    const std::int64_t pieces = (problem.n + most - 1) / most;
    return (problem.n + pieces - 1) / pieces;
}

Program vector_program(const VectorProblem& problem, const Target& target,
                       const kernels::Database& database) {
    return VectorBuilder(problem, target, database).build();
}

}  // namespace hg
