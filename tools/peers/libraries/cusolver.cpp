// cuSOLVER's factorizations and solutions with them, on one device.
#include <algorithm>
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

/// As LAPACK has it, but for a workspace: before the pivots of LU, else at the end and with its length.
struct CusolverSpelling : NvidiaSpelling<int> {
    bool precedes_pivots = false;
    void* workspace = nullptr;

    using NvidiaSpelling::add;
    void add(ForeignCall& foreign, const ListedOperand& operand, void* address) const {
        if (operand.kind == ListedOperand::Kind::pivots && precedes_pivots && workspace != nullptr)
            foreign.add(workspace);
        NvidiaSpelling::add(foreign, operand, address);
    }
};

/// Its arguments up to the first matrix, by which the library says how much workspace it takes; of sytrf
/// without the triangle.
ListedCall without_operands_behind_a(ListedCall call) {
    if (call.routine == "sytrf") call.arguments.erase(call.arguments.begin());
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
    CusolverCall(const NvidiaLibrary& library, void* handle, const ListedCall& call)
        : CudaCall(library, call), handle_(handle), info_(add(sizeof(int))) {
        for (const ListedCall& part : parts_of(call)) add_part(part);
    }

    void check() override {
        int info = 0;
        library_.driver.copy_out(&info, info_, sizeof(info));
        if (info != 0) fail("cuSOLVER: info = " + std::to_string(info));
    }

  private:
    [[nodiscard]] Symbol function_of(const ListedCall& call, const char* suffix = "") const {
        return library_.find("cusolverDn" + capital(call.name) + suffix);
    }

    void add_part(const ListedCall& call) {
        void (*const function)() = function_of(call);
        if (function == nullptr) fail("cusolver has no " + call.routine);
        CusolverSpelling spelling;
        spelling.precedes_pivots = call.routine == "getrf";
        int elements = 0;
        if (void (*const size_of_workspace)() = function_of(call, "_bufferSize")) {
            elements = workspace_elements(size_of_workspace, call);
            spelling.workspace = add(elements * hg::size_of(call.type));
        }
        ForeignCall foreign;
        foreign.add(handle_);
        spell(spelling, call, operands(), foreign);
        if (spelling.workspace != nullptr && !spelling.precedes_pivots) {
            foreign.add(spelling.workspace);
            foreign.add(elements);
        }
        foreign.add(info_);
        add_step(call.routine, function, std::move(foreign));
    }

    [[nodiscard]] int workspace_elements(void (*function)(), const ListedCall& call) const {
        ForeignCall query;
        query.add(handle_);
        spell(CusolverSpelling{}, without_operands_behind_a(call), operands(), query);
        int* const elements = query.keep(0);
        query.add(elements);
        library_.require(query.call<int>(function), "asking for the workspace of " + call.routine);
        return *elements;
    }

    void* handle_;
    void* info_;
};

class Cusolver final : public CudaPeer {
  public:
    Cusolver() : CudaPeer({"cuSOLVER", {12, 11, 10}}, "cusolverDnCreate", "cusolverDnDestroy") {}

    [[nodiscard]] std::string name() const override { return "cusolver"; }

  protected:
    std::unique_ptr<DeviceCall> prepare_there(const ListedCall& call) override {
        return std::make_unique<CusolverCall>(library_, handle_.get(), call);
    }
};

}  // namespace

std::unique_ptr<Peer> load_cusolver() {
    return std::make_unique<Cusolver>();
}

}  // namespace hgctl
