#include "bench_gemm.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <thread>
#include <type_traits>

#include "gemm_call.hpp"
#include "gemm_reference.hpp"
#include "parallel.hpp"
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
    void fill(T value) {
        in_parallel(
            count_,
            [&](std::int64_t first, std::int64_t last) { std::fill(data_ + first, data_ + last, value); }, 0,
            kElementsOfAThread);
    }
    void fill(const RandomElements<T>& elements) { elements.copy_to(data_, count_); }

  private:
    std::int64_t count_;
    std::shared_ptr<hg::PinnedMemory> pinned_;
    std::unique_ptr<T[]> pageable_;
    T* data_ = nullptr;
};

template <class T>
class GemmBench {
  public:
    GemmBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session.machine(), bench.m * bench.k, bench.pinned),
          b_(session.machine(), bench.k * bench.n, bench.pinned),
          c_(session.machine(), bench.m * bench.n, bench.pinned) {
        a_.fill(RandomElements<T>{1});
        b_.fill(RandomElements<T>{2});
        call_.m = bench.m;
        call_.n = bench.n;
        call_.k = bench.k;
        call_.beta = static_cast<T>(bench.beta);
        call_.a = a_.data();
        call_.lda = bench.m;
        call_.b = b_.data();
        call_.ldb = bench.k;
        call_.c = c_.data();
        call_.ldc = bench.m;
    }

    double time_ours() {
        restore_c();
        const auto begin = std::chrono::steady_clock::now();
        run(session_, call_, bench_.block);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

    [[nodiscard]] PeerCall peer_call() const {
        return {.type = bench_.type,
                .m = bench_.m,
                .n = bench_.n,
                .k = bench_.k,
                .beta = bench_.beta,
                .a = a_.data(),
                .b = b_.data(),
                .c = c_.data(),
                .pinned = bench_.pinned,
                .devices = bench_.devices};
    }

    /// C as it is before a run.
    void restore_c() {
        if (bench_.beta != 0)
            c_.fill(c0_);
        else
            c_.fill(std::numeric_limits<T>::quiet_NaN());
    }

    /// A hash of C's bits, word by word after Fowler, Noll and Vo; then of the hashes of all pieces.
    std::uint64_t fingerprint() const {
        const std::int64_t count = bench_.m * bench_.n;
        std::vector<std::uint64_t> pieces(static_cast<std::size_t>((count + kPiece - 1) / kPiece));
        const auto hash_pieces = [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t p = first; p < last; ++p)
                pieces[static_cast<std::size_t>(p)] =
                    hash(c_.data() + p * kPiece, std::min(kPiece, count - p * kPiece));
        };
        in_parallel(static_cast<std::int64_t>(pieces.size()), hash_pieces);
        return hash(pieces.data(), static_cast<std::int64_t>(pieces.size()));
    }

    /// Of what the latest run left in C.
    double error() const {
        return gemm_error_estimate(call_, c0_, std::max(1U, std::thread::hardware_concurrency()));
    }

  private:
    static constexpr std::int64_t kPiece = std::int64_t{1} << 20;

    template <class Word>
    static std::uint64_t hash(const Word* words, std::int64_t count) {
        using Bits = std::conditional_t<sizeof(Word) == 8, std::uint64_t, std::uint32_t>;
        std::uint64_t hash = 0xcbf29ce484222325;
        for (std::int64_t i = 0; i < count; ++i)
            hash = (hash ^ std::bit_cast<Bits>(words[i])) * 0x100000001b3;
        return hash;
    }

    hg::Session& session_;
    BenchCase bench_;
    Elements<T> a_, b_, c_;
    RandomElements<T> c0_{3};
    GemmCall<T> call_;
};

/// Keeps the program of the latest run.
class ProgramWatch final : public hg::Observer {
  public:
    void on_begin(const hg::Program& program) noexcept override { program_ = program; }
    [[nodiscard]] const std::optional<hg::Program>& program() const noexcept { return program_; }

  private:
    std::optional<hg::Program> program_;
};

/// Times one run of ours and keeps its program.
template <class T>
double watched_run(hg::Session& session, GemmBench<T>& gemm, BenchResult& result) {
    ProgramWatch watch;
    session.observe(&watch);
    const double seconds = gemm.time_ours();
    session.observe(nullptr);
    result.program = watch.program();
    return seconds;
}

template <class T>
BenchResult run_bench(hg::Session& session, const BenchCase& bench,
                      const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace) {
    GemmBench<T> gemm(session, bench);
    BenchResult result;
    std::vector<std::unique_ptr<PeerTurns>> turns;
    for (const auto& peer : peers)
        turns.push_back(std::make_unique<PeerTurns>(*peer, gemm.peer_call(), [&] { gemm.restore_c(); }));
    const int peer_warmup = bench.peer_repeat ? 0 : bench.warmup;
    const int peer_repeat = bench.peer_repeat.value_or(bench.repeat);
    for (int round = -bench.warmup; round < std::max(bench.repeat, peer_repeat); ++round) {
        if (round < bench.repeat) {
            const bool first = round == -bench.warmup;
            const double ours = first ? watched_run(session, gemm, result) : gemm.time_ours();
            if (round >= 0) result.times.seconds.push_back(ours);
        }
        if (round == bench.repeat - 1) {
            result.error = gemm.error();
            result.fingerprint = gemm.fingerprint();
        }
        if (round < -peer_warmup || round >= peer_repeat) continue;
        for (const auto& turn : turns) {
            turn->take(round >= 0);
            if (round == peer_repeat - 1 && turn->succeeded()) turn->set_error(gemm.error());
        }
    }
    for (const auto& turn : turns) result.peers.push_back(turn->result());
    if (trace != nullptr) {
        session.observe(trace);
        gemm.time_ours();
        session.observe(nullptr);
    }
    return result;
}

}  // namespace

BenchResult bench_gemm(hg::Session& session, const BenchCase& bench,
                       const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace) {
    return bench.type == hg::ElementType::f64 ? run_bench<double>(session, bench, peers, trace)
                                              : run_bench<float>(session, bench, peers, trace);
}

}  // namespace hgctl
