// How work-groups of one launch that run at once tell each other numbers; stands before the sources of kernels that do.
//
// What is published lies in global memory: words of 64 bits, 32 of them a tag that no other step of the program has. Each
// word is written and read as a whole. So a word with the expected tag is complete, and nothing else is needed to order
// memory. With PTX 1 this needs an NVIDIA device of compute capability 8.0 or more. With PTX 0 it is plain OpenCL C and
// relies on aligned accesses of 64 bits to be atomic.

#ifndef PTX
#define PTX 0
#endif
#ifndef PART
#define PART REAL  // the numbers: elements, or of complex ones the parts
#endif
#ifndef DOUBLE
#define DOUBLE 1  // they are double, not float
#endif

#if PTX
#define LANES 32  // work-items that advance together
// Rows are in registers only if functions that take them are part of the kernel.
#define INLINE static inline __attribute__((always_inline))

INLINE ulong2 load_words(global const ulong* p) {
    ulong2 words;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(words.x), "=l"(words.y) : "l"(p) : "memory");
    return words;
}

INLINE void store_words(global ulong* p, ulong2 words) {
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(words.x), "l"(words.y) : "memory");
}

INLINE void fence(void) {
    asm volatile("fence.acq_rel.gpu;" : : : "memory");
}
#else
#define LANES 1
#define INLINE static inline

INLINE ulong2 load_words(volatile global const ulong* p) {
    return (ulong2)(p[0], p[1]);
}

INLINE void store_words(volatile global ulong* p, ulong2 words) {
    p[0] = words.x;
    p[1] = words.y;
}

INLINE void fence(void) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}
#endif

INLINE ulong word(uint tag, uint content) {
    return (ulong)tag << 32 | content;
}

INLINE bool has(ulong x, uint tag) {
    return (uint)(x >> 32) == tag;
}

// A number takes two words, each with half of its bits; a float is in both.
INLINE void publish_element(global ulong* p, uint tag, PART x) {
#if DOUBLE
    const ulong bits = as_ulong(x);
    store_words(p, (ulong2)(word(tag, (uint)bits), word(tag, (uint)(bits >> 32))));
#else
    store_words(p, (ulong2)(word(tag, as_uint(x)), word(tag, as_uint(x))));
#endif
}

INLINE PART element(ulong2 words) {
#if DOUBLE
    return as_double((ulong)(uint)words.y << 32 | (uint)words.x);
#else
    return as_float((uint)words.x);
#endif
}
