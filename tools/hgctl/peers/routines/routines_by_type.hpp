#pragma once

#include <cctype>
#include <complex>
#include <string>

#include "tools/hgctl/peers/shared_library.hpp"
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

/// "Z" for "z".
inline std::string capital(const std::string& letter) {
    return {static_cast<char>(std::toupper(static_cast<unsigned char>(letter.front())))};
}

}  // namespace hgctl
