#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

/// Small problems of each routine, and what makes their results right.
namespace hg::test {

inline constexpr std::int64_t kOrder = 100;
inline constexpr std::int64_t kColumns = 12;
inline constexpr std::int64_t kLd = kOrder + 3;
inline constexpr std::int64_t kEquations = 60;  ///< of gels, whose matrix is wide

enum class Routine {
    dot,
    ger,
    trsv,
    gemm,
    symm,
    syrk,
    syr2k,
    trmm,
    trsm,
    getrf,
    getrs,
    gesv,
    posv,
    potri,
    gels,
    dsgesv,
    dsposv
};

struct RoutineName {
    Routine routine;
    const char* name;
};
inline constexpr RoutineName kRoutines[] = {
    {Routine::dot, "dot"},       {Routine::ger, "ger"},      {Routine::trsv, "trsv"},
    {Routine::gemm, "gemm"},     {Routine::symm, "symm"},    {Routine::syrk, "syrk"},
    {Routine::syr2k, "syr2k"},   {Routine::trmm, "trmm"},    {Routine::trsm, "trsm"},
    {Routine::getrf, "getrf"},   {Routine::getrs, "getrs"},  {Routine::gesv, "gesv"},
    {Routine::posv, "posv"},     {Routine::potri, "potri"},  {Routine::gels, "gels"},
    {Routine::dsgesv, "dsgesv"}, {Routine::dsposv, "dsposv"}};

template <class T>
inline constexpr bool kIsComplex = !std::is_arithmetic_v<T>;

/// Routines that are called with complex matrices, too: one of each kind. syrk is herk then.
constexpr bool is_tried_complex(Routine routine) noexcept {
    switch (routine) {
        case Routine::gemm:
        case Routine::syrk:
        case Routine::trsm:
        case Routine::getrf:
        case Routine::gesv:
        case Routine::posv:
        case Routine::gels:
            return true;
        default:
            return false;
    }
}

/// Level 1 or 2.
constexpr bool has_vectors(Routine routine) noexcept {
    return routine == Routine::dot || routine == Routine::ger || routine == Routine::trsv;
}

/// Whether a routine updates C by products (dot: its first element): C has its old or its final elements after an error.
constexpr bool updates_c(Routine routine) noexcept {
    return routine == Routine::dot || routine == Routine::ger || routine == Routine::gemm ||
           routine == Routine::symm || routine == Routine::syrk || routine == Routine::syr2k;
}

/// Whether a routine solves by refinement, from B to C.
constexpr bool is_refined(Routine routine) noexcept {
    return routine == Routine::dsgesv || routine == Routine::dsposv;
}

/// Column-major, kLd elements between columns.
template <class T>
using Elements = std::vector<T>;

template <class T>
Elements<T> random_elements(std::int64_t columns, unsigned seed, T diagonal) {
    Elements<T> x(static_cast<std::size_t>(kLd * columns));
    std::uint32_t state = seed;
    const auto next = [&state] {
        state = state * 1664525U + 1013904223U;
        return static_cast<double>(state >> 8) / (1 << 24) - 0.5;
    };
    for (T& element : x) {
        element = static_cast<T>(next());
        if constexpr (kIsComplex<T>) element.imag(next());
    }
    for (std::int64_t j = 0; j < columns; ++j) x[static_cast<std::size_t>(j * kLd + j)] += diagonal;
    return x;
}

/// What a call works on. C is what products update, and the solution of refinement.
template <class T>
struct Operands {
    Elements<T> A, B, C;
    std::vector<std::int64_t> ipiv = std::vector<std::int64_t>(kOrder, -1);
    std::int64_t iter = -99;

    friend bool operator==(const Operands&, const Operands&) = default;
};

/// One problem, with its result once it is known.
template <class T>
class Problem {
  public:
    explicit Problem(Routine routine) : routine_(routine) {
        const bool is_triangle =
            routine == Routine::trsm || routine == Routine::trsv || routine == Routine::potri;
        const T diagonal = is_triangle || routine == Routine::gels                  ? T{8}
                           : routine == Routine::posv || routine == Routine::dsposv ? static_cast<T>(kOrder)
                                                                                    : T{0};
        before_.A = random_elements<T>(kOrder, 1, diagonal);
        before_.B = random_elements<T>(updates_c(routine) ? kOrder : kColumns, 2, T{0});
        before_.C = random_elements<T>(kOrder, 3, T{0});
    }

    [[nodiscard]] const Operands<T>& before() const noexcept { return before_; }
    /// Factors that a solve with factors begins with.
    void set_factors(const Operands<T>& factored) {
        before_.A = factored.A;
        before_.ipiv = factored.ipiv;
    }
    void set_result(const Operands<T>& result) { after_ = result; }

    /// Whether all outputs hold the result, and all else what it held.
    [[nodiscard]] bool is_right(const Operands<T>& x) const {
        // An iterative solution may leave its matrix as it was, or overwrite it by factors.
        const bool a_is_right = is_refined(routine_) || close(x.A, after_.A);
        return a_is_right && close(x.B, after_.B) && close(x.C, after_.C) && x.ipiv == after_.ipiv;
    }
    /// Whether what is only read is as it was, bit by bit.
    [[nodiscard]] bool has_inputs(const Operands<T>& x) const {
        const bool reads_a = updates_c(routine_) || routine_ == Routine::trmm || routine_ == Routine::trsm ||
                             routine_ == Routine::trsv || routine_ == Routine::getrs;
        const bool reads_b = updates_c(routine_) || is_refined(routine_);
        return (!reads_a || x.A == before_.A) && (!reads_b || x.B == before_.B) &&
               (routine_ != Routine::getrs || x.ipiv == before_.ipiv) && gaps_are_as_before(x);
    }
    /// Whether each element of a product is its old or its final one.
    [[nodiscard]] bool is_old_or_final(const Operands<T>& x) const {
        for (std::size_t i = 0; i < x.C.size(); ++i)
            if (x.C[i] != before_.C[i] && !close(x.C[i], after_.C[i])) return false;
        return true;
    }

  private:
    static bool close(T a, T b) {
        using Part = decltype(std::abs(b));
        return std::abs(a - b) <= Part{2e4} * std::numeric_limits<Part>::epsilon() * (1 + std::abs(b));
    }
    static bool close(const Elements<T>& a, const Elements<T>& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!close(a[i], b[i])) return false;
        return a.size() == b.size();
    }
    bool gaps_are_as_before(const Operands<T>& x) const {
        return same_gaps(x.A, before_.A) && same_gaps(x.B, before_.B) && same_gaps(x.C, before_.C);
    }
    static bool same_gaps(const Elements<T>& a, const Elements<T>& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (static_cast<std::int64_t>(i) % kLd >= kOrder && a[i] != b[i]) return false;
        return true;
    }

    Routine routine_;
    Operands<T> before_;
    Operands<T> after_;
};

}  // namespace hg::test
