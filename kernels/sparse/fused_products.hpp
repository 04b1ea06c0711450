#pragma once

/// Host implementations whose bits need fma. The library is compiled for any CPU of its kind, and on x86
/// std::fma is then a call of a function.
namespace hg::kernels {

#if defined(__x86_64__) && defined(__GNUC__)

/// work() with all that it calls inlined, for CPUs that have the instruction.
template <class Work>
[[gnu::target("fma"), gnu::flatten]] void with_fma_instruction(const Work& work) {
    work();
}

/// Calls work(); std::fma in it is an instruction if this CPU has one. The results are the same either way.
template <class Work>
void with_fused_products(const Work& work) {
    if (__builtin_cpu_supports("fma"))
        with_fma_instruction(work);
    else
        work();
}

#else

template <class Work>
void with_fused_products(const Work& work) {
    work();
}

#endif

}  // namespace hg::kernels
