#include "runtime/machine/trace/advisory_trace.hpp"

#include "runtime/machine/log.hpp"

namespace hg {

void AdvisoryTrace::write() noexcept {
    attempt([this](const Trace& trace) {
        const std::lock_guard lock(writing_);
        trace.write(path_);
    });
}

void AdvisoryTrace::give_up(const std::exception& error) noexcept {
    if (!wanted_.exchange(false)) return;
    try {
        log(LogLevel::warn, std::string("no more of the trace that HG_TRACE asks for: ") + error.what());
    } catch (const std::exception&) {
        // No memory for a warning.
    }
}

}  // namespace hg
