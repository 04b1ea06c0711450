// cuSOLVER's factorizations and solutions with them, on one device.
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tools/peers/cuda_call.hpp"
#include "tools/peers/forms/nvidia_spelling.hpp"
#include "tools/peers/libraries/load.hpp"

namespace hgctl {
namespace {

/// As LAPACK has it, but for a workspace: before pivots, else at the end and with its length.
struct CusolverSpelling : NvidiaSpelling<int> {
    void* workspace = nullptr;

    using NvidiaSpelling::add;
    void add(ForeignCall& foreign, const ListedOperand& operand, void* address) const {
        if (operand.kind == ListedOperand::Kind::pivots && workspace != nullptr) foreign.add(workspace);
        NvidiaSpelling::add(foreign, operand, address);
    }
};

bool has_pivots(const ListedCall& call) {
    const auto operands = call.operands();
    return std::ranges::any_of(operands,
                               [](const auto* x) { return x->kind == ListedOperand::Kind::pivots; });
}

/// Its arguments up to the first matrix, by which the library says how much workspace it takes.
ListedCall without_operands_behind_a(ListedCall call) {
    const auto a = std::ranges::find_if(call.arguments, [](const ListedCall::Argument& argument) {
        return std::holds_alternative<ListedOperand>(argument);
    });
    call.arguments.erase(a + 1, call.arguments.end());
    return call;
}

/// The library has no gesv: what it consists of.
std::vector<ListedCall> parts_of(const ListedCall& call) {
    if (call.routine != "gesv") return {call};
    const std::string letter = call.name.substr(0, 1);
    const auto& gesv = call.arguments;  // n, nrhs, A, ipiv, B
    ListedCall getrf{.routine = "getrf", .name = letter + "getrf", .type = call.type};
    ListedCall getrs{.routine = "getrs", .name = letter + "getrs", .type = call.type};
    getrf.arguments = {gesv[0], gesv[0], gesv[2], gesv[3]};
    getrs.arguments = {ListedOption{hg::Op::none}, gesv[0], gesv[1], gesv[2], gesv[3], gesv[4]};
    return {getrf, getrs};
}

class CusolverCall final : public CudaCall {
  public:
    CusolverCall(CudaDriver& driver, const SharedLibrary& library, void* handle, const ListedCall& call)
        : CudaCall(driver, call), library_(library), handle_(handle), operands_(addresses()) {
        info_ = add(sizeof(int));
        for (const ListedCall& part : parts_of(call)) add_step(part);
    }

    void enqueue() override {
        for (Step& step : steps_) {
            if (&step != &steps_.front()) check();
            require_status(step.foreign.call<int>(step.function), "cuSOLVER", step.name.c_str());
        }
    }
    void check() override {
        int info = 0;
        driver_.copy_out(&info, reinterpret_cast<CudaDriver::DeviceAddress>(info_), sizeof(info));
        if (info != 0)
            throw hg::Error(hg::ErrorCode::device_failed, "cuSOLVER: info = " + std::to_string(info));
    }

  private:
    struct Step {
        std::string name;
        void (*function)();
        ForeignCall foreign{};
    };

    [[nodiscard]] auto* function_of(const ListedCall& call, const char* suffix = "") const {
        return library_.function<void()>("cusolverDn" + capital(call.name) + suffix);
    }

    void add_step(const ListedCall& call) {
        Step& step = steps_.emplace_back(Step{call.routine, function_of(call)});
        if (step.function == nullptr)
            throw hg::Error(hg::ErrorCode::device_failed, "cusolver has no " + call.routine);
        CusolverSpelling spelling;
        int elements = 0;
        if (auto* const size_of_workspace = function_of(call, "_bufferSize")) {
            elements = workspace_elements(size_of_workspace, call);
            spelling.workspace = add(elements * hg::size_of(call.type));
        }
        step.foreign.add(handle_);
        spell(spelling, call, operands_, step.foreign);
        if (spelling.workspace != nullptr && !has_pivots(call)) {
            step.foreign.add(spelling.workspace);
            step.foreign.add(elements);
        }
        step.foreign.add(info_);
    }

    [[nodiscard]] int workspace_elements(void (*function)(), const ListedCall& call) const {
        ForeignCall query;
        query.add(handle_);
        spell(CusolverSpelling{}, without_operands_behind_a(call), operands_, query);
        int* const elements = query.keep(0);
        query.add(elements);
        require_status(query.call<int>(function), "cuSOLVER",
                       ("asking for the workspace of " + call.routine).c_str());
        return *elements;
    }

    const SharedLibrary& library_;
    void* handle_;
    const std::vector<void*> operands_;
    void* info_ = nullptr;
    std::deque<Step> steps_;
};

class Cusolver final : public CudaPeer {
  public:
    explicit Cusolver(NvidiaLibrary found)
        : CudaPeer(std::move(found)), destroy_(library_.function<int(void*)>("cusolverDnDestroy")) {
        auto* const create = library_.function<int(void**)>("cusolverDnCreate");
        if (destroy_ == nullptr || create == nullptr)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuSOLVER");
        require_status(create(&handle_), "cuSOLVER", "cusolverDnCreate");
    }
    ~Cusolver() override { destroy_(handle_); }

    [[nodiscard]] std::string name() const override { return "cusolver"; }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) override {
        driver_->use(0);
        return std::make_unique<CusolverCall>(*driver_, library_, handle_, call);
    }

  private:
    int (*destroy_)(void*);
    void* handle_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> load_cusolver(std::string& reason) {
    return make_peer<Cusolver>(NvidiaLibrary::load_cusolver(reason), reason);
}

}  // namespace hgctl
