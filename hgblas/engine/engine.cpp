#include "hgblas/engine.hpp"

#include <exception>
#include <string>

#include "blas/devices_only.hpp"
#include "blas/gemm.hpp"
#include "blas/host_gemm.hpp"
#include "blas/host_trsm.hpp"
#include "blas/session.hpp"
#include "blas/trsm.hpp"
#include "runtime/program/error.hpp"

namespace hg::dropin {
namespace {

/// Of the last call of this thread that was not done.
std::string& last_words() noexcept {
    thread_local std::string words;
    return words;
}

void keep(const std::exception& error) noexcept {
    try {
        last_words() = error.what();
    } catch (const std::bad_alloc&) {
        last_words().clear();
    }
}

/// Runs a call on devices, and tells how it ended.
template <class Call>
Outcome attempt(Place place, const Call& call) noexcept {
    try {
        const DevicesOnly scope(place == Place::devices);
        call();
        return Outcome::done;
    } catch (const Error& error) {
        keep(error);
        const bool of_device =
            error.code() == ErrorCode::device_failed || error.code() == ErrorCode::device_lost;
        return of_device ? Outcome::spoilt : Outcome::untouched;
    } catch (const std::exception& error) {
        keep(error);
        return Outcome::untouched;
    }
}

template <class T>
Outcome gemm(Place place, const GemmArguments<T>& g) noexcept {
    if (place == Place::host && host_gemm_takes(g)) {
        host_gemm(g);
        return Outcome::done;
    }
    return attempt(place, [&] {
        hg::gemm<T>(Layout::col_major, g.op_a, g.op_b, g.m, g.n, g.k, g.alpha, g.A, g.lda, g.B, g.ldb, g.beta,
                    g.C, g.ldc);
    });
}

template <class T>
Outcome trsm(Place place, const TrsmArguments<T>& t) noexcept {
    if (place == Place::host && host_trsm_takes(t)) {
        host_trsm(t);
        return Outcome::done;
    }
    return attempt(place, [&] {
        hg::trsm<T>(Layout::col_major, t.side, t.uplo, t.op, t.diag, t.m, t.n, t.alpha, t.A, t.lda, t.B,
                    t.ldb);
    });
}

bool start(const char** reason) noexcept {
    try {
        static_cast<void>(Session::global());
        return true;
    } catch (const std::exception& error) {
        keep(error);
        static const std::string why = last_words();
        *reason = why.c_str();
        return false;
    }
}

bool gains(const Product& product) noexcept {
    try {
        Session& session = Session::global();
        bool any_gpu = false;
        for (const DeviceModel& device : session.division_target().devices) any_gpu |= device.is_gpu;
        return any_gpu && !session.is_hosts(product.type, product.m, product.n, product.k, true);
    } catch (const std::exception& error) {
        keep(error);
        return false;
    }
}

const char* last_error() noexcept {
    return last_words().c_str();
}

constexpr Engine kEngine{start, gains, last_error, {gemm<double>, trsm<double>}, {gemm<float>, trsm<float>}};

}  // namespace
}  // namespace hg::dropin

extern "C" [[gnu::visibility("default")]] const hg::dropin::Engine* hgblas_engine_1() {
    return &hg::dropin::kEngine;
}
