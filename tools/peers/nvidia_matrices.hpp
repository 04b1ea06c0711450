#pragma once

#include <deque>
#include <vector>

#include "tools/peers/cuda_driver.hpp"
#include "tools/workload/operands/listed_call.hpp"

namespace hgctl {

/// The matrices and vectors of a call as NVIDIA's libraries see them: if hg has pinned them, as memory that
/// their driver knows to be pinned too, the same if it is known or can be, else a copy.
class NvidiaMatrices {
  public:
    explicit NvidiaMatrices(const CudaDriver& driver) : driver_(driver) {}

    /// The call on the memory to use, with what it writes as it is now. Memory is kept for calls
    /// on the same operands.
    ListedCall begin(const ListedCall& call);
    /// Puts the results where the caller looks for them.
    void end() const;
    void release() { held_.clear(); }

  private:
    class Pinned {
      public:
        Pinned(const CudaDriver& driver, const ListedOperand& operand);
        ~Pinned();
        Pinned(const Pinned&) = delete;
        Pinned& operator=(const Pinned&) = delete;

        [[nodiscard]] bool is(const ListedOperand& operand) const noexcept;
        [[nodiscard]] void* data() const noexcept { return copy_ != nullptr ? copy_ : memory_; }
        [[nodiscard]] bool written() const noexcept { return written_; }
        /// Makes data() hold what the caller's memory holds, and the other way round.
        void copy_in() const;
        void copy_out() const;

      private:
        const CudaDriver& driver_;
        void* memory_;
        std::int64_t bytes_;
        bool written_;
        bool pinned_here_ = false;
        void* copy_ = nullptr;
    };

    const CudaDriver& driver_;
    std::deque<Pinned> held_;
};

}  // namespace hgctl
