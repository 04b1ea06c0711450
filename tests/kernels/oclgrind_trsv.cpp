// Runs triangular solves of small, odd orders through the plain OpenCL C interface and compares with their host
// implementations, as oclgrind_kernels does with products.
#include <complex>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "oclgrind_device.hpp"
#include <hg/kernels/trsv.hpp>

namespace {

using namespace hg;
using test::Device;
using test::expect_close;
using test::Matrix;

/// `upper` and `unit` as the instructions take them.
template <class T>
void check(Device& device, const kernels::TrsvParameters& p, std::int64_t n, bool upper, bool unit,
           bool row) {
    Matrix<T> a(n, n, 3, 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            if (i != j ? (i < j) != upper : unit)
                a(i, j) = T(std::numeric_limits<PartOf<T>>::quiet_NaN());
            else if (i == j)
                a(i, j) += 3;
            else
                a(i, j) /= 4;
    const std::int64_t blocks = trsv_blocks(p, n);
    const std::int64_t order = p.blocking.block;
    Matrix<T> scratch(order, blocks * (2 * order + 2), 0, 2), x(row ? 1 : n, row ? n : 1, 1, 3);
    Matrix<int> state(1 + blocks, 1, 0, 4);
    Matrix<T> wanted_scratch = scratch, wanted_x = x;
    Matrix<int> wanted_state = state;
    const std::vector<ScalarValue> triangle{double(upper), double(unit)};
    std::vector<ScalarValue> all{double(upper), double(unit), double(row)};
    if (is_complex(p.type)) all.emplace_back(double(unit));  // the conjugate of A
    const std::string what = name(p) + " " + std::to_string(n);

    device.run(*trsv_inverses(p), {a, scratch, state}, triangle);
    const auto host = [](auto&... m) { return std::vector<HostOperand>{test::AnyMatrix(m).host()...}; };
    trsv_inverses(p)->host({host(a, wanted_scratch, wanted_state), triangle});
    expect_close(what + " scratch", scratch.data, wanted_scratch.data);
    expect_close(what + " state", state.data, wanted_state.data);
    device.run(*trsv_solve(p), {a, scratch, state, x}, all);
    trsv_solve(p)->host({host(a, wanted_scratch, wanted_state, wanted_x), all});
    expect_close(what + " x", x.data, wanted_x.data);
}

}  // namespace

int main() {
    try {
        Device device;
        constexpr auto f64 = ElementType::f64;
        constexpr auto f32 = ElementType::f32;
        const kernels::TrsvBlocking two{
            .block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};
        const kernels::TrsvBlocking four{
            .block = 16, .inner = 2, .vector = 4, .items = 8, .ahead = 1, .groups = 2};
        const kernels::TrsvBlocking alone{.block = 16, .vector = 4, .items = 1, .ahead = 0, .groups = 3};
        check<double>(device, {f64, false, two}, 64, false, false, false);
        check<double>(device, {f64, true, two}, 61, false, true, true);
        check<float>(device, {f32, false, four}, 50, true, false, true);
        check<float>(device, {f32, true, four}, 33, true, false, false);
        check<double>(device, {f64, false, alone}, 45, true, false, true);
        check<float>(device, {f32, true, alone}, 48, true, true, false);
        kernels::TrsvBlocking one = two;
        one.vector = 1;
        check<std::complex<double>>(device, {ElementType::c64, false, one}, 37, false, true, false);
        one.ahead = 0;
        check<std::complex<float>>(device, {ElementType::c32, true, one}, 33, true, false, true);
        one.items = 1;
        check<std::complex<double>>(device, {ElementType::c64, true, one}, 35, true, true, true);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
