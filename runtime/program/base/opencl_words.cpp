#include "runtime/program/base/opencl_words.hpp"

#include <string>

namespace hg {
namespace {

/// Functions, types and reserved words of OpenCL C 3.0 that a kernel could be called by mistake.
constexpr std::string_view kWords =
    " "
    "abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi async_work_group_copy "
    "async_work_group_strided_copy atan atan2 atan2pi atanh atanpi atom_add atom_and atom_cmpxchg "
    "atom_dec atom_inc atom_max atom_min atom_or atom_sub atom_xchg atom_xor atomic_add atomic_and "
    "atomic_cmpxchg atomic_compare_exchange_strong atomic_compare_exchange_weak atomic_dec "
    "atomic_exchange atomic_fetch_add atomic_fetch_and atomic_fetch_max atomic_fetch_min "
    "atomic_fetch_or atomic_fetch_sub atomic_fetch_xor atomic_flag_clear atomic_flag_test_and_set "
    "atomic_inc atomic_init atomic_load atomic_max atomic_min atomic_or atomic_store atomic_sub "
    "atomic_work_item_fence atomic_xchg atomic_xor auto barrier bitselect bool break case cbrt ceil "
    "char clamp clz const constant continue copysign cos cosh cospi cross ctz default degrees distance "
    "do dot double else enum erf erfc event_t exp exp10 exp2 expm1 extern fabs fast_distance "
    "fast_length fast_normalize fdim float floor fma fmax fmin fmod for fract frexp generic "
    "get_enqueued_local_size get_global_id get_global_linear_id get_global_offset get_global_size "
    "get_group_id get_local_id get_local_linear_id get_local_size get_num_groups get_work_dim global "
    "goto hadd half half_cos half_divide half_exp half_exp10 half_exp2 half_log half_log10 half_log2 "
    "half_powr half_recip half_rsqrt half_sin half_sqrt half_tan hypot if ilogb inline int intptr_t "
    "isequal isfinite isgreater isgreaterequal isinf isless islessequal islessgreater isnan isnormal "
    "isnotequal isordered isunordered kernel ldexp length lgamma lgamma_r local log log10 log1p log2 "
    "logb long mad mad24 mad_hi mad_sat main max maxmag mem_fence min minmag mix modf mul24 mul_hi nan "
    "native_cos native_divide native_exp native_exp10 native_exp2 native_log native_log10 native_log2 "
    "native_powr native_recip native_rsqrt native_sin native_sqrt native_tan nextafter normalize "
    "popcount pow pown powr prefetch printf private ptrdiff_t radians read_mem_fence read_only "
    "read_write register remainder remquo restrict return rhadd rint rootn rotate round rsqrt select "
    "short shuffle shuffle2 sign signbit signed sin sincos sinh sinpi size_t sizeof smoothstep sqrt "
    "static step struct sub_sat switch tan tanh tanpi tgamma trunc typedef uchar uint uintptr_t ulong "
    "union unsigned upsample ushort vec_step void volatile wait_group_events while work_group_all "
    "work_group_any work_group_barrier work_group_broadcast write_mem_fence write_only ";

}  // namespace

bool is_opencl_word(std::string_view name) {
    return kWords.find(" " + std::string(name) + " ") != std::string_view::npos;
}

}  // namespace hg
