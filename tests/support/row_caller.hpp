#pragma once

#include <gtest/gtest.h>

#include <vector>

#include <hg/blas/call.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg::test {

/// Makes column-major calls of routines by their rows, at once or submitted. None may fail.
struct RowCaller {
    Session& session;
    bool submits;
    std::vector<Call> calls{};

    template <class T, class Row>
    void make(const Row& /*row*/, const typename Row::template Arguments<T>& arguments) {
        if (submits)
            calls.push_back(Row::template call_async<T>(session, Layout::col_major, arguments));
        else
            EXPECT_EQ(Row::template call<T>(session, Layout::col_major, arguments), 0);
    }
    /// Of calls that depend on the first one, the last one first.
    void wait_for_chain() {
        if (!submits) return;
        EXPECT_EQ(calls.back().wait(), 0);
        EXPECT_TRUE(calls.front().test());
        wait();
    }
    void wait() {
        for (const Call& call : calls) EXPECT_EQ(call.wait(), 0);
        calls.clear();
    }
};

}  // namespace hg::test
