#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "runtime/files/source_reader.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/source.hpp>

namespace hg {
namespace {

const char* const kAxpyFile = R"(
kernel void axpy(global const int* x, long x_first, int x_rows, int x_cols, int x_ld,
                 global int* y, long y_first, int rows, int cols, int ld, int a) {
    const int i = get_global_id(0) % rows, j = get_global_id(0) / rows;
    if (j < cols) y[y_first + i + (long)j * ld] += a * x[x_first + i + (long)j * x_ld];
}
)";

const char* const kAxpySource = R"(
hg program 2
param n
param b = 8
matrix X i32 n x n
matrix Y i32 n x n
scalar a
devices all
instruction axpy from "axpy.cl" (X: read i32, Y: read_write i32; a: i32)
    geometry (ceil(rows(X) * cols(X), 64) * 64) local (64)
    flops 2 * rows(X) * cols(X)  bytes 12 * rows(X) * cols(X)
for j in 0..n step b {
    let cols = min(b, n - j)
    register u i32 n x cols @ all[j / b % count(all)]
    register v i32 n x cols ld n + 3 @ all[j / b % count(all)]
    LD u <- X[0, j]
    LD v <- Y[0, j]
    EXEC axpy u v ; $a
    ST Y[0, j] <- v
}
)";

TEST(ProgramSourceRun, RunsKernelsOfFiles) {
    const test::TestFolder folder;
    std::ofstream(folder.file("axpy.cl")) << kAxpyFile;
    SourceLibrary library;
    library.read = source_reader(folder.path());

    Machine machine(test::test_options());
    const ProgramSource source = ProgramSource::parse(kAxpySource, "axpy.hgs");
    const std::int64_t n = 21;
    const Program program = source.build(machine.target(), {{"n", n}}, library);

    std::vector<std::int32_t> x(n * n, 3);
    std::vector<std::int32_t> y(n * n, 4);
    const Bindings bindings = Bindings{}.matrix("X", x.data(), n).matrix("Y", y.data(), n).scalar("a", -2);
    if (!test::on_host()) {
        machine.run(program, bindings);
        EXPECT_EQ(y, std::vector<std::int32_t>(n * n, -2));
        return;
    }
    test::expect_error(ErrorCode::device_failed, {"axpy", "host implementation"},
                       [&] { machine.run(program, bindings); });
}

TEST(ProgramSourceRun, SaysWhichFileIsMissing) {
    SourceLibrary library;
    library.read = source_reader("/nonexistent");
    const ProgramSource source = ProgramSource::parse(kAxpySource, "axpy.hgs");
    const Error error = test::expect_error(ErrorCode::io, {}, [&] {
        return source.build({{{}}}, {{"n", 8}}, library);
    });
    EXPECT_THAT(error.what(), testing::HasSubstr("axpy.hgs:9:13: /nonexistent/axpy.cl"));
}

}  // namespace
}  // namespace hg
