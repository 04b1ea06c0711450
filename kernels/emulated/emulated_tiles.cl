// emulated_product by NVIDIA's matrix units: work-groups that stay compute tiles of 256 rows x 128 columns of the product,
// one modulus after the other.
//
//   copying sub-group:  waits for an empty stage, copies 4 blocks of A and 2 of B into it      -> full
//   8 multiplying ones: wait for a full stage, multiply it into sums in registers              -> empty
//
// A stage has 128 bytes along k. The copies for the next tile go on while the last one's sums are stored. With WGMMA,
// products are Hopper's wgmma on local memory, written as comments (see NewerPtx), else mma.sync. With BULK_COPIES, a stage
// comes by six bulk copies, else by copies of 16 bytes.
//
// Both matrix instructions have the columns of C as their rows: so neighbours in a column of C meet in one work-item.
//
//   mma.sync: sub-group w has 64 rows (w % 4) x 64 columns (w / 4)
//   wgmma:    sub-group w has all 256 rows x 16 columns, number w; four of them work together
//
// moduli_source() and residue_layout.cl stand before this source. Operands, bounds and `triangle` are those of
// emulated_product.cl.
//
// Launch: any number of work-groups of 288 work-items.

#ifndef STAGES
#define STAGES 4
#endif
#ifndef WGMMA
#define WGMMA 0
#endif
#ifndef BULK_COPIES
#define BULK_COPIES 0
#endif

#define LANES 32
#define MULTIPLYING 8  // sub-groups
#define ITEMS ((MULTIPLYING + 1) * LANES)
#define ROW_BLOCKS 4  // of a tile
#define COL_BLOCKS 2
#define TILE_BLOCKS (ROW_BLOCKS + COL_BLOCKS)
#define STAGE_BYTES (TILE_BLOCKS * OPERAND_BLOCK)
#define BAND 8  // rows of tiles that are computed side by side: what they read stays in the cache

typedef struct {
    global const char* a;  // residues of op(A), the blocks of a column behind each other
    global const char* b;
    long a_ld, b_ld;       // bytes from one block of lines to the next
    global uchar* u;
    long u_ld;
    int row_blocks, col_blocks, depth_blocks;
    int triangle;
    local uchar* stages;
    local ulong* full;
    local ulong* empty;
} Work;

typedef struct {
    int modulus, row, col;  // row and col: the first blocks
} Tile;

static inline uint address_of(local const void* p) {
    return (uint)(ulong)p;
}

static inline int tile_count(const Work* work) {
    return BLOCKS_OF(work->row_blocks, ROW_BLOCKS) * BLOCKS_OF(work->col_blocks, COL_BLOCKS);
}

static inline Tile tile_at(const Work* work, int number) {
    const int rows = BLOCKS_OF(work->row_blocks, ROW_BLOCKS);
    const int cols = BLOCKS_OF(work->col_blocks, COL_BLOCKS);
    const int within = number % (rows * cols);
    const int band = within / (BAND * cols);
    const int height = min(BAND, rows - band * BAND);
    const int rest = within - band * BAND * cols;
    Tile tile;
    tile.modulus = number / (rows * cols);
    tile.row = (band * BAND + rest % height) * ROW_BLOCKS;
    tile.col = rest / height * COL_BLOCKS;
    return tile;
}

static inline bool is_wanted(const Work* work, Tile tile) {
    if (work->triangle == 1) return tile.row + ROW_BLOCKS > tile.col;
    if (work->triangle == 2) return tile.row < tile.col + COL_BLOCKS;
    return true;
}

// Barriers between copies and products, in local memory.

static inline void barrier_init(local ulong* where, uint count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(address_of(where)), "r"(count) : "memory");
}

static inline void barrier_arrive(local ulong* where) {
    asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" : : "r"(address_of(where)) : "memory");
}

static inline void barrier_wait(local ulong* where, uint parity) {
    uint done;
    do {
#if BULK_COPIES
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
#else
        asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
#endif
                     : "=r"(done)
                     : "r"(address_of(where)), "r"(parity)
                     : "memory");
    } while (done == 0);
}

// The copies of one stage. Beyond an edge the last block is copied again.

static inline global const char* block_of(const Work* work, Tile tile, int part, int step) {
    const long along = (long)(tile.modulus * work->depth_blocks + step) * OPERAND_BLOCK;
    if (part < ROW_BLOCKS) return work->a + min(tile.row + part, work->row_blocks - 1) * work->a_ld + along;
    return work->b + min(tile.col + part - ROW_BLOCKS, work->col_blocks - 1) * work->b_ld + along;
}

static inline void copy_stage(const Work* work, Tile tile, int step, int stage, int lane) {
    local uchar* to = work->stages + stage * STAGE_BYTES;
#if BULK_COPIES
    if (lane != 0) return;
    asm volatile("{.reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1;}"
                 :
                 : "r"(address_of(work->full + stage)), "n"(STAGE_BYTES)
                 : "memory");
#pragma unroll
    for (int part = 0; part < TILE_BLOCKS; ++part)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     :
                     : "r"(address_of(to + part * OPERAND_BLOCK)), "l"(block_of(work, tile, part, step)),
                       "n"(OPERAND_BLOCK), "r"(address_of(work->full + stage))
                     : "memory");
#else
    for (int part = 0; part < TILE_BLOCKS; ++part) {
        global const char* from = block_of(work, tile, part, step);
#pragma unroll
        for (int at = 0; at < OPERAND_BLOCK; at += LANES * 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                         :
                         : "r"(address_of(to + part * OPERAND_BLOCK + at + lane * 16)), "l"(from + at + lane * 16)
                         : "memory");
    }
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                 :
                 : "r"(address_of(work->full + stage))
                 : "memory");
#endif
}

static inline void copy_all(const Work* work, int lane) {
    uint count = 0;
    for (int number = (int)get_group_id(0); number < tile_count(work) * kCount; number += (int)get_num_groups(0)) {
        const Tile tile = tile_at(work, number);
        if (!is_wanted(work, tile)) continue;
        for (int step = 0; step < work->depth_blocks; ++step, ++count) {
            const uint stage = count % STAGES;
            if (count >= STAGES) barrier_wait(work->empty + stage, (count / STAGES + 1) & 1);
            copy_stage(work, tile, step, (int)stage, lane);
        }
    }
#if !BULK_COPIES
    asm volatile("cp.async.wait_all;" : : : "memory");
#endif
}

// sums += a stage's product. sums[32 b + 4 j + 2 h + e]: see store().

#if WGMMA
#define SUMS                                                                                                  \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, " \
    "%23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, " \
    "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, " \
    "%65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, " \
    "%86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, "     \
    "%105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, "   \
    "%122, %123, %124, %125, %126, %127"
// Products of 64 columns x 256 rows x 32 bytes along k. Descriptors count 16 bytes.
#define MULTIPLY(step)                                                                               \
    "//HG {.reg .pred p; .reg .b64 x, y; setp.eq.b32 p, 0, 0; add.s64 x, %128, " #step                \
    "; add.s64 y, %129, " #step                                                                      \
    "; wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 {" SUMS "}, x, y, p;}\n\t"
#define EIGHT(s, i) \
    "+r"(s[i]), "+r"(s[i + 1]), "+r"(s[i + 2]), "+r"(s[i + 3]), "+r"(s[i + 4]), "+r"(s[i + 5]), "+r"(s[i + 6]), "+r"(s[i + 7])
#define THIRTY_TWO(s, i) EIGHT(s, i), EIGHT(s, i + 8), EIGHT(s, i + 16), EIGHT(s, i + 24)

// Blocks of lines whose pieces are exchanged by the line's number, 1024 bytes from eight lines to the next.
static inline ulong descriptor_of(local const uchar* block) {
    return (ulong)(address_of(block) >> 4 & 0x3fff) | 1ul << 16 | 64ul << 32 | 1ul << 62;
}

static inline void multiply(local const uchar* stage, int sub_group, int lane, int* sums) {
    const ulong cols = descriptor_of(stage + (ROW_BLOCKS + sub_group / 4) * OPERAND_BLOCK);
    const ulong rows = descriptor_of(stage);
    asm volatile("//HG wgmma.fence.sync.aligned;\n\t" MULTIPLY(0) MULTIPLY(2) MULTIPLY(4)
                     MULTIPLY(6) "//HG wgmma.commit_group.sync.aligned;\n\t"
                                 "//HG wgmma.wait_group.sync.aligned 1;"
                 : THIRTY_TWO(sums, 0), THIRTY_TWO(sums, 32), THIRTY_TWO(sums, 64), THIRTY_TWO(sums, 96)
                 : "l"(cols), "l"(rows)
                 : "memory");
}

static inline void end_products(int* sums) {
    asm volatile("//HG wgmma.wait_group.sync.aligned 0;"
                 : THIRTY_TWO(sums, 0), THIRTY_TWO(sums, 32), THIRTY_TWO(sums, 64), THIRTY_TWO(sums, 96)
                 :
                 : "memory");
}
#else
static inline uint4 four_matrices(local const uchar* from) {
    uint4 words;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "r"(address_of(from))
                 : "memory");
    return words;
}

static inline void multiply_16x8(int* sums, uint4 cols, uint rows0, uint rows1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(cols.x), "r"(cols.y), "r"(cols.z), "r"(cols.w), "r"(rows0), "r"(rows1));
}

static inline void multiply(local const uchar* stage, int sub_group, int lane, int* sums) {
    local const uchar* rows = stage + sub_group % 4 * OPERAND_BLOCK;
    local const uchar* cols = stage + (ROW_BLOCKS + sub_group / 4) * OPERAND_BLOCK;
#pragma unroll
    for (int piece = 0; piece < 8; piece += 2) {
        uint4 x[4], y[4];
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            x[b] = four_matrices(cols + piece_of(16 * b + lane % 16, piece + lane / 16));
            y[b] = four_matrices(rows + piece_of(16 * b + lane % 8 + lane / 16 * 8, piece + lane / 8 % 2));
        }
#pragma unroll
        for (int b = 0; b < 4; ++b)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                multiply_16x8(sums + 32 * b + 8 * j, x[b], y[j].x, y[j].y);
                multiply_16x8(sums + 32 * b + 8 * j + 4, x[b], y[j].z, y[j].w);
            }
    }
}

static inline void end_products(int* sums) {}
#endif

// A sum's residue. |sum| < 2^31 - 2^13. `reciprocal` is just below 2^32 / modulus: quotients are right, or 1 too small.
static inline uint residue_of_sum(int sum, uint modulus, uint reciprocal) {
    const uint shifted = (uint)sum + 0x80000000u / modulus * modulus;
    const uint near = shifted - mul_hi(shifted, reciprocal) * modulus;
    return min(near, near - modulus);
}

// sums[32 b + 4 j + 2 h + e] is of row 8 j + 2 (lane % 4) + e and column lane / 4 + 8 h: with wgmma in block b of rows and
// from column 16 (w % 4) on in block w / 4 of columns, else in block w % 4 and from column 16 b on.
static inline void store(const Work* work, Tile tile, int sub_group, int lane, const int* sums) {
    const uint modulus = kIntegers[tile.modulus];
    const uint reciprocal = kReciprocals[tile.modulus] - 1;
    const int col_block = tile.col + sub_group / 4;
    if (col_block >= work->col_blocks) return;
    global uchar* u = work->u + col_block * work->u_ld;
#pragma unroll
    for (int b = 0; b < 4; ++b) {
        const int row_block = tile.row + (WGMMA ? b : sub_group % 4);
        const int col = 16 * (WGMMA ? sub_group % 4 : b) + lane / 4;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            uint words[4];
#pragma unroll
            for (int w = 0; w < 4; ++w) {
                words[w] = 0;
#pragma unroll
                for (int byte = 0; byte < 4; ++byte)
                    words[w] |= residue_of_sum(sums[32 * b + 8 * w + byte / 2 * 4 + 2 * h + byte % 2], modulus,
                                               reciprocal)
                                << (8 * byte);
            }
            if (row_block < work->row_blocks)
                *(global uint4*)(u + ((long)tile.modulus * work->row_blocks + row_block) * PRODUCT_BLOCK +
                                 (col + 8 * h) * BLOCK + lane % 4 * 16) =
                    (uint4)(words[0], words[1], words[2], words[3]);
        }
    }
}

static inline void multiply_all(const Work* work, int sub_group, int lane) {
    uint count = 0;
    for (int number = (int)get_group_id(0); number < tile_count(work) * kCount; number += (int)get_num_groups(0)) {
        const Tile tile = tile_at(work, number);
        if (!is_wanted(work, tile)) continue;
        int sums[128];
#pragma unroll
        for (int i = 0; i < 128; ++i) sums[i] = 0;
        for (int step = 0; step < work->depth_blocks; ++step, ++count) {
            const uint stage = count % STAGES;
            barrier_wait(work->full + stage, count / STAGES & 1);
            multiply(work->stages + stage * STAGE_BYTES, sub_group, lane, sums);
            // wgmma may still read this stage, but not the one before.
            if (lane == 0 && !WGMMA) barrier_arrive(work->empty + stage);
            if (lane == 0 && WGMMA && step > 0) barrier_arrive(work->empty + (count - 1) % STAGES);
        }
        end_products(sums);
        if (lane == 0 && WGMMA) barrier_arrive(work->empty + (count - 1) % STAGES);
        store(work, tile, sub_group, lane, sums);
    }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void emulated_tiles(
    global const int* restrict a, long a_first, int a_rows, int a_cols, int a_ld, global const int* restrict b,
    long b_first, int b_rows, int b_cols, int b_ld, global const int* restrict a_refused, long ar_first, int ar_rows,
    int ar_cols, int ar_ld, global const int* restrict b_refused, long br_first, int br_rows, int br_cols, int br_ld,
    global int* restrict u, long u_first, int u_rows, int u_cols, int u_ld, global int* restrict refused,
    long refused_first, int f_rows, int f_cols, int f_ld, int triangle) {
    local uchar stages[STAGES * STAGE_BYTES] __attribute__((aligned(1024)));
    local ulong full[STAGES], empty[STAGES];
    const int item = (int)get_local_id(0);
    const int is_refused = a_refused[ar_first] != 0 || b_refused[br_first] != 0;
    if (item == 0 && get_group_id(0) == 0) refused[refused_first] = is_refused;
    if (is_refused) return;
    Work work;
    work.a = (global const char*)(a + a_first);
    work.b = (global const char*)(b + b_first);
    work.a_ld = 4 * (long)a_ld;
    work.b_ld = 4 * (long)b_ld;
    work.u = (global uchar*)(u + u_first);
    work.u_ld = 4 * (long)u_ld;
    work.row_blocks = a_cols;
    work.col_blocks = b_cols;
    work.depth_blocks = a_rows / (OPERAND_BLOCK / 4) / kCount;
    work.triangle = triangle;
    work.stages = stages;
    work.full = full;
    work.empty = empty;
    if (item < STAGES) {
        barrier_init(full + item, BULK_COPIES ? 1 : LANES);
        barrier_init(empty + item, MULTIPLYING);
    }
#if BULK_COPIES
    asm volatile("fence.proxy.async;" : : : "memory");
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item / LANES == MULTIPLYING)
        copy_all(&work, item % LANES);
    else
        multiply_all(&work, item / LANES, item % LANES);
}
