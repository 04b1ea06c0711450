#pragma once

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "runtime/machine/trace/advisory_trace.hpp"
#include "support/odd_files.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>

namespace hg::test {

/// Calls check(session, what) with sessions that were asked for a trace at places where none can be.
inline void for_traces_that_cannot_be(
    const std::function<void(Session& session, const std::string& what)>& check) {
    const auto with_trace = [&](const std::string& path, const std::string& what) {
        ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
        Session session(test_options());
        unsetenv("HG_TRACE");
        check(session, "HG_TRACE is " + what);
        AdvisoryTrace::write_all();
    };
    for (const OddFile kind : odd_files()) {
        const TestFolder folder;
        make(kind, folder.file("trace.json"));
        with_trace(folder.file("trace.json"), name(kind));
    }
    with_trace("/no/such/folder/trace.json", "in a folder that is not there");
    with_trace(".", "the working folder");
}

}  // namespace hg::test
