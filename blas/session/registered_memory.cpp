#include <hg/blas/registered_memory.hpp>
#include <hg/blas/session.hpp>

namespace hg {

void register_memory(const void* data, std::int64_t bytes) {
    register_memory(Session::global(), data, bytes);
}

void register_memory(Session& session, const void* data, std::int64_t bytes) {
    // Pinning does not change the contents, and the arguments of calls determine what they may write.
    session.machine().register_memory(const_cast<void*>(data), bytes);
}

void unregister_memory(const void* data) {
    unregister_memory(Session::global(), data);
}

void unregister_memory(Session& session, const void* data) {
    session.machine().unregister_memory(const_cast<void*>(data));
}

}  // namespace hg
