#include "blas/call/argument_checks.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::string ld_of(std::string_view matrix) {
    std::string name = "ld";
    for (const char letter : matrix) name.push_back(static_cast<char>(letter - 'A' + 'a'));
    return name;
}

/// The letter of iamax stands after its first one: idamax.
std::string name_in_blas(ElementType type, std::string_view routine) {
    return routine == "iamax" ? "i" + routine_name(type, routine.substr(1)) : routine_name(type, routine);
}

}  // namespace

// Messages are made only if they are needed: to make one costs more than the product of a small call.

void ArgumentChecks::layout(Layout layout) {
    layout_ = layout;
    option("layout", layout == Layout::col_major || layout == Layout::row_major,
           "must be col_major or row_major");
}

void ArgumentChecks::option(std::string_view name, bool valid, std::string_view must_be) {
    ++number_;
    if (!valid) refuse(number_, name, must_be);
}

void ArgumentChecks::size(std::string_view name, std::int64_t value) {
    ++number_;
    if (value < 0) refuse(number_, name, "must not be negative, but is " + std::to_string(value));
}

void ArgumentChecks::check_matrix(std::string_view name, const void* data, std::int64_t ld,
                                  const Shape& shape, bool used, std::int64_t element_size) {
    number_ += 2;
    const bool by_columns = layout_ == Layout::col_major;
    const std::int64_t extent = by_columns ? shape.rows : shape.cols;
    const std::int64_t lines = by_columns ? shape.cols : shape.rows;
    const std::int64_t least = std::max<std::int64_t>(extent, 1);
    if (ld < least)
        refuse(number_, ld_of(name),
               "must be at least " + std::to_string(least) + " (the " + (by_columns ? "rows" : "columns") +
                   " of " + std::string(name) + " as stored), but is " + std::to_string(ld));
    const std::int64_t most_elements = std::numeric_limits<std::int64_t>::max() / element_size;
    if (lines > 0 && ld > most_elements / lines)
        refuse(number_, ld_of(name),
               "makes " + std::string(name) + " larger than memory can be: " + std::to_string(ld) + " x " +
                   std::to_string(lines) + " elements");
    if (used && extent > 0 && lines > 0 && data == nullptr) refuse(number_ - 1, name, "must not be null");
}

void ArgumentChecks::check_vector(std::string_view name, const void* data, std::int64_t count, bool used) {
    ++number_;
    if (used && count > 0 && data == nullptr) refuse(number_, name, "must not be null");
}

void ArgumentChecks::check_strided(std::string_view name, const void* data, const Strided& elements,
                                   bool used, std::int64_t element_size) {
    check_vector(name, data, elements.count, used);
    ++number_;
    const auto refuse_increment = [&](const std::string& condition) {
        refuse(number_, "inc" + std::string(name), condition);
    };
    if (!elements.is_valid())
        refuse_increment(std::string("must ") + (elements.may_be_negative ? "not be 0" : "be positive") +
                         ", but is " + std::to_string(elements.increment));
    const std::int64_t most_elements = std::numeric_limits<std::int64_t>::max() / element_size;
    const std::int64_t most = elements.count > 0 ? most_elements / elements.count : most_elements;
    if (elements.increment > most || elements.increment < -most)
        refuse_increment("makes " + std::string(name) +
                         " larger than memory can be: " + std::to_string(elements.count) + " elements " +
                         std::to_string(elements.increment) + " apart");
}

void ArgumentChecks::refuse(int number, std::string_view name, std::string_view condition) const {
    require_argument(false, name_in_blas(type_, routine_), number, name, std::string(condition));
    throw Error(ErrorCode::internal, "a wrong argument was not refused");
}

}  // namespace hg
