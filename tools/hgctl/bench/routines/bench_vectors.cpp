// Levels 1 and 2 in `hgctl bench`: dcopy, scopy, zcopy, ccopy, ..., dtrsv, strsv, ztrsv, ctrsv.
#include <deque>

#include "blas/cost/memory_bound.hpp"
#include "tools/hgctl/bench/host_operand.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/vectors/vector_call.hpp"
#include "tools/workload/vectors/vector_error.hpp"

namespace hgctl {
namespace {

constexpr std::int64_t kLargestIncrement = 1 << 20;

VectorArguments arguments_of(const BenchCase& bench) {
    VectorArguments call = bench.routine->vectors->arguments();
    call.type = bench.routine->type;
    call.op = bench.op;
    call.uplo = bench.uplo;
    call.diag = bench.diag;
    call.m = bench.m;
    call.n = bench.n;
    call.incx = bench.incx;
    call.incy = bench.incy;
    return call;
}

template <class T>
class VectorBench final : public BenchProblem {
  public:
    VectorBench(hg::Session& session, const BenchCase& bench)
        : session_(session), call_(arguments_of(bench)), pinned_(bench.pinned) {
        for (const VectorOperand& x : bench.routine->vectors->operands(call_)) {
            operands_.emplace_back(session.machine(), x, operands_.size() + 1, pinned_);
            addresses_.push_back(operands_.back().data());
        }
    }

    void restore() override {
        for (HostOperand<T>& x : operands_) x.restore();
    }
    void run() override { VectorCall<T>::make(session_, call_, addresses_); }
    PeerTime run(Peer& peer, std::size_t /*variant*/) override {
        PeerVectors call{call_};
        for (HostOperand<T>& x : operands_) call.operands.push_back(x.for_peers());
        call.chain = chain();
        call.pinned = pinned_;
        return peer.apply(call);
    }
    [[nodiscard]] BenchError error() const override {
        typename HostOperand<T>::Copies copies;
        std::vector<const void*> before, now;
        for (const HostOperand<T>& x : operands_) {
            before.push_back(x.before(copies));
            now.push_back(x.now(copies));
        }
        return {vector_error<T>(call_, before, now), {}};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override {
        std::uint64_t hash = 0;
        for (const HostOperand<T>& x : operands_) hash = hash * 0x100000001b3 ^ x.fingerprint();
        return hash;
    }

  private:
    hg::Session& session_;
    VectorArguments call_;
    bool pinned_;
    std::deque<HostOperand<T>> operands_;
    std::vector<void*> addresses_;
};

std::vector<BenchSize> sizes_of(const VectorForm& form) {
    if (form.has_m) return {{"m", &BenchCase::m, "Rows of A", {}}, {"n", &BenchCase::n, "Columns of A", {}}};
    const bool has_matrix = form.routine >= VectorRoutine::gemv;
    return {{"n", &BenchCase::n, has_matrix ? "Order of A" : "Elements of a vector", {}}};
}

void add_increment(Command& command, const std::string& vector, std::int64_t& inc) {
    command
        .option("--inc" + vector, inc, "Increment of " + vector + "; below 0 the last element is the first")
        .whole_number(-kLargestIncrement, kLargestIncrement)
        .show_default();
}

void add_vector_options(Command& command, BenchCase& bench) {
    const VectorForm& form = *bench.routine->vectors;
    if (form.has_uplo) add_uplo_option(command, bench);
    if (form.has_op) add_op_option(command, bench);
    if (form.has_diag) add_diag_option(command, bench);
    add_increment(command, "x", bench.incx);
    if (form.has_y) add_increment(command, "y", bench.incy);
    command.option("--chain", bench.chain, "Calls of one run; else as many as take a twentieth of a second")
        .whole_number(1, 100000);
}

Json vector_settings(const BenchCase& bench) {
    const VectorForm& form = *bench.routine->vectors;
    Json json = Json::object();
    if (form.has_uplo) json.set("uplo", letter(bench.uplo));
    if (form.has_op) json.set("op", letter(bench.op));
    if (form.has_diag) json.set("diag", letter(bench.diag));
    json.set("incx", bench.incx);
    if (form.has_y) json.set("incy", bench.incy);
    return json;
}

/// "x := op(A)^-1 x, A triangular, uplo L, op T, diag N"
std::string vector_title(const BenchCase& bench) {
    const VectorForm& form = *bench.routine->vectors;
    std::string text(form.help);
    if (form.has_uplo) text += ", uplo " + letter(bench.uplo);
    if (form.has_op) text += ", op " + letter(bench.op);
    if (form.has_diag) text += ", diag " + letter(bench.diag);
    return text;
}

/// With their gaps. What a call writes is there once more when results are checked.
BenchRoutine::Operands operands(const BenchCase& bench) {
    BenchRoutine::Operands list;
    for (const VectorOperand& x : bench.routine->vectors->operands(arguments_of(bench)))
        list.push_back({.rows = HostOperand<double>::span(x), .cols = x.written ? 2 : 1});
    return list;
}

double bytes(const BenchCase& bench) {
    const hg::Traffic least = traffic_of(arguments_of(bench));
    return least.read + least.written;
}

Roofline roofline(const BenchCase& bench, const hg::Target& target, const hg::HostRates& host) {
    return memory_roofline(bench.routine->type, traffic_of(arguments_of(bench)), bench.pinned, target, host);
}

std::vector<hg::ElementType> types_of(const VectorForm& form) {
    std::vector<hg::ElementType> types;
    for (const hg::ElementType type : AllTypes::list())
        if (form.has(type)) types.push_back(type);
    return types;
}

BenchRoutine vector_bench(const VectorForm& form) {
    return {.name = std::string(form.name),
            .types = types_of(form),
            .letter_at = form.routine == VectorRoutine::iamax ? 1U : 0U,  // idamax
            .help = std::string(form.help),
            .sizes = sizes_of(form),
            .peers = &vector_peers(),
            .vectors = &form,
            .may_be_hosts = true,
            .chained = true,
            .add_options = add_vector_options,
            .settings = vector_settings,
            .special_title = vector_title,
            .operands = operands,
            .unit = hg::kernels::RateUnit::bytes,
            .amount = bytes,
            .special_roofline = roofline,
            .make = make_bench_problem<VectorBench, AllTypes>};
}

}  // namespace

std::vector<BenchRoutine> vector_benches() {
    std::vector<BenchRoutine> list;
    for (const VectorForm& form : vector_forms()) list.push_back(vector_bench(form));
    return list;
}

}  // namespace hgctl
