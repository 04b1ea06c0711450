// OpenBLAS (or whatever CBLAS and LAPACK stand behind its name) on the CPU.
#include <algorithm>
#include <chrono>
#include <vector>

#include "tools/peers/peer.hpp"
#include "tools/peers/routines/cblas_level3.hpp"
#include "tools/peers/routines/cblas_vectors.hpp"
#include "tools/peers/routines/lapack_factorizations.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

class OpenBlas final : public Peer {
  public:
    explicit OpenBlas(const SharedLibrary& library)
        : level3_(library), factorizations_(library), vectors_(library) {
        if (auto* threads = library.function<int()>("openblas_get_num_threads"))
            runs_on_ = "the CPU, " + std::to_string(threads()) + " threads";
    }

    [[nodiscard]] bool complete() const noexcept {
        return level3_.complete() && factorizations_.complete() && vectors_.complete();
    }
    [[nodiscard]] std::string name() const override { return "openblas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        return timed([&] { run_level3(call); });
    }
    PeerTime compute(const PeerLevel3& call, std::size_t /*variant*/) override {
        return timed([&] { run_level3(call); });
    }
    PeerTime factor(const PeerFactorization& call, std::size_t /*variant*/) override {
        return timed([&] {
            const int info =
                factorizations_.with(call.type, [&](const auto& routines) { return routines.run(call); });
            if (info != 0)
                throw hg::Error(hg::ErrorCode::device_failed, "openblas: info = " + std::to_string(info));
        });
    }

    PeerTime apply(const PeerVectors& call) override {
        return {run_chain(call, call.addresses(), call.chain) / call.chain, std::nullopt};
    }

    std::vector<double> repeat(const ResidentCall& call) override {
        std::vector<std::vector<char>> copies;
        std::vector<void*> addresses;
        for (const ResidentCall::Operand& x : call.operands) {
            const auto* const begin = static_cast<const char*>(x.data);
            if (x.result != nullptr) copies.emplace_back(begin, begin + x.bytes);
            addresses.push_back(x.result != nullptr ? copies.back().data() : const_cast<char*>(begin));
        }
        run_chain(call, addresses, 1);
        for (std::size_t i = 0; i < addresses.size(); ++i)
            if (const ResidentCall::Operand& x = call.operands[i]; x.result != nullptr)
                std::copy_n(static_cast<const char*>(addresses[i]), x.bytes, static_cast<char*>(x.result));
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run)
            seconds.push_back(run_chain(call, addresses, call.chain) / call.chain);
        return seconds;
    }

  private:
    /// Seconds of calls one after the other.
    double run_chain(const VectorArguments& call, const std::vector<void*>& addresses, int times) const {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            vectors_.with(call.type, [&](const auto& routines) { routines.run(call, addresses); });
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    template <class Call>
    void run_level3(const Call& call) const {
        level3_.with(call.type, [&](const auto& routines) { routines.run(call); });
    }
    template <class Body>
    static PeerTime timed(const Body& body) {
        const auto begin = std::chrono::steady_clock::now();
        body();
        return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                std::nullopt};
    }

    RoutinesByType<CblasLevel3> level3_;
    RoutinesByType<LapackFactorizations> factorizations_;
    RoutinesByType<CblasVectors> vectors_;
    std::string runs_on_ = "the CPU";
};

}  // namespace

std::unique_ptr<Peer> load_openblas(std::string& reason) {
    const SharedLibrary library("libopenblas.so.0");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    auto peer = std::make_unique<OpenBlas>(library);
    if (peer->complete()) return peer;
    reason = "libopenblas.so.0 lacks functions of CBLAS or LAPACK";
    return nullptr;
}

}  // namespace hgctl
