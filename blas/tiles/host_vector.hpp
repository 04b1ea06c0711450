#pragma once

#include <cstdint>
#include <string>

#include "blas/call/shape.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The properties of a caller's vector on which programs depend. In memory the vector is a column, or with
/// gaps a row of a matrix whose leading dimension is the increment.
struct VectorForm {
    bool has_gaps = false;
    bool backwards = false;  ///< the first element is the last one in memory

    friend bool operator==(const VectorForm&, const VectorForm&) = default;
};

constexpr VectorForm form_of(const Strided& elements) noexcept {
    return {elements.distance() != 1, elements.increment < 0};
}

/// A caller's vector for a program builder. Registers hold the elements in memory order.
class HostVector {
  public:
    /// The builder must outlive it.
    HostVector(ProgramBuilder& builder, const std::string& name, ElementType type, std::int64_t count,
               const VectorForm& form)
        : builder_(builder),
          type_(type),
          has_gaps_(form.has_gaps),
          parameter_(has_gaps_ ? builder.matrix(name, type, 1, count)
                               : builder.matrix(name, type, count, 1)) {}

    /// Adds a register for `count` elements.
    [[nodiscard]] RegisterId open(DeviceIndex device, std::int64_t count) const {
        return has_gaps_ ? builder_.reg(device, type_, 1, count) : builder_.reg(device, type_, count, 1);
    }
    /// Adds a register and loads the `count` elements from `begin` on.
    [[nodiscard]] RegisterId load(DeviceIndex device, std::int64_t begin, std::int64_t count) const {
        const RegisterId r = open(device, count);
        load(r, begin, count);
        return r;
    }
    void load(RegisterId r, std::int64_t begin, std::int64_t count) const {
        builder_.load(r, tile(begin, count));
    }
    void store(std::int64_t begin, std::int64_t count, RegisterId r) const {
        builder_.store(tile(begin, count), r);
    }

  private:
    [[nodiscard]] HostTile tile(std::int64_t begin, std::int64_t count) const {
        return has_gaps_ ? HostTile{parameter_, 0, begin, 1, count}
                         : HostTile{parameter_, begin, 0, count, 1};
    }

    ProgramBuilder& builder_;
    ElementType type_;
    bool has_gaps_;
    ParameterId parameter_;
};

/// Returns the first available device that supports the element type. Throws Error{invalid_argument} if none
/// does, Error{device_lost} if none is available.
DeviceIndex first_device_for(ElementType type, const Target& target);

}  // namespace hg
