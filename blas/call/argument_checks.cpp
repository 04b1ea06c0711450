#include "blas/call/argument_checks.hpp"

#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::string ld_of(std::string_view matrix) {
    std::string name = "ld";
    for (const char letter : matrix) name.push_back(static_cast<char>(letter - 'A' + 'a'));
    return name;
}

/// The letter of iamax stands after its first one: idamax. Routines of complex elements that take or return real numbers
/// have two letters: zdrot, zdscal, dznrm2, dzasum.
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

}  // namespace

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
