#include <algorithm>
#include <limits>
#include <string>

#include <hg/blas/host_buffer.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

void check_count(int argument, std::int64_t count, std::int64_t element_size) {
    require_argument(count >= 0, "HostBuffer", argument, "count",
                     "must not be negative, but is " + std::to_string(count));
    require_argument(count <= std::numeric_limits<std::int64_t>::max() / element_size, "HostBuffer", argument,
                     "count", "is more than memory can hold: " + std::to_string(count));
}

}  // namespace

template <RealElement T>
HostBuffer<T>::HostBuffer(std::int64_t count)
    : HostBuffer((check_count(1, count, sizeof(T)), Session::global()), count) {}

template <RealElement T>
HostBuffer<T>::HostBuffer(Session& session, std::int64_t count) : count_(count) {
    check_count(2, count, sizeof(T));
    if (count == 0) return;
    memory_ = session.machine().allocate_pinned(count * static_cast<std::int64_t>(sizeof(T)));
    data_ = reinterpret_cast<T*>(memory_->data());
    std::fill_n(data_, count, T{0});
}

template class HostBuffer<float>;
template class HostBuffer<double>;

}  // namespace hg
