#include <array>

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/real_type.hpp"
#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {
namespace {

/// How names tell of triangles, by the numbers of GemmTriangle.
constexpr std::array<std::string_view, 7> kTriangles{"", "_cl", "_cu", "_al", "_au", "_bl", "_bu"};

bool read_family(NameReader& reader, GemmParameters& p) {
    if (!reader.take("gemm_")) return false;
    const auto is = [&](GemmFamily family, ElementType type) {
        p.family = family;
        p.type = type;
        return reader.take(std::string(name(family)) + "_" + std::string(hg::name(type)));
    };
    // "local_" begins "local_a_" too; what follows a family is its type.
    for (GemmFamily family : gemm_families())
        for (ElementType type : kRealTypes)
            if (is(family, type)) return true;
    for (GemmFamily family : complex_gemm_families())
        for (ElementType type : {ElementType::c32, ElementType::c64})
            if (is(family, type)) return true;
    return false;
}

GemmTriangle read_triangle(NameReader& reader) {
    for (std::size_t i = 1; i < kTriangles.size(); ++i)
        if (reader.take(kTriangles[i])) return static_cast<GemmTriangle>(i);
    return GemmTriangle::none;
}

/// "n", "t", or "c" for the conjugates of the transpose.
bool read_operation(NameReader& reader, bool& transpose, bool& conjugate) {
    conjugate = reader.take("c");
    transpose = conjugate || reader.take("t");
    return transpose || reader.take("n");
}

char operation(bool transpose, bool conjugate) {
    return conjugate ? 'c' : transpose ? 't' : 'n';
}

/// The fields of the blocking that a family uses, as they stand in names: "64x64x16_4x4".
std::vector<const GemmField*> blocking_fields(GemmFamily family) {
    std::vector<const GemmField*> fields;
    for (const GemmField& field : kGemmFields)
        if (!has_letter(field) && uses(family, field.value)) fields.push_back(&field);
    return fields;
}

bool is_work(const GemmField& field) {
    return field.value == &GemmParameters::work_m || field.value == &GemmParameters::work_n;
}

/// The parameters with the values of `p` for one kind of field and the family's defaults for the other.
/// Defaults are those of p's variant.
GemmParameters without(GemmParameters p, bool blocking) {
    const int variant = p.variant;
    for (const GemmField& field : kGemmFields)
        if (has_letter(field) != blocking) p.*field.value = 0;
    p.variant = variant;
    return with_defaults(p);
}

/// Whether work-items of the family have one element unless they are told otherwise: names then leave "_1x1"
/// out.
bool one_element_by_default(const GemmParameters& p) {
    const GemmParameters defaults = without(p, true);
    return defaults.work_m == 1 && defaults.work_n == 1;
}

using ReadFields = std::vector<int GemmParameters::*>;

bool read_blocking(NameReader& reader, GemmParameters& p, ReadFields& read) {
    if (!reader.at_number()) return true;
    const bool may_end = one_element_by_default(p);
    for (const GemmField* field : blocking_fields(p.family)) {
        if (field->value == &GemmParameters::work_m && may_end && !reader.at_number()) return true;
        if (!reader.take(field->mark) || !reader.take_number(p.*field->value)) return false;
        read.push_back(field->value);
    }
    return true;
}

bool read_lettered(NameReader& reader, GemmParameters& p, ReadFields& read) {
    for (const GemmField& field : kGemmFields) {
        if (!has_letter(field) || !reader.take(field.mark)) continue;
        if (!uses(p.family, field.value) || !reader.take_number(p.*field.value)) return false;
        read.push_back(field.value);
    }
    return true;
}

std::string blocking_part(const GemmParameters& p) {
    const GemmParameters defaults = without(p, true);
    const bool one_element = one_element_by_default(p) && p.work_m == 1 && p.work_n == 1;
    std::string text;
    bool told = false;
    for (const GemmField* field : blocking_fields(p.family)) {
        if (one_element && is_work(*field)) continue;
        text.append(field->mark).append(std::to_string(p.*field->value));
        told = told || p.*field->value != defaults.*field->value;
    }
    return told ? text : std::string();
}

}  // namespace

std::string name(const GemmParameters& parameters) {
    const GemmParameters p = with_defaults(parameters);
    std::string text = "gemm_" + std::string(name(p.family)) + "_" + std::string(hg::name(p.type));
    text += {'_', operation(p.transpose_a, p.conjugate_a), operation(p.transpose_b, p.conjugate_b)};
    if (p.split_k != 1)
        text.append("_k").append(std::to_string(p.split_k));
    else if (p.overwrite)
        text += "_set";
    if (p.guarded) text += "_if";
    text += kTriangles[static_cast<std::size_t>(p.triangle)];
    text += blocking_part(p);
    GemmParameters defaults = without(p, false);
    defaults.variant = 0;
    for (const GemmField& field : kGemmFields)
        if (has_letter(field) && p.*field.value != defaults.*field.value)
            text.append(field.mark).append(std::to_string(p.*field.value));
    return text;
}

std::optional<GemmParameters> parse_gemm(std::string_view text) {
    GemmParameters p;
    NameReader reader(text);
    if (!read_family(reader, p) || !reader.take("_")) return std::nullopt;
    if (!read_operation(reader, p.transpose_a, p.conjugate_a) ||
        !read_operation(reader, p.transpose_b, p.conjugate_b))
        return std::nullopt;
    if (reader.take("_set"))
        p.overwrite = true;
    else if (reader.take("_k") && !reader.take_number(p.split_k))
        return std::nullopt;
    p.guarded = reader.take("_if");
    p.triangle = read_triangle(reader);
    ReadFields read;
    if (!read_blocking(reader, p, read) || !read_lettered(reader, p, read)) return std::nullopt;
    if (!reader.at_end() || !blocking_fault(p).empty()) return std::nullopt;
    const GemmParameters made = with_defaults(p);
    // A value in a name is what the kernel has: not the 0 that asks for a default.
    for (const auto value : read)
        if (made.*value != p.*value) return std::nullopt;
    return made;
}

}  // namespace hg::kernels
