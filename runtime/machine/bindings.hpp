#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// A caller's matrix: column-major, element (i, j) at data[i + j * ld].
struct BoundMatrix {
    void* data = nullptr;
    std::int64_t ld = 0;
    ElementType type = ElementType::f64;
    bool writable = false;
};

/// What a run gives to the parameters of a program. Matrices bound through const pointers can only be read.
///
///     machine.run(program, Bindings{}.matrix("A", a, lda).matrix("C", c, ldc).scalar("alpha", 2.0));
class Bindings {
  public:
    template <class T>
    Bindings& matrix(const std::string& name, T* data, std::int64_t ld) {
        matrices_[name] = {data, ld, element_type_of<T>(), true};
        return *this;
    }
    template <class T>
    Bindings& matrix(const std::string& name, const T* data, std::int64_t ld) {
        matrices_[name] = {const_cast<T*>(data), ld, element_type_of<T>(), false};
        return *this;
    }
    /// A real number or a std::complex.
    Bindings& scalar(const std::string& name, const ScalarValue& value) {
        scalars_[name] = value;
        return *this;
    }

    [[nodiscard]] const std::map<std::string, BoundMatrix>& matrices() const noexcept { return matrices_; }
    [[nodiscard]] const std::map<std::string, ScalarValue>& scalars() const noexcept { return scalars_; }

  private:
    std::map<std::string, BoundMatrix> matrices_;
    std::map<std::string, ScalarValue> scalars_;
};

}  // namespace hg
