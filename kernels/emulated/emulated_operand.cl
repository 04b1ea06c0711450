// The operands of an emulated product: each row of op(A), or column of op(B), becomes integers, and these residues.
//
// A line is a row of op(A) or a column of op(B): k elements. With LINES_ARE_ROWS, line i of X is row i, else column i.
// moduli_source(), residue_layout.cl and element.cl stand before this source.

#ifndef LINES_ARE_ROWS
#define LINES_ARE_ROWS 0
#endif
#ifndef ITEMS
#define ITEMS 256  // work-items of a work-group
#endif

#if LINES_ARE_ROWS
#define ELEMENT(line, p) x[(line) + (long)(p)*x_ld]
#define LINES x_rows
#define DEPTH x_cols
#define LINES_OF_GROUP 32  // neighbours in memory
#else
#define ELEMENT(line, p) x[(p) + (long)(line)*x_ld]
#define LINES x_cols
#define DEPTH x_rows
#define LINES_OF_GROUP 1
#endif

// 2^e, for -1022 <= e <= 1023
static inline double power_of_two(int e) {
    return as_double((long)(1023 + e) << 52);
}

// Sums of squares of elements as they are, of small and of large ones: the first that neither overflows nor loses what
// counts decides. Elements times kGrown overflow if they are not small; divided by it, none does.
#define kGrown 0x1p600

static inline void add_square(private double* sums, double x) {
    const double grown = x * kGrown;
    const double shrunk = x / kGrown;
    sums[0] = fma(grown, grown, sums[0]);
    sums[1] = fma(x, x, sums[1]);
    sums[2] = fma(shrunk, shrunk, sums[2]);
}

// exponents[i] is the largest e with |2^e line i| <= 2^norm in the 2-norm; 0 for a line of zeros. If an element is not
// finite, `refused` is set to 1.
//
// Launch: LINES / LINES_OF_GROUP work-groups, rounded up, of ITEMS work-items.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void emulated_exponents(
    global const Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld, global int* restrict exponents,
    long e_first, int e_rows, int e_cols, int e_ld, global int* restrict refused, long refused_first, int f_rows,
    int f_cols, int f_ld, double norm) {
    local double small[ITEMS], middle[ITEMS], large[ITEMS];
    x += x_first;
    const int item = (int)get_local_id(0);
    const int line = (int)get_group_id(0) * LINES_OF_GROUP + item % LINES_OF_GROUP;
    const int share = item / LINES_OF_GROUP;
    double sums[3] = {0, 0, 0};
    if (line < LINES)
#pragma unroll 8
        for (int p = share; p < DEPTH; p += ITEMS / LINES_OF_GROUP) {
            const Element element = ELEMENT(line, p);
#if COMPLEX
            add_square(sums, (double)element.x);
            add_square(sums, (double)element.y);
#else
            add_square(sums, (double)element);
#endif
        }
    small[item] = sums[0];
    middle[item] = sums[1];
    large[item] = sums[2];
    for (int other = ITEMS / 2; other >= LINES_OF_GROUP; other /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < other) {
            small[item] += small[item + other];
            middle[item] += middle[item + other];
            large[item] += large[item + other];
        }
    }
    if (share > 0 || line >= LINES) return;
    const bool is_small = isfinite(small[item]);
    const bool is_large = !isfinite(middle[item]);
    const int shift = is_small ? 600 : (is_large ? -600 : 0);
    const double squares = is_small ? small[item] : (is_large ? large[item] : middle[item]);
    const bool finite = isfinite(large[item]);
    if (!finite) refused[refused_first] = 1;
    exponents[e_first + line] = finite && squares > 0 ? (int)floor(norm - 0.5 * log2(squares)) + shift : 0;
}

// x 2^e; what is below 1/2 may be any number below 1/2.
static inline double scaled(double x, int e) {
    if (e > -1022 && e < 1023) return x * power_of_two(e);
    const int first = max(e / 2, -1022);
    return x * power_of_two(first) * power_of_two(max(e - first, -1022));
}

#if kCount <= 15
// Integers below 2^62 (2^31 for up to 7 moduli) are dot products of their bytes, modulo p, with 1, 256, 256^2, ...
#if kCount <= 7
typedef int integer;
#define NEAREST(x) convert_int_rte(x)
#define WORDS 1
#else
typedef long integer;
#define NEAREST(x) convert_long_rte(x)
#define WORDS 2
#endif

// sum + the dot product of the bytes of x and y
static inline uint dot_of_bytes(uint x, uint y, uint sum) {
#ifdef __NV_CL_C_VERSION
    uint result;
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(sum));
    return result;
#else
    for (int byte = 0; byte < 32; byte += 8) sum += (x >> byte & 255) * (y >> byte & 255);
    return sum;
#endif
}

// The residue that a byte holds, -128 to 127. kBias makes up for the sign's bit.
static inline int residue_of(integer x, int l) {
#if WORDS == 1
    const uint sum = dot_of_bytes((uint)x ^ 0x80000000u, kLowBytes[l], kBias[l]);
#else
    const uint sum = dot_of_bytes((uint)((ulong)x >> 32) ^ 0x80000000u, kHighBytes[l],
                                  dot_of_bytes((uint)x, kLowBytes[l], kBias[l]));
#endif
    const uint residue = sum - mul_hi(sum, kReciprocals[l]) * kIntegers[l];
    return (int)residue - (residue > 127 ? (int)kIntegers[l] : 0);
}
#else
typedef double integer;
#define NEAREST(x) rint(x)

// An integer's residue. |x| < 2^90. The first step leaves less than 2^40, since x * inverse is wrong in its last bits.
static inline int residue_of(integer x, int l) {
    const double near = fma(-rint(x * kInverses[l]), kModuli[l], x);
    const int residue = (int)fma(-rint(near * kInverses[l]), kModuli[l], near);
    return residue == 128 ? -128 : residue;
}
#endif

// Integers that an element becomes. A complex one becomes three: of its real part, of its imaginary part, and their sum.
#if COMPLEX
#define PARTS 3
#else
#define PARTS 1
#endif

// The residues of a block of 64 lines x 128 bytes along k for all moduli, of the integers nearest to the elements times
// 2^exponents[i]. Beyond the last line and the last element they are zeros. Those of the second and third integers of
// complex elements, or of their conjugates, follow in rows of their own.
//
// Launch: blocks along k x blocks of lines work-groups of ITEMS work-items.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void emulated_residues(
    global const Element* restrict x, long x_first, int x_rows, int x_cols, int x_ld,
    global const int* restrict exponents, long e_first, int e_rows, int e_cols, int e_ld,
    global const int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld,
    global int* restrict residues, long r_first, int r_rows, int r_cols, int r_ld CONJUGATED_SCALAR) {
    if (refused[refused_first] != 0) return;
    x += x_first;
    const int depth_block = (int)get_group_id(0);
    const int line_block = (int)get_group_id(1);
    const int depth_blocks = BLOCKS_OF(DEPTH, BLOCK_DEPTH);
    global char* block =
        (global char*)(residues + r_first + (long)line_block * r_ld) + (long)depth_block * OPERAND_BLOCK;
    for (int i = (int)get_local_id(0); i < BLOCK * 8; i += ITEMS) {
#if LINES_ARE_ROWS
        const int row = i % 8 + i / 32 % 8 * 8;
        const int piece = i / 8 % 4 + i / 256 * 4;
#else
        const int row = i / 8;
        const int piece = i % 8;
#endif
        const int line = line_block * BLOCK + row;
        const int first = depth_block * BLOCK_DEPTH + piece * 16;
        const int exponent = line < LINES ? exponents[e_first + line] : 0;
        integer integers[PARTS][16];
#pragma unroll
        for (int p = 0; p < 16; ++p) {
            const Element element = line < LINES && first + p < DEPTH ? ELEMENT(line, first + p) : number(0);
#if COMPLEX
            integers[0][p] = NEAREST(scaled((double)element.x, exponent));
            integers[1][p] = NEAREST(scaled((double)(CONJUGATES ? -element.y : element.y), exponent));
            integers[2][p] = integers[0][p] + integers[1][p];
#else
            integers[0][p] = NEAREST(scaled((double)element, exponent));
#endif
        }
#pragma unroll
        for (int l = 0; l < PARTS * kCount; ++l) {
            private const integer* const x = integers[l / kCount];
            const int modulus = l % kCount;
            uint words[4];
#pragma unroll
            for (int w = 0; w < 4; ++w)
                words[w] = ((uint)residue_of(x[4 * w], modulus) & 255) |
                           ((uint)residue_of(x[4 * w + 1], modulus) & 255) << 8 |
                           ((uint)residue_of(x[4 * w + 2], modulus) & 255) << 16 |
                           (uint)residue_of(x[4 * w + 3], modulus) << 24;
            *(global uint4*)(block + (long)l * depth_blocks * OPERAND_BLOCK + piece_of(row, piece)) =
                (uint4)(words[0], words[1], words[2], words[3]);
        }
    }
}
