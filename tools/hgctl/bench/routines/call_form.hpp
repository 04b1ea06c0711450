#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "tools/workload/operands/call_settings.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Which of CallSettings a routine takes.
struct CallForm {
    bool has_side = false, has_uplo = false, has_diag = false, has_beta = false;
    bool has_incx = false, has_incy = false;
    bool has_pivoting = false;
    bool solves = false;             ///< a triangular system
    std::vector<std::string> ops;    ///< letters that its one operation may be
    std::vector<std::string> sizes;  ///< names

    [[nodiscard]] bool has_m() const { return sizes.front() == "m"; }
};

/// Collects the form of a routine whose arguments it walks.
class FormLister : public hg::ArgumentList<FormLister> {
  public:
    explicit FormLister(hg::ElementType type) : type_(type) {}

    void side(hg::Side /*value*/) { form.has_side = true; }
    void uplo(hg::Uplo /*value*/) { form.has_uplo = true; }
    void diag(hg::Diag /*value*/) { form.has_diag = true; }
    void op(std::string_view name, hg::Op /*value*/) {
        if (name != "op") return;
        form.ops = {"N", "T"};
        if (hg::is_complex(type_)) form.ops.emplace_back("C");
    }
    void op(std::string_view /*name*/, hg::Op /*value*/, hg::Op transposition) {
        form.ops = {"N", std::string(1, static_cast<char>(transposition))};
    }
    void option(std::string_view name, bool /*valid*/, std::string_view /*must_be*/) {
        form.has_pivoting = form.has_pivoting || name == "options.pivoting";
    }
    void size(std::string_view name, std::int64_t /*value*/) { form.sizes.emplace_back(name); }
    template <class T>
    void scalar(std::string_view name, T /*value*/) {
        form.has_beta = form.has_beta || name == "beta";
    }
    template <class T>
    void strided(std::string_view name, T* /*data*/, std::int64_t /*increment*/, std::int64_t /*count*/,
                 bool /*used*/ = true) {
        (name == "x" ? form.has_incx : form.has_incy) = true;
    }
    template <class T>
    void strided_forward(std::string_view name, T* data, std::int64_t increment, std::int64_t count,
                         bool used = true) {
        strided(name, data, increment, count, used);
    }

    CallForm form{};

  private:
    hg::ElementType type_;
};

template <class Arguments>
CallForm call_form() {
    FormLister list(hg::element_type_of<typename Arguments::Element>());
    const Arguments arguments{};
    hg::list_arguments(arguments, list);
    return list.form;
}

/// Sizes that differ, by which operands show what each of them is of.
inline const CallSettings kTellingSizes{.m = 2, .n = 3, .k = 5, .nrhs = 7};

/// "Order of C, rows of A": what has the size `value` among the operands of a call with kTellingSizes.
std::string size_help(const ListedCall& call, std::int64_t value);

/// "C := A^T A" of "C := alpha op(A) op(A)^T + beta C, one triangle of the symmetric C", what a routine does:
/// with these settings. A triangular A goes by the letter of its triangle, L or U.
std::string formula_of(std::string does, const CallForm& form, const CallSettings& settings);

void replace_all(std::string& text, std::string_view what, std::string_view with);

}  // namespace hgctl
