#include "blas/call/call_result.hpp"
#include <hg/blas/call.hpp>

namespace hg {

Call& Call::operator=(Call&& other) noexcept {
    if (this != &other) {
        if (result_) static_cast<void>(result_->wait_until_ended());
        result_ = std::move(other.result_);
    }
    return *this;
}

Call::~Call() {
    if (result_) static_cast<void>(result_->wait_until_ended());
}

std::int64_t Call::wait() const {
    return result_ ? result_->get() : 0;
}

bool Call::test() const noexcept {
    return !result_ || result_->ended();
}

}  // namespace hg
