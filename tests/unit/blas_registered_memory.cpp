#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <limits>

#include "support/expected_error.hpp"
#include "support/faulty_device.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/blas/registered_memory.hpp>

namespace hg {
namespace {

using test::GemmSample;
using test::Matrix;

/// Counts the copies between ordinary and pinned memory.
class StagingCopies final : public Observer {
  public:
    void on_interval(const Interval& interval) noexcept override {
        if (interval.track == Track::copy) ++count;
    }
    std::atomic<int> count = 0;
};

template <class T>
std::int64_t bytes_of(const std::vector<T>& data) {
    return static_cast<std::int64_t>(data.size() * sizeof(T));
}

void expect_refused(Session& session, const void* data, std::int64_t bytes, const std::string& argument) {
    const Error error = test::expect_error(ErrorCode::invalid_argument, {"register_memory"},
                                           [&] { return register_memory(session, data, bytes); });
    EXPECT_EQ(error.context().argument_name, argument) << error.what();
}

TEST(RegisteredMemory, SkipsStagingUntilItIsUnregistered) {
    Session session(test::test_options());
    const GemmSample<double> s{.m = 90, .n = 70, .k = 60, .beta = 0.5, .gap = 3};
    Matrix<double> a = s.make_a(), b = s.make_b();
    const Matrix<double> c = s.make_c();
    Matrix<double> got = c;
    const auto call = [&] {
        got.data = c.data;
        gemm<double>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, s.alpha, a.data.data(), a.ld,
                     b.data.data(), b.ld, s.beta, got.data.data(), got.ld);
        return gemm_is_right(s, a, b, c, got);
    };
    StagingCopies copies;
    session.observe(&copies);
    EXPECT_TRUE(call());
    const int without = copies.count.exchange(0);
    EXPECT_GT(without, 0);

    const Matrix<double> a_before = a;
    for (Matrix<double>* matrix : {&a, &b, &got})
        register_memory(session, matrix->data.data(), bytes_of(matrix->data));
    EXPECT_EQ(a.data, a_before.data) << "registering must leave contents as they are";
    EXPECT_TRUE(call());
    EXPECT_TRUE(call());
    // The host device has nothing to pin: it copies as always.
    EXPECT_EQ(copies.count.exchange(0), test::on_host() ? 2 * without : 0);

    for (Matrix<double>* matrix : {&a, &b, &got}) unregister_memory(session, matrix->data.data());
    EXPECT_EQ(a.data, a_before.data);
    EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << "results survive that";
    EXPECT_TRUE(call());
    EXPECT_EQ(copies.count, without);
    session.observe(nullptr);
}

TEST(RegisteredMemory, HoldsSeveralMatrices) {
    Session session(test::test_options());
    const GemmSample<double> s{.m = 40, .n = 30, .k = 20};
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    // At an odd place of a page, as a caller's memory may lie.
    std::vector<double> all(40 * 20 + 20 * 30 + 40 * 30 + 7, -1);
    double* const pa = all.data() + 3;
    double* const pb = std::copy(a.data.begin(), a.data.end(), pa);
    double* const pc = std::copy(b.data.begin(), b.data.end(), pb);
    register_memory(session, pa, (40 * 20 + 20 * 30 + 40 * 30) * 8);
    gemm<double>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, 1, pa, 40, pb, 20, 0, pc, 40);
    Matrix<double> got = c;
    std::copy(pc, pc + 40 * 30, got.data.begin());
    EXPECT_TRUE(gemm_is_right(s, a, b, c, got));
    unregister_memory(session, pa);
    for (std::size_t i : {0, 1, 2}) EXPECT_EQ(all[i], -1);
    for (std::size_t i = all.size() - 4; i < all.size(); ++i) EXPECT_EQ(all[i], -1);
}

TEST(RegisteredMemory, WrongRangesAreRefused) {
    Session session(test::test_options());
    std::vector<std::byte> memory(10000);
    std::byte* const data = memory.data() + 1000;
    expect_refused(session, nullptr, 100, "data");
    expect_refused(session, data, 0, "bytes");
    expect_refused(session, data, -5, "bytes");
    register_memory(session, data, 1000);
    for (const auto& [begin, bytes] : std::vector<std::pair<int, int>>{
             {0, 1000}, {-10, 11}, {999, 1}, {500, 10}, {-10, 2000}, {500, 3000}})
        expect_refused(session, data + begin, bytes, "data");
    register_memory(session, data - 10, 10);
    register_memory(session, data + 1000, 10);
    for (std::byte* begin : {data - 10, data, data + 1000}) unregister_memory(session, begin);
    register_memory(session, data, 1000);

    for (const void* unknown : {static_cast<const void*>(data + 1), static_cast<const void*>(nullptr)}) try {
            unregister_memory(session, unknown);
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.context().argument_name, "data") << error.what();
        }
    unregister_memory(session, data);
    EXPECT_THROW(unregister_memory(session, data), Error);

    HostBuffer<double> buffer(session, 100);
    expect_refused(session, buffer.data() + 10, 80, "data");
    expect_refused(session, buffer.data(), 800, "data");
}

/// A device that pins nothing, as one whose driver refuses.
class NoPinning final : public test::ForwardingDevice {
  public:
    using ForwardingDevice::ForwardingDevice;
    std::shared_ptr<PinnedMemory> pin(std::byte*, std::int64_t) noexcept override { return nullptr; }
};

TEST(RegisteredMemory, WorksWhereNoDeviceCanPin) {
    std::vector<std::unique_ptr<Device>> devices = make_devices(test::test_options());
    for (auto& device : devices) device = std::make_unique<NoPinning>(std::move(device));
    Session session(std::make_unique<Machine>(std::move(devices)));
    const GemmSample<double> s{.m = 40, .n = 30, .k = 20};
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    register_memory(session, a.data.data(), bytes_of(a.data));
    expect_refused(session, a.data.data(), 8, "data");
    StagingCopies copies;
    session.observe(&copies);
    EXPECT_TRUE(gemm_is_right(s, a, b, c, call_gemm(session, s, a, b, c)));
    EXPECT_GT(copies.count, 0);
    unregister_memory(session, a.data.data());
    EXPECT_TRUE(gemm_is_right(s, a, b, c, call_gemm(session, s, a, b, c)));
}

TEST(RegisteredMemory, MayBeRegisteredWhileOthersCompute) {
    Session session(test::test_options());
    EXPECT_EQ(test::right_on_threads(
                  3, 4,
                  [&](unsigned t, unsigned i) {
                      const GemmSample<double> s{.m = 80, .n = 70, .k = 60, .beta = 1, .seed = 10 * t + i};
                      const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
                      register_memory(session, a.data.data(), bytes_of(a.data));
                      const bool is_right =
                          static_cast<bool>(gemm_is_right(s, a, b, c, call_gemm(session, s, a, b, c)));
                      unregister_memory(session, a.data.data());
                      return is_right;
                  }),
              12);
}

TEST(RegisteredMemory, MoreThanTheProcessHasIsRefusedAtOnce) {
    Session session(test::test_options());
    const long page = sysconf(_SC_PAGESIZE);
    const auto bytes = static_cast<std::size_t>(4 * page);
    void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(pages, MAP_FAILED);
    auto* const data = static_cast<std::byte*>(pages);
    for (const std::int64_t absurd :
         {std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 60, std::int64_t{1} << 47})
        for (const std::ptrdiff_t offset : {0, 8}) expect_refused(session, data + offset, absurd, "bytes");
    ASSERT_EQ(munmap(data + 2 * page, static_cast<std::size_t>(page)), 0);
    expect_refused(session, data, 2 * page + 1, "bytes");
    expect_refused(session, data + 8, 4 * page - 8, "bytes");
    register_memory(session, data + 8, 2 * page - 8);
    unregister_memory(session, data + 8);
    register_memory(session, data + 3 * page, page);
    unregister_memory(session, data + 3 * page);
    munmap(data, static_cast<std::size_t>(2 * page));
    munmap(data + 3 * page, static_cast<std::size_t>(page));
}

}  // namespace
}  // namespace hg
