#pragma once

#include <cctype>
#include <complex>
#include <string>

#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A library's routines in each element type. Routines<T> is made from the library and BLAS's letter for T.
template <template <class> class Routines>
class RoutinesByType {
  public:
    explicit RoutinesByType(const SharedLibrary& library)
        : f64_(library, letter<double>()),
          f32_(library, letter<float>()),
          c64_(library, letter<std::complex<double>>()),
          c32_(library, letter<std::complex<float>>()) {}

    [[nodiscard]] bool complete() const noexcept {
        return f64_.complete() && f32_.complete() && c64_.complete() && c32_.complete();
    }
    /// What use(routines) returns for those of a type.
    template <class Use>
    auto with(hg::ElementType type, const Use& use) const {
        switch (type) {
            case hg::ElementType::c64:
                return use(c64_);
            case hg::ElementType::c32:
                return use(c32_);
            case hg::ElementType::f32:
                return use(f32_);
            default:
                return use(f64_);
        }
    }

  private:
    template <class T>
    static std::string letter() {
        return {hg::traits_of(hg::element_type_of<T>()).letter};
    }

    Routines<double> f64_;
    Routines<float> f32_;
    Routines<std::complex<double>> c64_;
    Routines<std::complex<float>> c32_;
};

/// What routines of levels 1 and 2 of one element type are called behind the letter, or with it.
struct VectorNames {
    explicit VectorNames(const std::string& letter)
        : is_complex(letter == "z" || letter == "c"), real(letter == "z" ? "d" : "s"), own(letter) {}

    [[nodiscard]] std::string rot() const { return own + (is_complex ? real : "") + "rot"; }
    /// Of asum and nrm2.
    [[nodiscard]] std::string sum(const std::string& routine) const {
        return (is_complex ? real : "") + own + routine;
    }
    /// The name for real elements, or the one for complex ones.
    [[nodiscard]] std::string either(const char* for_real, const char* for_complex) const {
        return own + (is_complex ? for_complex : for_real);
    }

    bool is_complex;
    std::string real, own;
};

/// "Z" for "z", "Zdrot" for "zdrot".
inline std::string capital(std::string name) {
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

}  // namespace hgctl
