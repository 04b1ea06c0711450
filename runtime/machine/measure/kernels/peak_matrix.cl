// How fast the matrix units of NVIDIA devices of compute capability 8.0 and up are: each warp of 32 work-items does
// C := A B + C on CHAINS tiles of C, none of which waits for another, `rounds` times ROUND products (inline PTX,
// mma.sync). All elements of A and B are 1, so that each element of C is the number of products times K, exactly.
//
//   TYPE  A, B    C     tile           K
//   F64     f64     f64   16 x 8 (8 x 8 before 9.0: WIDE 0)   8 (4)
//   F16     f16     f32   16 x 8         16
//   BF16    bf16    f32   16 x 8         16
//   TF32    tf32    f32   16 x 8         8
//   I8      int8    i32   16 x 8         32
//
// result: for each work-item the sum of its elements of C, modulo 2^32.
//
// Launch: any number of work-groups of ITEMS work-items in one dimension; result has an element for each work-item.
// Needs: sums of C below 2^24; f64 with WIDE takes compute capability 9.0.

#define F16 0
#define F64 2
#define BF16 4
#define TF32 5
#define I8 6

#ifndef TYPE
#define TYPE F16
#endif
#ifndef WIDE
#define WIDE 1
#endif
#ifndef CHAINS
#define CHAINS 8
#endif
#ifndef ITEMS
#define ITEMS 256  // a multiple of 32
#endif
#define ROUND 8  // products

#if TYPE == F64
typedef double OPERAND;
typedef double ELEMENT;
#define ONE 1.0
#elif TYPE == I8
typedef uint OPERAND;
typedef int ELEMENT;
#define ONE 0x01010101u
#else
typedef uint OPERAND;
typedef float ELEMENT;
#define ONE (TYPE == F16 ? 0x3c003c00u : TYPE == BF16 ? 0x3f803f80u : 0x3f800000u)
#endif
#define ELEMENTS (TYPE == F64 && !WIDE ? 2 : 4)  // of C that a work-item holds

static inline void multiply(private ELEMENT* c, OPERAND a, OPERAND b) {
#if TYPE == F64 && WIDE
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                 : "d"(a), "d"(b));
#elif TYPE == F64
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(c[0]), "+d"(c[1])
                 : "d"(a), "d"(b));
#elif TYPE == F16
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a), "r"(b));
#elif TYPE == BF16
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a), "r"(b));
#elif TYPE == TF32
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a), "r"(b));
#else
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, "
                 "{%0, %1, %2, %3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                 : "r"(a), "r"(b));
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void peak_matrix(global int* restrict result, long result_first, int result_rows, int result_cols, int result_ld,
                 int rounds, int one) {
    result += result_first;
    const OPERAND a = ONE * (OPERAND)one;
    const OPERAND b = a;
    ELEMENT c[CHAINS][4];
#pragma unroll
    for (int x = 0; x < CHAINS * 4; ++x) c[x / 4][x % 4] = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int product = 0; product < ROUND; ++product) {
#pragma unroll
            for (int chain = 0; chain < CHAINS; ++chain) multiply(c[chain], a, b);
        }
    }
    int all = 0;
#pragma unroll
    for (int x = 0; x < CHAINS * ELEMENTS; ++x) all += (int)c[x / ELEMENTS][x % ELEMENTS];
    result[get_global_id(0)] = all;
}
