#pragma once

#include "tools/peers/forms/spelling.hpp"
#include "tools/peers/opencl_device.hpp"

namespace hgctl {

// Its numbers of layouts and letters, which are CBLAS's.

constexpr int kClblastColMajor = 102;

template <class Choice>
constexpr int clblast(Choice choice) noexcept {
    constexpr bool kOp = std::is_same_v<Choice, hg::Op>, kUplo = std::is_same_v<Choice, hg::Uplo>,
                   kDiag = std::is_same_v<Choice, hg::Diag>;
    return (kOp ? 111 : kUplo ? 121 : kDiag ? 131 : 141) + place_of(choice);
}

/// CLBlast's C interface: numbers by value; an operand is a buffer, an offset and, unless it is a number, its leading
/// dimension or increment. A number comes before the vectors that it is made of.
class ClblastSpelling {
  public:
    ClblastSpelling(const ListedCall& call, const std::vector<cl_mem>& buffers)
        : number_(call.number() != nullptr ? buffers.back() : nullptr) {}

    static std::string name_of(const ListedCall& call) {
        return "CLBlast" +
               (call.name.front() == 'i' ? "i" + capital(call.name.substr(1)) : capital(call.name));
    }
    static void begin(ForeignCall& foreign, const ListedCall& call) {
        if (call.has_matrix()) foreign.add(kClblastColMajor);
    }
    template <class Choice>
    static void add(ForeignCall& foreign, Choice choice) {
        foreign.add(clblast(choice));
    }
    void add(ForeignCall& foreign, const ListedSize& size) const {
        foreign.add(static_cast<std::size_t>(size.value));
        if (number_ != nullptr) add_buffer(foreign, number_);
    }
    static void add(ForeignCall& foreign, const ListedScalar& scalar) {
        with_number(scalar, [&](auto value) { foreign.add(value); });
    }
    static void add(ForeignCall& foreign, const ListedOperand& operand, cl_mem buffer) {
        if (operand.is_number()) return;
        add_buffer(foreign, buffer);
        foreign.add(static_cast<std::size_t>(operand.stride));
    }
    static void end(ForeignCall& foreign, cl_command_queue* queue) {
        foreign.add(queue);
        foreign.add(static_cast<cl_event*>(nullptr));
    }

  private:
    static void add_buffer(ForeignCall& foreign, cl_mem buffer) {
        foreign.add(buffer);
        foreign.add(std::size_t{0});
    }

    cl_mem number_;
};

}  // namespace hgctl
