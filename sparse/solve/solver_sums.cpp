// Sums over the elements of all devices, what is decided by them, and the updates of vectors that make some.
#include "blas/level1/dot_sums.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "sparse/solve/solver_program.hpp"

namespace hg::sparse {

RegisterId SolverProgram::part_of_sum(const Spread& parts, std::size_t d, const Sum& sum, std::int64_t i) {
    return count() == 1 ? (*sum.result)[d] : builder_.window(parts[d], 0, i, 1, 1);
}

Spread SolverProgram::parts_of(const std::vector<Sum>& sums) {
    Spread parts;
    if (count() == 1) return parts;
    for (std::size_t d = 0; d < count(); ++d)
        parts.push_back(builder_.reg(index_of(d), type_, 1, std::ssize(sums), kNumberRows));
    return parts;
}

void SolverProgram::dot_on(std::size_t d, const Sum& sum, RegisterId result) {
    if (is_complex(type_))
        dotc(builder_, (*sum.x)[d], (*sum.y)[d], result);
    else
        hg::dot(builder_, (*sum.x)[d], (*sum.y)[d], result);
}

void SolverProgram::dots(const std::vector<Sum>& sums) {
    const Spread parts = parts_of(sums);
    for (std::size_t d = 0; d < count(); ++d)
        for (std::int64_t i = 0; i < std::ssize(sums); ++i) {
            const Sum& sum = sums[static_cast<std::size_t>(i)];
            dot_on(d, sum, part_of_sum(parts, d, sum, i));
        }
    add_up(parts, sums);
}

/// What all devices have of some sums, on each of them: a row for each device.
Spread SolverProgram::exchanged_parts(const Spread& parts) {
    const auto all = static_cast<std::int64_t>(count());
    const std::int64_t columns = builder_.reg(parts[0]).cols;
    const ParameterId host = exchanged("sums", all, kSumColumns);
    if (next_sum_ + columns > kSumColumns) next_sum_ = 0;
    for (std::size_t d = 0; d < count(); ++d)
        builder_.store({host, static_cast<std::int64_t>(d), next_sum_, 1, columns}, parts[d]);
    Spread gathered;
    for (std::size_t d = 0; d < count(); ++d) {
        gathered.push_back(builder_.reg(index_of(d), type_, all, columns));
        builder_.load(gathered[d], {host, 0, next_sum_, all, columns});
    }
    next_sum_ += columns;
    return gathered;
}

void SolverProgram::total(const Spread& columns, const Spread& parts, const std::vector<Sum>& sums) {
    const auto totals = builder_.reg(columns[0]).cols;
    for (std::size_t d = 0; d < count(); ++d) {
        std::vector<RegisterId> operands{columns[d]};
        for (std::int64_t i = 0; i < totals; ++i)
            operands.push_back(parts.empty() ? (*sums[static_cast<std::size_t>(i)].result)[d]
                                             : builder_.window(parts[d], 0, i, 1, 1));
        builder_.exec(kernels::solver_totals(type_, static_cast<int>(totals)), operands);
    }
}

void SolverProgram::add_up(const Spread& parts, const std::vector<Sum>& sums) {
    if (count() > 1) total(exchanged_parts(parts), {}, sums);
}

void SolverProgram::decide(kernels::SolverNumbers which, const std::vector<const Spread*>& operands,
                           const std::vector<Scalar>& scalars) {
    for (std::size_t d = 0; d < count(); ++d) {
        std::vector<RegisterId> registers;
        for (const Spread* const operand : operands) registers.push_back((*operand)[d]);
        builder_.exec(kernels::solver_numbers(which, type_), registers, scalars);
    }
}

void SolverProgram::cg_step(const Spread& rr, const Spread& rz, const Spread& p, const Spread& q,
                            const Spread& step, const Spread& pq) {
    Spread sums;
    if (count() == 1) {
        sums.push_back(dot_sums(builder_, p[0], q[0]));
    } else {
        const std::vector<Sum> all{{&p, &q, &pq}};
        const Spread parts = parts_of(all);
        for (std::size_t d = 0; d < count(); ++d) dot_on(d, all[0], parts[d]);
        sums = exchanged_parts(parts);
    }
    const Spread own = state();
    decide(kernels::SolverNumbers::cg, {&rr, &rz, &sums, &own, &step, &pq}, {scalar("limit")});
}

kernels::CgBlocking SolverProgram::blocking(std::size_t d) const {
    const DeviceModel& device = system_.target().devices[devices()[d].device];
    return kernels::default_cg_blocking(type_, device.is_gpu, device.traits.compute_units);
}

void SolverProgram::cg_update(const Spread& rz, const Spread& pq, const Spread& p, const Spread& q,
                              const Spread& x, const Spread& r, const Spread& z, const Spread& rr,
                              const Spread& new_rz) {
    const bool diagonal = system_.preconditioner_rows() == 1 && system_.polynomial().empty();
    std::vector<Sum> totals{{&r, &r, &rr}};
    if (has_preconditioner()) totals.push_back({&r, &z, &new_rz});
    const Spread parts = parts_of(totals);
    Spread sums;
    for (std::size_t d = 0; d < count(); ++d) {
        const std::int64_t groups = kernels::cg_groups(blocking(d), devices()[d].rows.size());
        sums.push_back(builder_.reg(index_of(d), type_, groups, diagonal ? 2 : 1));
        std::vector<RegisterId> operands{rz[d], pq[d], p[d], q[d], x[d], r[d]};
        if (diagonal) operands.insert(operands.end(), {preconditioner(d), z[d]});
        operands.push_back(sums[d]);
        builder_.exec(kernels::cg_update(type_, diagonal, blocking(d)), operands);
    }
    total(sums, parts, totals);
    if (has_preconditioner() && !diagonal) {
        precondition(r, z);
        for (std::size_t d = 0; d < count(); ++d) dot_on(d, totals[1], part_of_sum(parts, d, totals[1], 1));
    }
    add_up(parts, totals);
}

void SolverProgram::cg_direction(const Spread& rz, const Spread& old_rz, const Spread& z, const Spread& p) {
    for (std::size_t d = 0; d < count(); ++d)
        builder_.exec(kernels::cg_direction(type_, blocking(d)), {rz[d], old_rz[d], z[d], p[d]});
}

void SolverProgram::bicgstab_direction(const Spread& beta, const Spread& omega, const Spread& r,
                                       const Spread& v, const Spread& p) {
    for (std::size_t d = 0; d < count(); ++d)
        builder_.exec(kernels::bicgstab_direction(type_), {beta[d], omega[d], r[d], v[d], p[d]});
}

void SolverProgram::bicgstab_solution(const Spread& alpha, const Spread& omega, const Spread& p,
                                      const Spread& s, const Spread& x) {
    for (std::size_t d = 0; d < count(); ++d)
        builder_.exec(kernels::bicgstab_solution(type_), {alpha[d], omega[d], p[d], s[d], x[d]});
}

}  // namespace hg::sparse
