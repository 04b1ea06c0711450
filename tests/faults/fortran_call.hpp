#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"

namespace hg::test {

/// A symbol that takes all arguments by address, ready to be called with those of a call.
class FortranCall {
  public:
    /// `returns`: numbers are what the symbol returns.
    FortranCall(const std::string& symbol, const hgctl::ListedCall& call, bool returns, bool has_info)
        : function_(dlsym(RTLD_DEFAULT, symbol.c_str())), has_info_(has_info) {
        if (function_ == nullptr) std::abort();
        for (const auto& argument : call.arguments)
            std::visit([&](const auto& x) { add(x, call, returns); }, argument);
        constexpr std::array<std::string_view, 4> kWithWork{"gels", "sysv", "hesv", "getri"};
        if (std::ranges::find(kWithWork, call.routine) != kWithWork.end()) {
            add_work();
            add_size(kWorkLength);
        }
        if (has_info_) pointers_.push_back(&info_);
    }
    FortranCall(const FortranCall&) = delete;
    FortranCall& operator=(const FortranCall&) = delete;

    std::int64_t operator()() {
        for (const auto& [wide, narrow] : integers_)
            for (std::size_t i = 0; i < narrow.size(); ++i) narrow[i] = static_cast<int>(wide[i]);
        info_ = 0;
        make(std::integral_constant<std::size_t, 0>{});
        for (const auto& [wide, narrow] : integers_)
            for (std::size_t i = 0; i < narrow.size(); ++i) wide[i] = narrow[i];
        return info_;
    }

  private:
    struct Integers {
        std::int64_t* wide;
        mutable std::vector<int> narrow;
    };

    void add(const hgctl::ListedOption& option, const hgctl::ListedCall&, bool) {
        letters_.push_back(std::visit([](auto letter) { return static_cast<char>(letter); }, option));
        pointers_.push_back(&letters_.back());
    }
    void add(const hgctl::ListedSize& size, const hgctl::ListedCall&, bool) { add_size(size.value); }
    void add(const hgctl::ListedScalar& scalar, const hgctl::ListedCall&, bool) {
        auto& place = scalars_.emplace_back();
        if (needs_f64(scalar.type))
            new (&place) std::complex<double>(scalar.value);
        else
            new (&place) std::complex<float>(scalar.value);
        pointers_.push_back(&place);
    }
    void add(const hgctl::ListedOperand& x, const hgctl::ListedCall& call, bool returns) {
        if (x.name == "iter") {  // behind work and swork
            add_work();
            add_work();
        }
        if (x.is_number() && returns) {
            result_ = &x == call.number() ? x.data : nullptr;
            result_is_double_ = needs_f64(x.type);
            return;
        }
        if (x.is_integral()) {
            integers_.push_back({static_cast<std::int64_t*>(x.data),
                                 std::vector<int>(static_cast<std::size_t>(x.elements()))});
            pointers_.push_back(integers_.back().narrow.data());
            return;
        }
        pointers_.push_back(x.data);
        if (x.has_stride()) add_size(x.stride);
    }
    void add_size(std::int64_t size) {
        sizes_.push_back(static_cast<int>(size));
        pointers_.push_back(&sizes_.back());
    }
    /// As much as the CPU's LAPACK needs for its blocks, and more.
    void add_work() { pointers_.push_back(work_.emplace_back(kWork).data()); }
    template <std::size_t Count>
    void make(std::integral_constant<std::size_t, Count>) {
        constexpr std::size_t kMost = 20;
        if (Count == pointers_.size()) return call_with(std::make_index_sequence<Count>{});
        if constexpr (Count < kMost) return make(std::integral_constant<std::size_t, Count + 1>{});
        std::abort();
    }
    template <std::size_t... I>
    void call_with(std::index_sequence<I...>) {
        const auto call = [&]<class Result>(Result*) {
            return reinterpret_cast<Result (*)(decltype(static_cast<void*>(pointers_[I]))...)>(function_)(
                pointers_[I]...);
        };
        if (result_ == nullptr)
            call(static_cast<void*>(nullptr));
        else if (result_is_double_)
            *static_cast<double*>(result_) = call(static_cast<double*>(nullptr));
        else
            *static_cast<float*>(result_) = call(static_cast<float*>(nullptr));
    }

    static constexpr std::int64_t kWorkLength = 1200;  ///< of any elements
    static constexpr std::size_t kWork = 12000;
    void* function_;
    bool has_info_;
    int info_ = 0;
    void* result_ = nullptr;
    bool result_is_double_ = true;
    std::vector<void*> pointers_{};
    std::deque<char> letters_{};
    std::deque<int> sizes_{};
    std::deque<std::array<double, 2>> scalars_{};
    std::deque<Integers> integers_{};
    std::deque<std::vector<double>> work_{};
};

}  // namespace hg::test
