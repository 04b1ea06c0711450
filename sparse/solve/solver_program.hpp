#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/solver/cg_blocking.hpp"
#include "kernels/solver/solver_numbers.hpp"
#include "sparse/solve/solver_system.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg::sparse {

/// A vector, or a number that every device has: a register on each of them, in their order.
using Spread = std::vector<RegisterId>;

/// Rows of a register of numbers, which are columns apart: they begin where windows may.
inline constexpr std::int64_t kNumberRows = kWindowAlignment / 4;

/// A number times a constant.
struct Factor {
    double constant = 1;
    const Spread* number = nullptr;  ///< null: 1
    const Spread* over = nullptr;    ///< null: 1
};

/// result := x^H y
struct Sum {
    const Spread *x, *y, *result;
};

/// Builds one program of a solver: the method's steps on spread vectors. Arguments must not be the same
/// vector if one is written.
class SolverProgram {
  public:
    explicit SolverProgram(const SolverLayout& layout);

    // Registers. Those with names keep their contents from program to program.
    Spread vector(const std::string& name) { return declare(name, type_, {}); }
    Spread vector();
    /// A vector that A is to be multiplied with: what comes from other devices stands around it, and nothing
    /// has to be copied.
    Spread factor(const std::string& name);
    Spread factor();
    /// One that precondition() makes.
    Spread image() { return system_.polynomial().empty() ? vector() : factor(); }
    /// 1x1.
    Spread number(const std::string& name) { return declare(name, type_, {1, 1}); }
    Spread number();
    /// `count` numbers that lie side by side.
    Spread numbers(const std::string& name, std::int64_t count) {
        return declare(name, type_, {kNumberRows, count});
    }
    /// One of them.
    Spread element(const Spread& numbers, std::int64_t i);
    /// Of kernels::SolverNumbers.
    Spread state() { return declare("state", ElementType::i32, {2, 1}); }

    // Runs
    /// Loads the system and b; x := 0, r := b, and the last of `slots` numbers rr := r^H r; the state is
    /// running.
    void begin_pass(std::int64_t slots);
    /// Tells the host of a run.
    void end_run(const Spread& rr);

    // Transfers
    /// Fills the registers of A and of the preconditioner.
    void load_system();
    /// The host's vector `matrix`.
    void load(const std::string& matrix, const Spread& x);
    void store(const std::string& matrix, const Spread& x);
    /// What the first device has of some numbers, or the state, as `matrix`.
    void look(const std::string& matrix, const Spread& numbers);

    // Arithmetic
    void zero(const Spread& x);
    void copy(const Spread& x, const Spread& y);
    /// y := alpha A x + beta y
    void multiply(double alpha, const Spread& x, double beta, const Spread& y);
    /// z := M r. A polynomial needs a factor() as z.
    void precondition(const Spread& r, const Spread& z);
    /// x := a x
    void scale(const Factor& a, const Spread& x);
    /// y := a x + y
    void add(const Factor& a, const Spread& x, const Spread& y);
    /// y := a x + y with a scalar of the program
    void add(const Scalar& a, const Spread& x, const Spread& y);
    /// result := x^H y
    void dot(const Spread& x, const Spread& y, const Spread& result) { dots({{&x, &y, &result}}); }
    /// One or two of these, for which devices exchange numbers once.
    void dots(const std::vector<Sum>& sums);
    /// Appends solver_numbers() on each device.
    void decide(kernels::SolverNumbers which, const std::vector<const Spread*>& operands,
                const std::vector<Scalar>& scalars = {});

    // Conjugate gradients
    /// pq := p^H q; step := rz, or 0 if the solver is to stop, as kernels::SolverNumbers::cg has it.
    void cg_step(const Spread& rr, const Spread& rz, const Spread& p, const Spread& q, const Spread& step,
                 const Spread& pq);
    /// x += (rz / pq) p; r -= (rz / pq) q; z := M r; rr := r^H r; new_rz := r^H z. Without a preconditioner z
    /// and new_rz do not count.
    void cg_update(const Spread& rz, const Spread& pq, const Spread& p, const Spread& q, const Spread& x,
                   const Spread& r, const Spread& z, const Spread& rr, const Spread& new_rz);
    /// p := z + (rz / old_rz) p
    void cg_direction(const Spread& rz, const Spread& old_rz, const Spread& z, const Spread& p);

    // Stabilized biconjugate gradients
    /// p := r + beta (p - omega v)
    void bicgstab_direction(const Spread& beta, const Spread& omega, const Spread& r, const Spread& v,
                            const Spread& p);
    /// x += alpha p + omega s
    void bicgstab_solution(const Spread& alpha, const Spread& omega, const Spread& p, const Spread& s,
                           const Spread& x);

    [[nodiscard]] bool has_preconditioner() const noexcept { return system_.preconditioner_rows() > 0; }
    /// A scalar that is bound when the program runs.
    Scalar scalar(const std::string& name) { return builder_.scalar(name); }
    [[nodiscard]] Program finish() && {
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    friend class SolverBasis;

    struct Shape {
        std::int64_t rows = 0, cols = 1;  ///< without rows: those of the device's share
        std::int64_t unit = 1;            ///< columns are a multiple of it apart
    };

    [[nodiscard]] const std::vector<DeviceRows>& devices() const noexcept {
        return system_.placement().devices;
    }
    [[nodiscard]] std::size_t count() const noexcept { return devices().size(); }
    [[nodiscard]] DeviceIndex index_of(std::size_t d) const {
        return static_cast<DeviceIndex>(devices()[d].device);
    }
    [[nodiscard]] kernels::CgBlocking blocking(std::size_t d) const;
    Spread declare(const std::string& name, ElementType type, Shape shape);
    ParameterId matrix(const std::string& name, ElementType type, std::int64_t rows, std::int64_t cols);
    /// The same for what devices exchange.
    ParameterId exchanged(const std::string& name, std::int64_t rows, std::int64_t cols);
    RegisterId array(std::size_t d, const std::string& name, ElementType type, std::int64_t rows,
                     std::int64_t cols);
    /// The arrays of a part of a block of A.
    std::vector<RegisterId> arrays(std::size_t d, std::size_t block, std::size_t part);
    RegisterId preconditioner(std::size_t d);
    void load_block(std::size_t d, std::size_t number);
    [[nodiscard]] HostTile rows_of(ParameterId matrix, std::size_t d) const;
    /// The own parts of registers of all columns that products need.
    Spread own_parts(const Spread& all);
    /// Registers of all columns, of which x is the own part.
    Spread around(const Spread& x);
    /// x as each device's product needs it.
    Spread gathered(const Spread& x);
    void multiply_block(std::size_t d, std::size_t number, double alpha, RegisterId x, double beta,
                        RegisterId y);
    /// Rows of a vector: itself, if these are all.
    RegisterId part_of(RegisterId vector, std::int64_t first, std::int64_t rows);
    void apply_polynomial(const Spread& r, const Spread& z);
    Coefficient coefficient(const Factor& a, std::size_t d) const;
    // Of sums, each device has a part: numbers side by side. One device has the results at once, and no
    // parts.
    Spread parts_of(const std::vector<Sum>& sums);
    RegisterId part_of_sum(const Spread& parts, std::size_t d, const Sum& sum, std::int64_t i);
    void dot_on(std::size_t d, const Sum& sum, RegisterId result);
    Spread exchanged_parts(const Spread& parts);
    /// The totals of columns become parts, or results if there are none.
    void total(const Spread& columns, const Spread& parts, const std::vector<Sum>& sums);
    /// The results are the sums of each device's part, in their order.
    void add_up(const Spread& parts, const std::vector<Sum>& sums);

    const SolverLayout& system_;
    const ElementType type_;  ///< of all vectors
    ProgramBuilder builder_;
    std::map<std::string, Spread> spreads_;
    std::map<RegisterId, Spread> around_;  ///< of factors, by the first device's own part
    std::map<std::string, RegisterId> arrays_;
    std::map<std::string, ParameterId> matrices_;
    std::int64_t next_sum_ = 0;
};

}  // namespace hg::sparse
