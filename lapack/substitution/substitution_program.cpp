#include <utility>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/substitution_steps.hpp"
#include "lapack/substitution/factor_columns.hpp"
#include "lapack/substitution/substitution_builder.hpp"
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// X := op(A)^-1 X by two triangles, block column by block column, while the columns behind arrive.
class SubstitutionBuilder {
  public:
    SubstitutionBuilder(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                        const Target& target, const kernels::Database& database)
        : builder_(target),
          steps_(builder_, database, problem.nrhs),
          A_(builder_, problem, layout, steps_),
          type_(problem.type),
          X_{builder_.matrix("X", problem.type, problem.n, problem.nrhs), 0, 0, problem.n, problem.nrhs} {}

    Program build() && {
        for (std::size_t i = 0; i < A_.count(); ++i) {
            const FactorColumn A = A_.next(i);
            go_to(A.device);
            if (A.op == Op::none) {
                steps_.solve(A.op, A.diagonal, rows(A.rows));
                if (!A.rest_rows.empty()) steps_.subtract(A.op, A.rest, rows(A.rows), rows(A.rest_rows));
            } else {
                if (!A.rest_rows.empty()) steps_.subtract(A.op, A.rest, rows(A.rest_rows), rows(A.rows));
                steps_.solve(A.op, A.diagonal, rows(A.rows));
            }
        }
        builder_.store(X_, x_);
        return std::move(builder_).finish();
    }

  private:
    /// X comes to a device, from host memory or from another device by way of it.
    void go_to(DeviceIndex device) {
        if (x_ != kNoRegister && builder_.reg(x_).device == device) return;
        if (x_ != kNoRegister) builder_.store(X_, x_);
        x_ = builder_.reg(device, type_, X_.rows, X_.cols, staggered_window_ld(X_.rows, type_));
        builder_.load(x_, X_);
    }

    RegisterId rows(const Span& span) { return builder_.window(x_, span.begin, 0, span.size(), X_.cols); }

    ProgramBuilder builder_;
    SubstitutionSteps steps_;
    FactorColumns A_;
    ElementType type_;
    HostTile X_;
    RegisterId x_ = kNoRegister;  ///< X, if a device has it
};

}  // namespace

Program substitution_program(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                             const Target& target, const kernels::Database& database) {
    return SubstitutionBuilder(problem, layout, target, database).build();
}

Program substitution_program(const SubstitutionProblem& problem, const Target& target,
                             const kernels::Database& database) {
    return fastest_program(substitution_layout(problem, target), target, problem.pinned, 0,
                           [&](const SubstitutionLayout& layout) {
                               return substitution_program(problem, layout, target, database);
                           });
}

}  // namespace hg
