#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <hg/runtime/machine/resident_memory.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// A caller's matrix: column-major, with element (i, j) at data[i + j * ld].
struct BoundMatrix {
    void* data = nullptr;                 ///< element (0, 0)
    std::int64_t ld = 0;                  ///< elements between consecutive columns
    ElementType type = ElementType::f64;  ///< must be the parameter's type
    bool writable = false;                ///< required if the program stores into the matrix
    /// What Machine::is_pinned() returns for it; if empty, the run asks.
    std::optional<bool> pinned{};
};

/// Values for the parameters of a program in one run. Matrices bound through const pointers can only be read.
///
///     machine.run(program, Bindings{}.matrix("A", a, lda).matrix("C", c, ldc).scalar("alpha", 2.0));
class Bindings {
  public:
    /// Binds a matrix that the program may read and write. `ld` counts elements and is at least the number of
    /// the matrix's rows. A later binding of the same name replaces this one.
    template <class T>
    Bindings& matrix(const std::string& name, T* data, std::int64_t ld) {
        return matrix(name, BoundMatrix{data, ld, element_type_of<T>(), true});
    }
    /// Binds a matrix that the program may only read.
    template <class T>
    Bindings& matrix(const std::string& name, const T* data, std::int64_t ld) {
        return matrix(name, BoundMatrix{const_cast<T*>(data), ld, element_type_of<T>(), false});
    }
    /// Binds a matrix whose element type is known at run time.
    Bindings& matrix(const std::string& name, const BoundMatrix& matrix) {
        matrices_[name] = matrix;
        return *this;
    }
    /// Binds a scalar: a real number or a std::complex.
    Bindings& scalar(const std::string& name, const ScalarValue& value) {
        scalars_[name] = value;
        return *this;
    }

    /// Binds memory to a resident register of the program. The memory must be of the register's device and
    /// type, and have room for its columns. One run may bind the same memory twice only if it writes to
    /// neither register. The bindings share ownership of the memory.
    Bindings& resident(const std::string& name, const ResidentMemory& memory) {
        residents_[name] = memory;
        return *this;
    }

    /// Returns the matrices by name.
    [[nodiscard]] const std::map<std::string, BoundMatrix>& matrices() const noexcept { return matrices_; }
    /// Returns the scalars by name.
    [[nodiscard]] const std::map<std::string, ScalarValue>& scalars() const noexcept { return scalars_; }
    /// Returns the memory of resident registers by name.
    [[nodiscard]] const std::map<std::string, ResidentMemory>& residents() const noexcept {
        return residents_;
    }

  private:
    std::map<std::string, BoundMatrix> matrices_;
    std::map<std::string, ScalarValue> scalars_;
    std::map<std::string, ResidentMemory> residents_;
};

}  // namespace hg
