#pragma once

#include <ffi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>
#include <vector>

namespace hgctl {

/// A call of a C function whose parameters are known when hgctl runs. Arguments are added in their order.
class ForeignCall {
  public:
    ForeignCall() = default;
    ForeignCall(ForeignCall&&) = default;
    ForeignCall& operator=(ForeignCall&&) = default;

    /// Passes a number or an address, or a complex number as C's structure of two parts. Returns where it is
    /// kept, to be changed between calls.
    template <class T>
    T* add(T value) {
        T* const kept = keep(value);
        types_.push_back(type_of<T>());
        values_.push_back(kept);
        return kept;
    }
    /// Passes the address of a copy of the value.
    template <class T>
    void add_address(T value) {
        add(static_cast<void*>(keep(value)));
    }
    /// A copy of the value that lives as long as this.
    template <class T>
    T* keep(T value) {
        static_assert(sizeof(T) <= sizeof(Memory) && std::is_trivially_destructible_v<T>);
        return std::construct_at(reinterpret_cast<T*>(&kept_.emplace_back()), value);
    }

    /// Calls the function with all of them, as often as it is called.
    template <class Result = void>
    Result call(void (*function)()) {
        if (!prepared_) prepare(type_of<Result>());
        if constexpr (std::is_void_v<Result>) {
            ffi_call(&interface_, function, nullptr, values_.data());
        } else {
            // Integers come back as wide as a register.
            std::conditional_t<std::is_integral_v<Result>, ffi_arg, Result> result{};
            ffi_call(&interface_, function, &result, values_.data());
            return static_cast<Result>(result);
        }
    }

  private:
    struct alignas(16) Memory {
        std::array<std::byte, 16> bytes;
    };

    template <class T>
    static ffi_type* type_of() {
        if constexpr (std::is_void_v<T>)
            return &ffi_type_void;
        else if constexpr (std::is_pointer_v<T>)
            return &ffi_type_pointer;
        else if constexpr (std::is_same_v<T, double>)
            return &ffi_type_double;
        else if constexpr (std::is_same_v<T, float>)
            return &ffi_type_float;
        else if constexpr (std::is_integral_v<T>)
            return sizeof(T) == sizeof(std::int64_t) ? &ffi_type_sint64 : &ffi_type_sint32;
        else
            return two_of(type_of<typename T::value_type>());
    }
    static ffi_type* two_of(ffi_type* part);
    void prepare(ffi_type* result);

    std::deque<Memory> kept_;
    std::vector<ffi_type*> types_;
    std::vector<void*> values_;
    ffi_cif interface_{};
    bool prepared_ = false;
};

}  // namespace hgctl
