#include "blas/call/submitted_call.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "blas/call/call_policy.hpp"
#include "blas/call/call_result.hpp"

namespace hg {
namespace {

thread_local constinit bool checks_only = false;

class SubmittedCall final : public WorkQueue::Job {
  public:
    SubmittedCall(const ProcessGeneration& life, std::function<std::int64_t()> work)
        : accepted_(life), work_(std::move(work)) {}

    [[nodiscard]] const std::shared_ptr<CallResult>& result() const noexcept { return result_; }

    void work() noexcept override {
        try {
            const InFlight in_flight(std::move(accepted_));
            const CallPolicy policy(wishes_);
            info_ = work_();
        } catch (...) {
            error_ = std::current_exception();
        }
    }
    void end() noexcept override { result_->end(info_, std::move(error_)); }

  private:
    Accepted accepted_;
    std::function<std::int64_t()> work_;
    std::shared_ptr<CallResult> result_ = std::make_shared<CallResult>();
    const CallPolicy::Overrides wishes_ = CallPolicy::current();
    std::int64_t info_ = 0;
    std::exception_ptr error_;
};

}  // namespace

Call submit_call(WorkQueue& queue, const ProcessGeneration& life, std::vector<HostRegion> regions,
                 std::function<std::int64_t()> work) {
    if (checks_only) return {};
    auto call = std::make_unique<SubmittedCall>(life, std::move(work));
    std::shared_ptr<CallResult> result = call->result();
    queue.submit(std::move(regions), std::move(call));
    return Call(std::move(result));
}

ChecksOnly::ChecksOnly() noexcept {
    checks_only = true;
}

ChecksOnly::~ChecksOnly() {
    checks_only = false;
}

}  // namespace hg
