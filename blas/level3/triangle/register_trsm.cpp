#include <array>
#include <limits>
#include <string>
#include <vector>

#include "blas/call/letters.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

// Indices into `trusted`: for products with refinement, and for products without.
constexpr double kRefining = 0;
constexpr double kNotRefining = 1;
/// Leading dimension of `trusted`: its columns are windows, which begin at multiples of 64 bytes.
constexpr std::int64_t kTrustedLd = 16;
/// The value of the first element if refinement is needed.
constexpr double kNeedsRefinement = 1;

/// Limits on the growth of errors, the largest row sum of |T| |X| or of |X| |T|, for products with the
/// inverse X of T: as accurate as substitution without refinement, as accurate with one refinement step, and
/// acceptable without refinement if a few digits may be lost.
struct Limits {
    double alone;
    double refined;
    double rough;
};

constexpr Limits limits_of(ElementType type) {
    return needs_f64(type) ? Limits{64, 1e9, 1e6} : Limits{64, 1e5, 3e4};
}

/// Returns op for a triangle that has already been conjugated if necessary.
constexpr Op without_conjugate(Op op) {
    return op == Op::none ? Op::none : Op::trans;
}

/// A flag as a scalar of a kernel.
Scalar flag(bool value) {
    return value ? 1.0 : 0.0;
}

void require(bool holds, const std::string& condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, "triangular solve on registers: " + condition);
}

std::string extent(const Register& reg) {
    return std::to_string(reg.rows) + " x " + std::to_string(reg.cols);
}

/// A register like `like`, with columns that begin on 128-byte boundaries.
RegisterId beside(ProgramBuilder& builder, const Register& like, std::int64_t cols) {
    return builder.reg(like.device, like.type, like.rows, cols, padded_ld(like.rows, like.type));
}

/// One of the squares that are side by side in a register.
RegisterId square(ProgramBuilder& builder, RegisterId all, std::int64_t number) {
    const Register reg = builder.reg(all);
    return reg.cols == reg.rows ? all : builder.window(all, 0, number * reg.rows, reg.rows, reg.rows);
}

/// T := the triangles of A or their conjugates, with zeros in the other triangle; X := the inverses of T. The
/// squares are side by side.
void append_inverse(ProgramBuilder& builder, Uplo uplo, Diag diag, bool conjugated, RegisterId A,
                    RegisterId T, RegisterId X) {
    const Register a = builder.reg(A);
    const Scalar upper = flag(uplo == Uplo::upper);
    std::int64_t block = kernels::kTriangleBlock;
    if (uplo == Uplo::lower && diag == Diag::unit && is_real(a.type)) {
        for (std::int64_t i = 0; i < a.cols / a.rows; ++i)
            builder.exec(kernels::unit_lower_blocks(a.type),
                         {square(builder, A, i), square(builder, T, i), square(builder, X, i)});
        block = kernels::kUnitLowerBlock;
    } else {
        std::vector<Scalar> scalars{upper, flag(diag == Diag::unit)};
        if (is_complex(a.type)) scalars.push_back(flag(conjugated));
        builder.exec(kernels::triangle_blocks(a.type), std::array{A, T, X}, scalars);
    }
    for (; block < a.rows; block *= 2) {
        const RegisterId W = beside(builder, a, a.cols);
        const auto order = static_cast<double>(block);
        builder.exec(kernels::triangle_product(a.type, false), {T, X, W}, {order, upper});
        builder.exec(kernels::triangle_product(a.type, true), {W, X}, {order, upper});
    }
}

}  // namespace

InvertedTriangle invert(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A, Op op) {
    const Register a = builder.reg(A);
    require(a.rows == a.cols, "the triangle's register is " + extent(a) + ", not square");
    return invert_all(builder, uplo, diag, A, op).front();
}

std::vector<InvertedTriangle> invert_all(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A, Op op) {
    const Register a = builder.reg(A);
    require(a.rows > 0 && a.cols % a.rows == 0,
            "the triangles' register is " + extent(a) + ", not squares side by side");
    require(a.type != ElementType::i32, "only f32, f64, c32 and c64 are supported");
    const bool conjugated = conjugates(op, a.type);
    const std::int64_t triangles = a.cols / a.rows;
    const RegisterId T = beside(builder, a, a.cols);
    const RegisterId X = beside(builder, a, a.cols);
    append_inverse(builder, uplo, diag, conjugated, A, T, X);

    Register sums = a;
    sums.type = traits_of(a.type).precision;
    const RegisterId S = beside(builder, sums, 2 * triangles);
    const RegisterId P = beside(builder, sums, 2 * triangles);
    const RegisterId trusted = builder.reg(a.device, ElementType::i32, 2, triangles, kTrustedLd);
    const Limits limits = limits_of(a.type);
    builder.exec(kernels::triangle_sums(a.type, true), {X, T, S});
    builder.exec(kernels::triangle_sums(a.type, false), {T, X, S, P});
    builder.exec(kernels::triangle_trust(a.type), {P, X, trusted},
                 {limits.alone, limits.refined, limits.rough});
    std::vector<InvertedTriangle> all;
    for (std::int64_t i = 0; i < triangles; ++i)
        all.push_back({uplo, diag, conjugated, square(builder, T, i), square(builder, X, i),
                       triangles == 1 ? trusted : builder.window(trusted, 0, i, 2, 1)});
    return all;
}

RegisterTrsm::RegisterTrsm(const kernels::Database& database, const DeviceModel& device, ElementType type,
                           Side side, Op op, std::int64_t m, std::int64_t n)
    : side_(side),
      op_(op),
      product_(side == Side::left
                   ? RegisterGemm(database, device, type, without_conjugate(op), Op::none, m, n, m)
                   : RegisterGemm(database, device, type, Op::none, without_conjugate(op), m, n, n)),
      guarded_product_(product_.guarded()) {}

void RegisterTrsm::append(ProgramBuilder& builder, const InvertedTriangle& A, RegisterId B,
                          bool refine) const {
    const Register b = builder.reg(B);
    const Register t = builder.reg(A.triangle);
    require(b.type == t.type, "A and B have different types");
    require(b.device == t.device, "A and B are on different devices");
    require(t.rows == (side_ == Side::left ? b.rows : b.cols),
            "the triangle is " + extent(t) + " and B " + extent(b));
    require(A.conjugated == conjugates(op_, b.type), "A was inverted for another op");
    const bool left = side_ == Side::left;
    const RegisterId W = beside(builder, b, b.cols);
    const RegisterId R = refine ? beside(builder, b, b.cols) : B;
    product_.append(builder, 1.0, left ? A.inverse : B, left ? B : A.inverse, 0.0, W);
    if (refine) {
        const auto add = [&](Scalar alpha, RegisterId triangle, RegisterId x, RegisterId c) {
            builder.exec(guarded_product_, {left ? triangle : x, left ? x : triangle, c, A.trusted},
                         {alpha, 1.0, kNeedsRefinement});
        };
        builder.exec(kernels::triangle_refine(b.type), {A.trusted, A.triangle, B, W, R}, {flag(!left)});
        add(-1.0, A.triangle, W, R);
        add(1.0, A.inverse, R, W);
    }
    builder.exec(kernels::triangle_solve(b.type), {A.trusted, A.triangle, W, R, B},
                 {flag(!left), flag(A.uplo == Uplo::upper), flag(op_ != Op::none),
                  refine ? kRefining : kNotRefining, flag(A.diag == Diag::unit)});
}

void solve(ProgramBuilder& builder, Side side, Op op, const InvertedTriangle& A, RegisterId B, bool refine,
           const kernels::Database& database) {
    const Register b = builder.reg(B);
    RegisterTrsm(database, builder.devices()[b.device], b.type, side, op, b.rows, b.cols)
        .append(builder, A, B, refine);
}

}  // namespace hg
