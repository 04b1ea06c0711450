#include "tools/workload/vectors/vector_form.hpp"

#include <algorithm>

namespace hgctl {
namespace {

using Operands = std::vector<VectorOperand>;
using Call = VectorArguments;
using R = VectorRoutine;

enum class Use : std::uint8_t { read, written, updated };

VectorOperand vector(const Call& c, std::int64_t n, std::int64_t inc, Use use) {
    return {.type = c.type, .rows = n, .inc = inc, .read = use != Use::written, .written = use != Use::read};
}

template <Use kX>
Operands one_vector(const Call& c) {
    return {vector(c, c.n, c.incx, kX)};
}

template <Use kX, Use kY>
Operands two_vectors(const Call& c) {
    return {vector(c, c.n, c.incx, kX), vector(c, c.n, c.incy, kY)};
}

VectorOperand number(hg::ElementType type) {
    return {.type = type, .rows = 1, .read = false, .written = true};
}

Operands dot(const Call& c) {
    Operands operands = two_vectors<Use::read, Use::read>(c);
    operands.push_back(number(c.type));
    return operands;
}

template <bool kPlace>
Operands reduction(const Call& c) {
    const hg::ElementType of_sum = hg::traits_of(c.type).precision;
    return {vector(c, c.n, c.incx, Use::read), number(kPlace ? hg::ElementType::i32 : of_sum)};
}

VectorOperand square(const Call& c, bool written, Filling filling = Filling::random) {
    return {.type = c.type, .rows = c.n, .cols = c.n, .written = written, .filling = filling};
}

Operands gemv(const Call& c) {
    const bool transposed = c.op != hg::Op::none;
    return {{.type = c.type, .rows = c.m, .cols = c.n},
            vector(c, transposed ? c.m : c.n, c.incx, Use::read),
            vector(c, transposed ? c.n : c.m, c.incy, Use::written)};
}

Operands ger(const Call& c) {
    return {{.type = c.type, .rows = c.m, .cols = c.n, .written = true},
            vector(c, c.m, c.incx, Use::read),
            vector(c, c.n, c.incy, Use::read)};
}

Operands symv(const Call& c) {
    return {square(c, false), vector(c, c.n, c.incx, Use::read), vector(c, c.n, c.incy, Use::written)};
}

Operands syr(const Call& c) {
    return {square(c, true), vector(c, c.n, c.incx, Use::read)};
}

Operands syr2(const Call& c) {
    return {square(c, true), vector(c, c.n, c.incx, Use::read), vector(c, c.n, c.incy, Use::read)};
}

Operands triangle(const Call& c) {
    return {square(c, false, Filling::near_identity), vector(c, c.n, c.incx, Use::updated)};
}

constexpr Use kRead = Use::read, kWritten = Use::written, kUpdated = Use::updated;

constexpr VectorForm kForms[]{
    {.name = "copy",
     .help = "y := x",
     .operands = two_vectors<kRead, kWritten>,
     .routine = R::copy,
     .has_y = true},
    {.name = "swap",
     .help = "x, y := y, x",
     .operands = two_vectors<kUpdated, kUpdated>,
     .routine = R::swap,
     .has_y = true},
    {.name = "scal",
     .help = "x := alpha x",
     .operands = one_vector<kUpdated>,
     .routine = R::scal,
     .has_alpha = true},
    {.name = "axpy",
     .help = "y := alpha x + y",
     .operands = two_vectors<kRead, kUpdated>,
     .routine = R::axpy,
     .has_y = true,
     .has_alpha = true},
    {.name = "rot",
     .help = "x, y := c x + s y, c y - s x",
     .operands = two_vectors<kUpdated, kUpdated>,
     .routine = R::rot,
     .has_y = true,
     .real_letter = RealLetter::after},
    {.name = "dot",
     .help = "sum of x(i) y(i)",
     .operands = dot,
     .routine = R::dot,
     .has_y = true,
     .elements = ElementsOf::real},
    {.name = "dotu",
     .help = "sum of x(i) y(i)",
     .operands = dot,
     .routine = R::dotu,
     .has_y = true,
     .elements = ElementsOf::complex},
    {.name = "dotc",
     .help = "sum of conj(x(i)) y(i)",
     .operands = dot,
     .routine = R::dotc,
     .has_y = true,
     .elements = ElementsOf::complex},
    {.name = "asum",
     .help = "sum of |x(i)|",
     .operands = reduction<false>,
     .routine = R::asum,
     .real_letter = RealLetter::before},
    {.name = "nrm2",
     .help = "square root of the sum of |x(i)|^2",
     .operands = reduction<false>,
     .routine = R::nrm2,
     .real_letter = RealLetter::before},
    {.name = "iamax",
     .help = "the first i of largest |x(i)|",
     .operands = reduction<true>,
     .routine = R::iamax},
    {.name = "gemv",
     .help = "y := op(A) x",
     .operands = gemv,
     .routine = R::gemv,
     .has_m = true,
     .has_op = true,
     .has_y = true},
    {.name = "ger",
     .help = "A := alpha x y^T + A",
     .operands = ger,
     .routine = R::ger,
     .has_m = true,
     .has_y = true,
     .has_alpha = true,
     .elements = ElementsOf::real},
    {.name = "geru",
     .help = "A := alpha x y^T + A",
     .operands = ger,
     .routine = R::geru,
     .has_m = true,
     .has_y = true,
     .has_alpha = true,
     .elements = ElementsOf::complex},
    {.name = "gerc",
     .help = "A := alpha x y^H + A",
     .operands = ger,
     .routine = R::gerc,
     .has_m = true,
     .has_y = true,
     .has_alpha = true,
     .elements = ElementsOf::complex},
    {.name = "symv",
     .help = "y := A x, one triangle of the symmetric A",
     .operands = symv,
     .routine = R::symv,
     .has_uplo = true,
     .has_y = true,
     .elements = ElementsOf::real},
    {.name = "hemv",
     .help = "y := A x, one triangle of the hermitian A",
     .operands = symv,
     .routine = R::hemv,
     .has_uplo = true,
     .has_y = true,
     .elements = ElementsOf::complex},
    {.name = "syr",
     .help = "A := alpha x x^T + A, one triangle",
     .operands = syr,
     .routine = R::syr,
     .has_uplo = true,
     .has_alpha = true,
     .elements = ElementsOf::real},
    {.name = "her",
     .help = "A := alpha x x^H + A, one triangle",
     .operands = syr,
     .routine = R::her,
     .has_uplo = true,
     .has_alpha = true,
     .elements = ElementsOf::complex},
    {.name = "syr2",
     .help = "A := alpha (x y^T + y x^T) + A, one triangle",
     .operands = syr2,
     .routine = R::syr2,
     .has_uplo = true,
     .has_y = true,
     .has_alpha = true,
     .elements = ElementsOf::real},
    {.name = "her2",
     .help = "A := alpha x y^H + conj(alpha) y x^H + A, one triangle",
     .operands = syr2,
     .routine = R::her2,
     .has_uplo = true,
     .has_y = true,
     .has_alpha = true,
     .elements = ElementsOf::complex},
    {.name = "trmv",
     .help = "x := op(A) x, A triangular",
     .operands = triangle,
     .routine = R::trmv,
     .has_op = true,
     .has_uplo = true,
     .has_diag = true},
    {.name = "trsv",
     .help = "x := op(A)^-1 x, A triangular",
     .operands = triangle,
     .routine = R::trsv,
     .has_op = true,
     .has_uplo = true,
     .has_diag = true},
};

}  // namespace

std::span<const VectorForm> vector_forms() {
    return kForms;
}

std::string VectorForm::letters(hg::ElementType type) const {
    const std::string own(1, hg::traits_of(type).letter);
    const std::string real(1, hg::traits_of(hg::traits_of(type).precision).letter);
    if (!hg::is_complex(type) || real_letter == RealLetter::none) return own;
    return real_letter == RealLetter::after ? own + real : real + own;
}

const VectorForm& form_of(const VectorArguments& call) {
    return *std::ranges::find(kForms, call.routine, &VectorForm::routine);
}

hg::Traffic traffic_of(const VectorArguments& call) {
    const VectorForm& form = form_of(call);
    return hg::traffic(form.name, call.type, form.has_m ? call.m : call.n, call.n);
}

}  // namespace hgctl
