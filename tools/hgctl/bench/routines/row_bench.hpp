#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/hgctl/bench/routines/bench_operands.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/residual.hpp"

namespace hgctl {

/// Whether a routine solves a triangular system.
template <class Arguments, class T = typename Arguments::Element>
constexpr bool solves() {
    if constexpr (kHasRule<Arguments>)
        return std::is_same_v<SolveRule<T>, decltype(rule_of(Arguments{}, Operands<T>{}))>;
    else
        return false;
}

/// A call on operands of random elements, by the row of its routine. Its result is judged by the rule for it.
/// prepare(session, arguments, bench), if there is one, comes before the first call. A routine that
/// overwrites factors has factor(session, arguments, bench), which makes them of the restored operands before
/// each call, and unfactored_error(arguments, was, now, bench), which judges the result by those operands.
template <class Row, class T>
class RowBench final : public BenchProblem {
  public:
    using Arguments = typename Row::template Arguments<T>;

    RowBench(hg::Session* session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          operands_(session, bench, listed_case(bench, arguments_of<Arguments>(bench))) {
        arguments_ =
            arguments_of<Arguments>(bench, [&](std::string_view name) { return operands_.data(name); });
        if constexpr (requires { prepare(*session, arguments_, bench); })
            prepare(*session, arguments_, bench);
    }

    void restore() override {
        operands_.restore();
        if constexpr (kFactors) factor(*session_, arguments_, bench_);
        info_ = std::numeric_limits<std::int64_t>::min();
    }
    void run() override {
        if constexpr (requires { run_in_blocks(*session_, arguments_, bench_); })
            if (bench_.block > 0) return run_in_blocks(*session_, arguments_, bench_);
        info_ = Row::template call<T>(*session_, hg::Layout::col_major, arguments_);
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        ListedCall call = listed();
        call.chain = chain();
        const PeerTime time = peer.run(call, variant);
        info_ = 0;
        return time;
    }
    [[nodiscard]] ListedCall listed() const override { return listed_case(bench_, arguments_); }
    [[nodiscard]] BenchError error() const override {
        // Results of BLAS may come from a device's memory, without a call that returns info.
        if (kHasEstimate<Arguments> && info_ != 0) return {std::numeric_limits<double>::infinity(), {}};
        const Operands<T> now = operands_of(hg::Layout::col_major, arguments_);
        std::deque<std::vector<T>> memory;
        const Operands<T> was = operands_.before(now, memory);
        BenchError found{estimate(was, now), {}};
        if constexpr (kHasEstimate<Arguments>)
            found.residual = kGoodResidual * found.error;
        else if constexpr (solves<Arguments>() && Row::kLevel == 3)
            found.residual = 3 * growth<T>(was("A").rows()) * found.error;
        return found;
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return operands_.fingerprint(); }

  private:
    static constexpr bool kFactors = requires(const Arguments& call, const BenchCase& bench) {
        factor(std::declval<hg::Session&>(), call, bench);
    };
    [[nodiscard]] double estimate(const Operands<T>& was, const Operands<T>& now) const {
        if constexpr (kFactors)
            return unfactored_error(arguments_, was, now, bench_);
        else
            return call_error_estimate(arguments_, was, now);
    }

    hg::Session* session_;
    BenchCase bench_;
    BenchOperands<T> operands_;
    Arguments arguments_{};
    std::int64_t info_ = 0;
};

/// A size of a routine by its name, described by what it is of the operands of a call with kTellingSizes.
inline BenchSize bench_size(const std::string& name, const ListedCall& telling) {
    std::int64_t CallSettings::*const value = name == "m"   ? &CallSettings::m
                                              : name == "n" ? &CallSettings::n
                                              : name == "k" ? &CallSettings::k
                                                            : &CallSettings::nrhs;
    BenchSize size{name, value, size_help(telling, kTellingSizes.*value), {}};
    if (name == "nrhs") size.otherwise = 1;
    return size;
}

/// The description of a routine in an element type.
template <class Row, class T>
BenchRoutine row_bench(std::string_view name) {
    using Arguments = typename Row::template Arguments<T>;
    BenchRoutine routine{.name = std::string(name),
                         .type = hg::element_type_of<T>(),
                         .help = std::string(Row::kDoes),
                         .row = std::string(Row::kName),
                         .level = Row::kLevel,
                         .form = call_form<Arguments>()};
    routine.form.solves = solves<Arguments>();
    const ListedCall telling = listed_call(name, arguments_of<Arguments>(kTellingSizes));
    for (const std::string& size : routine.form.sizes) routine.sizes.push_back(bench_size(size, telling));
    routine.operands = [](const BenchCase& bench) {
        std::vector<ListedOperand> list;
        const ListedCall call = listed_case(bench, arguments_of<Arguments>(bench));
        for (const ListedOperand* const operand : call.operands()) list.push_back(*operand);
        return list;
    };
    routine.flops = [](const CallSettings& settings) {
        if constexpr (requires(const Arguments& x) { x.flops(); })
            return arguments_of<Arguments>(settings).flops();
        else
            return 0.0;
    };
    routine.make = [](hg::Session* session, const BenchCase& bench) -> std::unique_ptr<BenchProblem> {
        return std::make_unique<RowBench<Row, T>>(session, bench);
    };
    return routine;
}

/// The descriptions of a row in all its element types, real ones first.
template <class Row>
void add_benches(std::vector<BenchRoutine>& list) {
    std::size_t next = 0;
    Row::Types::for_each(
        [&]<class T>(std::type_identity<T>) { list.push_back(row_bench<Row, T>(Row::kNames.at(next++))); });
}

}  // namespace hgctl
