#include "bench_gemm.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <thread>
#include <type_traits>

#include "gemm_call.hpp"
#include "gemm_reference.hpp"
#include "random_matrix.hpp"

namespace hgctl {
namespace {

/// A matrix's elements in ordinary or in pinned memory.
template <class T>
class Elements {
  public:
    Elements(hg::Machine& machine, std::int64_t count, bool pinned) : count_(count) {
        const std::int64_t room = std::max<std::int64_t>(1, count);  // so that there is an address
        if (pinned) {
            pinned_ = machine.allocate_pinned(room * hg::size_of(hg::element_type_of<T>()));
            data_ = reinterpret_cast<T*>(pinned_->data());
        } else {
            pageable_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(room));
            data_ = pageable_.get();
        }
    }
    [[nodiscard]] T* data() const noexcept { return data_; }
    void fill(T value) { std::fill_n(data_, count_, value); }
    void fill_from(const Elements& other) { std::copy_n(other.data_, count_, data_); }
    void randomise(std::uint64_t seed) { fill_random(data_, count_, seed); }

  private:
    std::int64_t count_;
    std::shared_ptr<hg::PinnedMemory> pinned_;
    std::unique_ptr<T[]> pageable_;
    T* data_ = nullptr;
};

/// The matrices of one case. hg and the peers share A and B; the peers share a C of their own.
template <class T>
struct Matrices {
    Matrices(hg::Machine& machine, const BenchCase& bench, bool with_peers)
        : a(machine, bench.m * bench.k, bench.pinned),
          b(machine, bench.k * bench.n, bench.pinned),
          c(machine, bench.m * bench.n, bench.pinned),
          peer_c(machine, with_peers ? bench.m * bench.n : 0, bench.pinned),
          c0(machine, bench.beta != 0 ? bench.m * bench.n : 0, false) {
        a.randomise(1);
        b.randomise(2);
        if (bench.beta != 0) c0.randomise(3);
        c.fill(std::numeric_limits<T>::quiet_NaN());
        peer_c.fill(std::numeric_limits<T>::quiet_NaN());
    }

    Elements<T> a, b, c, peer_c, c0;
};

template <class T>
class GemmBench {
  public:
    GemmBench(hg::Session& session, const BenchCase& bench, bool with_peers)
        : session_(session), bench_(bench), matrices_(session.machine(), bench, with_peers) {
        call_.m = bench.m;
        call_.n = bench.n;
        call_.k = bench.k;
        call_.beta = static_cast<T>(bench.beta);
        call_.a = matrices_.a.data();
        call_.lda = bench.m;
        call_.b = matrices_.b.data();
        call_.ldb = bench.k;
        call_.c = matrices_.c.data();
        call_.ldc = bench.m;
    }

    double time_ours() {
        if (bench_.beta != 0) matrices_.c.fill_from(matrices_.c0);
        const auto begin = std::chrono::steady_clock::now();
        run(session_, call_, bench_.block);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

    PeerTime time_peer(Peer& peer) {
        if (bench_.beta != 0) matrices_.peer_c.fill_from(matrices_.c0);
        return peer.multiply({.type = bench_.type,
                              .m = bench_.m,
                              .n = bench_.n,
                              .k = bench_.k,
                              .beta = bench_.beta,
                              .a = matrices_.a.data(),
                              .b = matrices_.b.data(),
                              .c = matrices_.peer_c.data()});
    }

    /// A hash of C's bits, word by word after Fowler, Noll and Vo.
    std::uint64_t fingerprint() const {
        using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
        std::uint64_t hash = 0xcbf29ce484222325;
        for (std::int64_t i = 0; i < bench_.m * bench_.n; ++i)
            hash = (hash ^ std::bit_cast<Word>(matrices_.c.data()[i])) * 0x100000001b3;
        return hash;
    }

    double our_error() const { return error_of(call_); }
    double peer_error() const {
        GemmCall<T> call = call_;
        call.c = matrices_.peer_c.data();
        return error_of(call);
    }

  private:
    double error_of(const GemmCall<T>& call) const {
        return gemm_error_estimate(call, matrices_.c0.data(), std::thread::hardware_concurrency());
    }

    hg::Session& session_;
    BenchCase bench_;
    Matrices<T> matrices_;
    GemmCall<T> call_;
};

template <class T>
BenchResult run_bench(hg::Session& session, const BenchCase& bench,
                      const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace) {
    GemmBench<T> gemm(session, bench, !peers.empty());
    BenchResult result;
    for (const auto& peer : peers)
        result.peers.push_back({peer->name(), peer->runs_on(), {}, std::nullopt, 0});
    for (int round = -bench.warmup; round < bench.repeat; ++round) {
        const double ours = gemm.time_ours();
        if (round >= 0) result.times.seconds.push_back(ours);
        for (std::size_t p = 0; p < peers.size(); ++p) {
            const PeerTime theirs = gemm.time_peer(*peers[p]);
            if (round == bench.repeat - 1) result.peers[p].error = gemm.peer_error();
            if (round >= 0) result.peers[p].add(theirs);
        }
    }
    result.error = gemm.our_error();
    result.fingerprint = gemm.fingerprint();
    if (trace != nullptr) {
        session.observe(trace);
        gemm.time_ours();
        session.observe(nullptr);
    }
    return result;
}

}  // namespace

Work BenchCase::work() const {
    const auto element = static_cast<double>(hg::size_of(type));
    const auto a = static_cast<double>(m) * static_cast<double>(k) * element;
    const auto b = static_cast<double>(k) * static_cast<double>(n) * element;
    const auto c = static_cast<double>(m) * static_cast<double>(n) * element;
    Work work{.flops = flops(), .bytes_in = a + b + (beta != 0 ? c : 0), .bytes_out = c, .bytes_staged = 0};
    if (!pinned) work.bytes_staged = work.bytes_in + work.bytes_out;
    return work;
}

BenchResult bench_gemm(hg::Session& session, const BenchCase& bench,
                       const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace) {
    return bench.type == hg::ElementType::f64 ? run_bench<double>(session, bench, peers, trace)
                                              : run_bench<float>(session, bench, peers, trace);
}

}  // namespace hgctl
