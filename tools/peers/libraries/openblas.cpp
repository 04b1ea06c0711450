// OpenBLAS (or whatever BLAS and LAPACK stand behind its name) on the CPU, by Fortran's symbols.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "tools/peers/forms/fortran_call.hpp"
#include "tools/peers/integers.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// The operands of a call, its integers as int; of what repeat() leaves somewhere else there is a copy.
class HostOperands {
  public:
    HostOperands(const ListedCall& call, bool repeats) : repeats_(repeats) {
        for (const ListedOperand* const operand : call.operands()) {
            void* address = operand->data;
            if (operand->is_integral()) {
                address = integers_.emplace_back(narrow(*operand)).data();
            } else if (repeats && operand->result != nullptr) {
                const auto* const begin = static_cast<const std::byte*>(operand->data);
                address = copies_.emplace_back(begin, begin + operand->bytes()).data();
            }
            addresses_.push_back(address);
        }
    }

    [[nodiscard]] const std::vector<void*>& addresses() const noexcept { return addresses_; }
    /// Puts results where the caller looks for them.
    void store(const ListedCall& call) const {
        auto integers = integers_.begin();
        auto copy = copies_.begin();
        for (const ListedOperand* const operand : call.operands()) {
            void* const to = repeats_ ? operand->result : operand->data;
            if (operand->is_integral()) {
                if (operand->written) widen(*integers, *operand, to, 1);
                ++integers;
            } else if (repeats_ && to != nullptr) {
                std::ranges::copy(*copy++, static_cast<std::byte*>(to));
            }
        }
    }

  private:
    bool repeats_;
    std::deque<std::vector<int>> integers_;
    std::deque<std::vector<std::byte>> copies_;
    std::vector<void*> addresses_;
};

class OpenBlas final : public Peer {
  public:
    explicit OpenBlas(SharedLibrary library) : library_(std::move(library)) {
        if (auto* threads = library_.function<int()>("openblas_get_num_threads"))
            runs_on_ = "the CPU, " + std::to_string(threads()) + " threads";
    }

    [[nodiscard]] std::string name() const override { return "openblas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime run(const ListedCall& call, std::size_t /*variant*/) override {
        const HostOperands operands(call, false);
        FortranCall fortran(function_of(call), call, operands.addresses());
        const double seconds = run_chain(fortran, call.chain);
        operands.store(call);
        return {seconds, std::nullopt};
    }

    std::vector<double> repeat(const ListedCall& call) override {
        const HostOperands operands(call, true);
        FortranCall fortran(function_of(call), call, operands.addresses());
        run_chain(fortran, 1);
        operands.store(call);
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run) seconds.push_back(run_chain(fortran, call.chain));
        return seconds;
    }

  private:
    using Function = void();

    [[nodiscard]] Function* function_of(const ListedCall& call) const {
        Function* const function = library_.function<void()>(call.name + "_");
        if (function == nullptr) lacks(call);
        return function;
    }
    /// Seconds of one of `times` calls one after the other.
    static double run_chain(FortranCall& call, int times) {
        int info = 0;
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i) info |= call.run();
        const auto end = std::chrono::steady_clock::now();
        if (info != 0)
            throw hg::Error(hg::ErrorCode::device_failed, "openblas: info = " + std::to_string(info));
        return std::chrono::duration<double>(end - begin).count() / times;
    }

    SharedLibrary library_;
    std::string runs_on_ = "the CPU";
};

}  // namespace

std::unique_ptr<Peer> load_openblas(std::string& reason) {
    SharedLibrary library("libopenblas.so.0");
    if (library.loaded()) return std::make_unique<OpenBlas>(std::move(library));
    reason = library.reason();
    return nullptr;
}

}  // namespace hgctl
