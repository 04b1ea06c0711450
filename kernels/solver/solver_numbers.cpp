#include "kernels/solver/solver_numbers.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/shapes.hpp"
#include "kernels/solver/solver_on_host.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::size_t kSums = 2;        ///< what cg adds up
constexpr double kNumbersStart = 3e-6;  ///< seconds of a launch: as of products

struct NumbersKind {
    std::string_view word;
    std::vector<std::string_view> read;
    std::vector<std::string_view> written;
    bool has_limit;
    bool changes_state;
};

/// By SolverNumbers; the state stands between what is read and what is written.
const NumbersKind& kind_of(SolverNumbers which) {
    static const std::array<NumbersKind, 5> kinds{
        {{"cg", {"rr", "rz", "sums"}, {"step", "pq"}, true, true},
         {"alpha", {"rr", "rho", "rv"}, {"alpha"}, true, true},
         {"omega", {"ts", "tt"}, {"omega"}, false, false},
         {"beta", {"new_rho", "rho", "alpha", "omega"}, {"beta"}, false, false},
         {"norm", {"square"}, {"norm", "inverse"}, false, false}}};
    return kinds[static_cast<std::size_t>(which)];
}

constexpr std::array kAllNumbers{SolverNumbers::cg, SolverNumbers::alpha, SolverNumbers::omega,
                                 SolverNumbers::beta, SolverNumbers::norm};

std::string numbers_name(SolverNumbers which, ElementType type) {
    return std::string("solver_").append(kind_of(which).word).append("_").append(hg::name(type));
}

/// The numbers of one call on the host.
template <class T>
class HostNumbers {
  public:
    explicit HostNumbers(const HostCall& call) : call_(call) {}

    [[nodiscard]] T& at(std::size_t operand) const { return *call_.operands[operand].as<T>(); }
    [[nodiscard]] std::int32_t* state(std::size_t operand) const {
        return call_.operands[operand].as<std::int32_t>();
    }

    /// Why r, the first operand, ends the solver, if it does.
    void look_at_residual(std::int32_t& state) const {
        if (state != kRunning) return;
        if (!is_finite(at(0)))
            state = kBroken;
        else if (std::real(at(0)) <= call_.scalars[0].as<PartOf<T>>())
            state = kConverged;
    }

    void cg() const {
        std::int32_t* const own = state(3);
        look_at_residual(own[0]);
        const T pq = solver_on_host::column_total<T>(call_.operands[2], 0);
        if (own[0] == kRunning && !(is_finite(at(1)) && is_finite(pq))) own[0] = kBroken;
        if (own[0] == kRunning && !(std::real(at(1)) > 0 && std::real(pq) > 0)) own[0] = kIndefinite;
        take_step(own, at(1), at(4));
        at(5) = pq;
    }
    void alpha() const {
        std::int32_t* const own = state(3);
        look_at_residual(own[0]);
        const bool is_zero = magnitude(at(1)) == 0 || magnitude(at(2)) == 0;
        const T ratio = is_zero ? T{0} : quotient(at(1), at(2));
        if (own[0] == kRunning && (is_zero || !is_finite(ratio))) own[0] = kBroken;
        take_step(own, ratio, at(4));
    }
    void omega() const {
        const bool counts = state(2)[0] == kRunning && magnitude(at(1)) != 0;
        at(3) = counts ? quotient(at(0), at(1)) : T{0};
    }
    void beta() const {
        const bool counts = state(4)[0] == kRunning && magnitude(at(3)) != 0;
        at(5) = counts ? multiply(quotient(at(0), at(1)), quotient(at(2), at(3))) : T{0};
    }
    void norm() const {
        const PartOf<T> root = std::sqrt(std::real(at(0)));
        at(2) = T{root};
        at(3) = T{root == 0 ? 0 : 1 / root};
    }

  private:
    static constexpr auto kRunning = static_cast<std::int32_t>(SolverState::running);
    static constexpr auto kConverged = static_cast<std::int32_t>(SolverState::converged);
    static constexpr auto kIndefinite = static_cast<std::int32_t>(SolverState::indefinite);
    static constexpr auto kBroken = static_cast<std::int32_t>(SolverState::broken);

    static void take_step(std::int32_t* own, T step, T& taken) {
        if (own[0] == kRunning) ++own[1];
        taken = own[0] == kRunning ? step : T{0};
    }

    const HostCall& call_;
};

template <class T>
void numbers_host(SolverNumbers which, const HostCall& call) {
    const HostNumbers<T> numbers(call);
    switch (which) {
        case SolverNumbers::cg:
            return numbers.cg();
        case SolverNumbers::alpha:
            return numbers.alpha();
        case SolverNumbers::omega:
            return numbers.omega();
        case SolverNumbers::beta:
            return numbers.beta();
        case SolverNumbers::norm:
            return numbers.norm();
    }
}

Instruction make_numbers(SolverNumbers which, ElementType type, const std::string& name) {
    const NumbersKind& kind = kind_of(which);
    Instruction i;
    i.name = name;
    i.entry = kind.word;
    const bool adds_up = which == SolverNumbers::cg;
    const int items = adds_up ? solver_on_host::kTotalItems : 1;
    i.source = source_for_elements("spmv_common.cl")
                   .append(embedded_source("column_total.cl"))
                   .append(embedded_source("solver_numbers.cl"));
    i.build_options =
        element_options(type) + define("NUMBERS", static_cast<std::int64_t>(which)) + define("ITEMS", items);
    i.needs = {.local_memory = adds_up ? items * size_of(type) : 0, .work_group = items};
    for (const std::string_view number : kind.read)
        i.operands.push_back({std::string(number), Access::read, type});
    const std::size_t state = i.operands.size();
    i.operands.push_back({"state", kind.changes_state ? Access::read_write : Access::read, ElementType::i32});
    for (const std::string_view number : kind.written)
        i.operands.push_back({std::string(number), Access::write, type});
    if (kind.has_limit) i.scalars = {{"limit", traits_of(type).precision}};
    i.geometry = [items](const ExecShape&) { return groups_in_a_row(1, items); };
    offer_any_items(i, Kept::work_groups);
    i.cost = [](const ExecShape&) { return Cost{.flops = 10, .bytes = 64, .seconds = kNumbersStart}; };
    i.check = [=](const ExecShape& shape) {
        for (std::size_t o = 0; o < shape.registers.size(); ++o)
            require_shapes(shape.registers[o].cols == 1 &&
                               (shape.registers[o].rows == (o == state ? 2 : 1) || (adds_up && o == kSums)),
                           name, shape, "numbers must be 1x1, the state 2x1, and sums a column");
    };
    for_floating_type(
        type, [&]<class T>() { i.host = [=](const HostCall& call) { numbers_host<T>(which, call); }; });
    return i;
}

}  // namespace

InstructionPtr solver_numbers(SolverNumbers which, ElementType type) {
    const std::string name = numbers_name(which, type);
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument, name + ": supports f32, f64, c32 and c64 only");
    return made_once(name, [&] { return finished(make_numbers(which, type, name)); });
}

InstructionPtr find_solver_numbers(std::string_view name) {
    for (const ElementType type : kFloatingTypes)
        for (const SolverNumbers which : kAllNumbers)
            if (name == numbers_name(which, type)) return solver_numbers(which, type);
    return nullptr;
}

std::vector<std::string> solver_numbers_names() {
    std::vector<std::string> all;
    for (const ElementType type : kFloatingTypes)
        for (const SolverNumbers which : kAllNumbers) all.push_back(numbers_name(which, type));
    return all;
}

}  // namespace hg::kernels
