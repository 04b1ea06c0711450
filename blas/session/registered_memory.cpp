#include <hg/blas/registered_memory.hpp>
#include <hg/blas/session.hpp>

namespace hg {

void register_memory(const void* data, std::int64_t bytes) {
    register_memory(Session::global(), data, bytes);
}

void register_memory(Session& session, const void* data, std::int64_t bytes) {
    // To pin memory changes nothing of it; what calls may write is said by their own arguments.
    session.machine().register_memory(const_cast<void*>(data), bytes);
}

void unregister_memory(const void* data) {
    unregister_memory(Session::global(), data);
}

void unregister_memory(Session& session, const void* data) {
    session.machine().unregister_memory(const_cast<void*>(data));
}

}  // namespace hg
