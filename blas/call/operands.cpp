#include "blas/call/operands.hpp"

#include <algorithm>
#include <string>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::string ld_of(std::string_view matrix) {
    std::string name = "ld";
    for (const char letter : matrix) name.push_back(static_cast<char>(letter - 'A' + 'a'));
    return name;
}

/// In iamax, the type's letter comes second: idamax. Routines with complex elements that take or return real
/// numbers have two letters: zdrot, zdscal, dznrm2, dzasum.
std::string name_in_blas(ElementType type, std::string_view routine) {
    if (routine == "iamax") return "i" + routine_name(type, routine.substr(1));
    if (!is_complex(type)) return routine_name(type, routine);
    const ElementType real = traits_of(type).precision;
    const std::string letters{traits_of(type).letter, traits_of(real).letter};
    if (routine == "rot") return letters + "rot";
    if (routine == "real_scal") return letters + "scal";
    if (routine == "nrm2" || routine == "asum") return traits_of(real).letter + routine_name(type, routine);
    return routine_name(type, routine);
}

/// Returns whether a parameter is the conjugate of a scalar: "conj_alpha" for alpha.
bool is_conjugate(std::string_view parameter, std::string_view name) {
    constexpr std::string_view kPrefix = "conj_";
    return parameter.starts_with(kPrefix) && parameter.substr(kPrefix.size()) == name;
}

}  // namespace

const CallOperand& Operands::output(std::string_view name) const {
    return *std::ranges::find_if(all(), [&](const CallOperand& operand) {
        return operand.kind == CallOperand::Kind::matrix && operand.writes && operand.name == name;
    });
}

std::vector<HostRegion> Operands::regions() const {
    std::vector<HostRegion> regions;
    for (const CallOperand& operand : all())
        if (operand.used && operand.kind != CallOperand::Kind::result) regions.push_back(operand.region());
    return regions;
}

bool Operands::find_pinned(const Machine& machine) {
    if (asked_ == &machine) return all_pinned_;
    all_pinned_ = true;
    for (CallOperand& operand : std::span(operands_).first(count_)) {
        const bool any = operand.used && operand.rows > 0 && operand.cols > 0;
        const std::int64_t elements = (operand.cols - 1) * operand.ld + operand.rows;
        operand.pinned = any && machine.is_pinned(operand.data, elements * operand.element_size);
        if (any && operand.kind == CallOperand::Kind::matrix) all_pinned_ = all_pinned_ && operand.pinned;
    }
    asked_ = &machine;
    return all_pinned_;
}

Bindings Operands::bindings(const Program& program) const {
    Bindings bindings;
    for (const std::string& parameter : program.scalars())
        for (const auto& [name, value] : std::span(scalars_).first(scalar_count_)) {
            if (parameter == name) bindings.scalar(parameter, value);
            if (is_conjugate(parameter, name)) bindings.scalar(parameter, {value.real, -value.imag});
        }
    for (const MatrixParameter& parameter : program.matrices())
        for (const CallOperand& operand : all())
            if (operand.bound && parameter.name == operand.name)
                bindings.matrix(parameter.name, BoundMatrix{.data = operand.data,
                                                            .ld = operand.ld,
                                                            .type = operand.type,
                                                            .writable = operand.writes,
                                                            .pinned = operand.pinned});
    return bindings;
}

void Operands::refuse() {
    throw Error(ErrorCode::internal, "a routine has more operands than a call holds");
}

void ArgumentChecks::refuse_null(int number, std::string_view name) const {
    refuse(number, name, "must not be null");
}

void ArgumentChecks::refuse_negative(std::string_view name, std::int64_t value) const {
    refuse(number_, name, "must not be negative, but is " + std::to_string(value));
}

void ArgumentChecks::refuse_short(std::string_view matrix, std::int64_t ld, std::int64_t least) const {
    const std::string extent = layout_ == Layout::col_major ? "rows" : "columns";
    refuse(number_, ld_of(matrix),
           "must be at least " + std::to_string(least) + " (the " + extent + " of " + std::string(matrix) +
               " as stored), but is " + std::to_string(ld));
}

void ArgumentChecks::refuse_large(std::string_view matrix, std::int64_t ld, std::int64_t lines) const {
    refuse(number_, ld_of(matrix),
           "makes " + std::string(matrix) + " larger than memory can be: " + std::to_string(ld) + " x " +
               std::to_string(lines) + " elements");
}

void ArgumentChecks::refuse_increment(std::string_view vector, const Strided& elements) const {
    refuse(number_, "inc" + std::string(vector),
           std::string("must ") + (elements.may_be_negative ? "not be 0" : "be positive") + ", but is " +
               std::to_string(elements.increment));
}

void ArgumentChecks::refuse_large(std::string_view vector, const Strided& elements) const {
    refuse(number_, "inc" + std::string(vector),
           "makes " + std::string(vector) + " larger than memory can be: " + std::to_string(elements.count) +
               " elements " + std::to_string(elements.increment) + " apart");
}

void ArgumentChecks::refuse(int number, std::string_view name, std::string_view condition) const {
    require_argument(false, name_in_blas(type_, routine_), number, name, std::string(condition));
    throw Error(ErrorCode::internal, "a wrong argument was not refused");
}

}  // namespace hg
