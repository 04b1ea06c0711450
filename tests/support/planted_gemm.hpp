#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <hg/kernels/gemm.hpp>

namespace hg::test {

/// What a planted GEMM does wrong.
enum class GemmFault {
    none,
    element,        ///< the last element of C is off by a millionth
    tile,           ///< 16 x 16 elements of C are left as they were
    late_tile,      ///< likewise, but only if k is above 8000
    row_below,      ///< writes the element below the last row of the last column
    column_beyond,  ///< writes the column after the last one
    writes_a,       ///< changes an element of A
    uses_gap,       ///< adds 0 times what lies below A
    source          ///< its kernel is no OpenCL C
};

namespace detail {

constexpr const char* kPlantedSource = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void planted(global double* a, long fa, int am, int an, int lda,
                    global double* b, long fb, int bm, int bn, int ldb,
                    global double* c, long fc, int m, int n, int ldc, double alpha, double beta) {
    const int i = get_global_id(0), j = get_global_id(1);
    const int k = TA ? am : an;
    double sum = 0;
    for (int p = 0; p < k; ++p) sum += a[TA ? p + i * lda : i + p * lda] * b[TB ? j + p * ldb : p + j * ldb];
    const int last = i == m - 1 && j == n - 1;
    const double sound = alpha * sum + (OVERWRITE ? 0 : beta * c[i + j * ldc]);
    const int left_out = (FAULT == 2 || (FAULT == 3 && k > 8000)) && i >= 16 && i < 32 && j >= 16 && j < 32;
    if (!left_out) c[i + j * ldc] = sound;
    if (FAULT == 1 && last) c[i + j * ldc] = sound * 1.000001;
    if (FAULT == 4 && last) c[m + j * ldc] = sound;
    if (FAULT == 5 && j == n - 1) c[i + n * ldc] = sound;
    // Its last bit: other work-items may still read it, and must find C as good as before.
    if (FAULT == 6 && last) a[0] = as_double(as_ulong(a[0]) ^ 1);
    if (FAULT == 7 && last) c[i + j * ldc] += 0 * a[am + (an - 1) * lda];
#if FAULT == 8
    no such thing;
#endif
}
)";

inline void plant_on_host(GemmFault fault, const kernels::GemmParameters& p, const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& c = call.operands[2];
    const std::int64_t k = p.transpose_a ? a.rows : a.cols;
    auto* const elements = c.as<double>();
    double kept[16][16];
    const bool keeps = fault == GemmFault::tile || (fault == GemmFault::late_tile && k > 8000);
    for (std::int64_t j = 0; keeps && j < 16; ++j)
        for (std::int64_t i = 0; i < 16; ++i) kept[j][i] = elements[16 + i + (16 + j) * c.ld];
    kernels::gemm(p)->host(call);
    for (std::int64_t j = 0; keeps && j < 16; ++j)
        for (std::int64_t i = 0; i < 16; ++i) elements[16 + i + (16 + j) * c.ld] = kept[j][i];
    double& last = elements[c.rows - 1 + (c.cols - 1) * c.ld];
    if (fault == GemmFault::element) last *= 1.000001;
    if (fault == GemmFault::row_below) elements[c.rows + (c.cols - 1) * c.ld] = last;
    if (fault == GemmFault::column_beyond)
        for (std::int64_t i = 0; i < c.rows; ++i) elements[i + c.cols * c.ld] = 1;
    if (fault == GemmFault::writes_a) a.as<double>()[0] += 1;
    if (fault == GemmFault::uses_gap) last += 0 * a.as<double>()[a.rows + (a.cols - 1) * a.ld];
}

}  // namespace detail

/// A plain f64 GEMM with a fault, for the OpenCL and the host device.
inline InstructionPtr planted_gemm(const kernels::GemmParameters& p, GemmFault fault) {
    auto i = std::make_shared<Instruction>(*kernels::gemm(p));
    i->name += "_planted" + std::to_string(static_cast<int>(fault));
    i->source = detail::kPlantedSource;
    i->entry = "planted";
    i->build_options = "-DFAULT=" + std::to_string(static_cast<int>(fault)) +
                       " -DTA=" + std::to_string(p.transpose_a) + " -DTB=" + std::to_string(p.transpose_b) +
                       " -DOVERWRITE=" + std::to_string(p.overwrite);
    i->needs = {};
    i->geometry = [](const ExecShape& shape) {
        const Register& c = shape.registers[2];
        return Geometry{{static_cast<std::size_t>(c.rows), static_cast<std::size_t>(c.cols), 1}, {0, 0, 0}};
    };
    i->host = [=](const HostCall& call) { detail::plant_on_host(fault, p, call); };
    return i;
}

}  // namespace hg::test
