#pragma once

#include <thread>
#include <vector>

namespace hg::test {

/// Calls body(0), .., body(count - 1), each in a thread of its own. Returns when all have returned.
template <class Body>
void in_threads(int count, const Body& body) {
    std::vector<std::thread> threads;
    for (int t = 0; t < count; ++t) threads.emplace_back([&body, t] { body(t); });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace hg::test
