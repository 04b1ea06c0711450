// How fast multiply-adds are: every work-item does x := factor x + addend on CHAINS vectors of VECTOR numbers, none of
// which waits for another, `rounds` times ROUND steps. With factor = -1 and addend = 8 each number is what it was after
// two steps, exactly, in every type.
//
// result: for each work-item the sum of all its numbers; number l of chain c begins as (item + c + l) mod 8.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension; result has an element for each work-item.
// Needs: f16 takes cl_khr_fp16, or with PTX an NVIDIA device of compute capability 5.3 and up; VECTOR is then even.

#define F16 0
#define F32 1
#define F64 2
#define I32 3

#ifndef TYPE
#define TYPE F32
#endif
#ifndef VECTOR
#define VECTOR 4  // 1, 2, 4, 8 or 16
#endif
#ifndef CHAINS
#define CHAINS 4
#endif
#ifndef ITEMS
#define ITEMS 256
#endif
#ifndef PTX
#define PTX 0
#endif
#define ROUND 16  // steps; even

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)

#if TYPE == F64
#define NUMBER double
#define SCALAR double
#elif TYPE == I32
#define NUMBER int
#define SCALAR int
#elif TYPE == F16 && !PTX
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NUMBER half
#define SCALAR float
#else
#define NUMBER float
#define SCALAR float
#endif

#if TYPE == F16 && PTX
// Two numbers of 16 bits in each word; whole numbers up to 8 by their bits.
#define WORDS (VECTOR / 2)
typedef struct {
    uint words[WORDS];
} NUMBERS;

constant ushort bits_of[9] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800};

static inline uint pair(int low, int high) {
    return (uint)bits_of[high] << 16 | bits_of[low];
}
static inline int whole(uint bits) {
    int found = -1000;
    for (int i = 0; i < 9; ++i) found = bits_of[i] == bits ? i : found;
    return found;
}
static inline NUMBERS begin(int first) {
    NUMBERS x;
#pragma unroll
    for (int w = 0; w < WORDS; ++w) x.words[w] = pair((first + 2 * w) % 8, (first + 2 * w + 1) % 8);
    return x;
}
static inline NUMBERS next(NUMBERS x, uint factor, uint addend) {
#pragma unroll
    for (int w = 0; w < WORDS; ++w)
        asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x.words[w]) : "r"(factor), "r"(addend));
    return x;
}
static inline int sum(NUMBERS x) {
    int all = 0;
    for (int w = 0; w < WORDS; ++w) all += whole(x.words[w] & 0xffff) + whole(x.words[w] >> 16);
    return all;
}
#else
#if VECTOR == 1
typedef NUMBER NUMBERS;
#else
typedef JOIN(NUMBER, VECTOR) NUMBERS;
#endif

static inline NUMBERS begin(int first) {
    NUMBER lanes[VECTOR];
#pragma unroll
    for (int l = 0; l < VECTOR; ++l) lanes[l] = (NUMBER)((first + l) % 8);
#if VECTOR == 1
    return lanes[0];
#else
    return JOIN(vload, VECTOR)(0, lanes);
#endif
}
static inline NUMBERS next(NUMBERS x, NUMBERS factor, NUMBERS addend) {
#if TYPE == I32
    return x * factor + addend;
#else
    return fma(x, factor, addend);
#endif
}
static inline int sum(NUMBERS x) {
    NUMBER lanes[VECTOR];
#if VECTOR == 1
    lanes[0] = x;
#else
    JOIN(vstore, VECTOR)(x, 0, lanes);
#endif
    int all = 0;
#pragma unroll
    for (int l = 0; l < VECTOR; ++l) all += (int)lanes[l];
    return all;
}
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void peak_arithmetic(global int* restrict result, long result_first, int result_rows, int result_cols, int result_ld,
                     int rounds, SCALAR factor, SCALAR addend) {
    result += result_first;
    const int item = (int)get_global_id(0);
#if TYPE == F16 && PTX
    const uint f = pair((int)fabs(factor), (int)fabs(factor)) | (factor < 0 ? 0x80008000u : 0u);
    const uint a = pair((int)addend, (int)addend);
#else
    const NUMBERS f = (NUMBERS)((NUMBER)factor);
    const NUMBERS a = (NUMBERS)((NUMBER)addend);
#endif
    NUMBERS x[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) x[c] = begin(item % 8 + c);
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < ROUND; ++step) {
#pragma unroll
            for (int c = 0; c < CHAINS; ++c) x[c] = next(x[c], f, a);
        }
    }
    int all = 0;
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) all += sum(x[c]);
    result[item] = all;
}
