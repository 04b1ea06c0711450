// OpenBLAS (or whatever BLAS and LAPACK stand behind its name) on the CPU, by Fortran's symbols.
#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "tools/peers/chain.hpp"
#include "tools/peers/forms/fortran_call.hpp"
#include "tools/peers/integers.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/shared_library.hpp"

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

/// A call of Fortran's symbol.
class OpenBlasCall {
  public:
    OpenBlasCall(void (*function)(), const ListedCall& call, const HostOperands& operands)
        : fortran_(function, call, operands.addresses()) {}

    void enqueue() { info_ |= fortran_.run(); }
    void wait() const {
        if (info_ != 0) fail("openblas: info = " + std::to_string(info_));
    }

  private:
    FortranCall fortran_;
    int info_ = 0;
};

class OpenBlas final : public Peer {
  public:
    OpenBlas() {
        int (*const threads)() = library_.find("openblas_get_num_threads");
        if (threads != nullptr) runs_on_ += ", " + std::to_string(threads()) + " threads";
    }

    [[nodiscard]] std::string name() const override { return "openblas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime run(const ListedCall& call, std::size_t /*variant*/) override {
        const HostOperands operands(call, false);
        OpenBlasCall there(function_of(call), call, operands);
        const double seconds = run_chain(there, call.chain) / call.chain;
        operands.store(call);
        return {seconds, std::nullopt};
    }

    std::vector<double> repeat(const ListedCall& call) override {
        const HostOperands operands(call, true);
        OpenBlasCall there(function_of(call), call, operands);
        run_chain(there, 1);
        operands.store(call);
        return run_chains(there, call.runs, call.chain);
    }

  private:
    using Function = void();

    [[nodiscard]] Function* function_of(const ListedCall& call) const {
        Function* const function = library_.find(call.name + "_");
        if (function == nullptr) lacks(call);
        return function;
    }

    SharedLibrary library_{"libopenblas.so.0"};
    std::string runs_on_ = "the CPU";
};

}  // namespace

std::unique_ptr<Peer> load_openblas() {
    return std::make_unique<OpenBlas>();
}

}  // namespace hgctl
