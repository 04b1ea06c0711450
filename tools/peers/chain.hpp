#pragma once

#include <vector>

#include "tools/cli/stopwatch.hpp"
#include "tools/peers/peer.hpp"

namespace hgctl {

// Calls that a library makes one after the other. What makes them has enqueue() and wait(), until everything
// is done.

/// The seconds of `times` calls.
template <class Call>
double run_chain(Call& call, int times) {
    call.wait();
    Stopwatch watch;
    for (int i = 0; i < times; ++i) call.enqueue();
    call.wait();
    return watch.lap();
}

/// The seconds of one call in each of `runs` chains of `length` calls.
template <class Call>
std::vector<double> run_chains(Call& call, int runs, int length) {
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) seconds.push_back(run_chain(call, length) / length);
    return seconds;
}

/// The same for products of sparse matrices, of which take(y) gives the first.
template <class Product, hg::Element T>
std::vector<double> run_sparse(Product& product, const SparseCall<T>& call) {
    run_chain(product, 1);
    product.take(call.y);
    return run_chains(product, call.runs, call.chain);
}

}  // namespace hgctl
