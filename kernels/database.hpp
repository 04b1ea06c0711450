#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/gemm.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// The kind and size of a GEMM, for which a kernel is chosen.
struct GemmShape {
    ElementType type = ElementType::f64;  ///< of all three matrices
    bool transpose_a = false;             ///< op(A) = A^T
    bool transpose_b = false;             ///< op(B) = B^T
    std::int64_t m = 0;                   ///< rows of op(A) and C
    std::int64_t n = 0;                   ///< columns of op(B) and C
    std::int64_t k = 0;                   ///< columns of op(A), rows of op(B)

    friend bool operator==(const GemmShape&, const GemmShape&) = default;
};

/// One tuned result: the best kernel found for a shape on a device.
struct TunedGemm {
    std::string product;        ///< of the device it was measured on, as in its DeviceTraits
    std::string vendor;         ///< likewise
    std::string architecture;   ///< likewise
    bool is_gpu = true;         ///< the device's kind: results for GPUs serve GPUs alone
    GemmShape shape;            ///< the cell of the tuning grid
    GemmParameters parameters;  ///< its transposes and type are the shape's; overwrite is off
    double rate = 0;            ///< flop/s
    std::string driver;         ///< version of the driver it was measured with
    std::string date;           ///< day of the measurement, for example "2026-11-21"
};

/// One tuned result of any other routine: the best kernel found for a problem on a device.
struct TunedKernel {
    std::string product;                  ///< of the device it was measured on, as in its DeviceTraits
    std::string vendor;                   ///< likewise
    std::string architecture;             ///< likewise
    bool is_gpu = true;                   ///< the device's kind: results for GPUs serve GPUs alone
    std::string routine;                  ///< "dot", "gemv"
    ElementType type = ElementType::f64;  ///< of the operands
    std::string operation;                ///< "n", "t"; empty if the routine has but one
    std::vector<std::int64_t> extents;    ///< the sizes of the problem: the cell of the tuning grid
    std::string kernel;                   ///< its name, of which an instruction is made
    double rate = 0;                      ///< flop/s or bytes/s, as the routine counts
    std::string driver;                   ///< version of the driver it was measured with
    std::string date;                     ///< day of the measurement, for example "2026-11-21"
};

/// What a file of tuned kernels holds.
struct TunedResults {
    std::vector<TunedGemm> gemms;       ///< of GEMM
    std::vector<TunedKernel> kernels;   ///< of the other routines, whether this version can make them or not
    std::vector<std::string> unread{};  ///< JSON of results that this version cannot use, kept as they are
};

/// Where a choice came from, the best source first.
enum class Rung : std::uint8_t {
    user,          ///< the user's own result for this device
    device,        ///< a shipped result for this product
    architecture,  ///< one for another product of its architecture
    vendor,        ///< one for another device of its vendor
    fallback       ///< none: default_gemm()
};
/// The rung in a word, for reports.
std::string_view name(Rung rung) noexcept;

/// A kernel that the database chose.
struct GemmChoice {
    GemmParameters parameters;   ///< of gemm()
    Rung rung = Rung::fallback;  ///< where it came from
    double rate = 0;             ///< as tuned; 0 for the fallback
};

/// A kernel of another routine that the database chose.
struct KernelChoice {
    std::string kernel;          ///< its name
    Rung rung = Rung::fallback;  ///< where it came from
    double rate = 0;             ///< as tuned
};

/// Tuned kernels by device and shape. Built once, then asked by many threads:
/// const functions are thread-safe.
class Database {
  public:
    /// The results that ship with the library (kernels/database/*.json).
    static const Database& shipped();
    /// The shipped results with the user's results of `folder`/tuned.json on top. An empty `folder` means no
    /// results of the user's. A missing file counts as empty. A file is ignored, with one call of `warn`, if
    /// it cannot be read, is no ordinary file, is damaged, or has another format.
    static Database with_user_results(const std::string& folder,
                                      const std::function<void(const std::string&)>& warn = {});

    /// The best kernel known for a shape on a device. Results for the exact product come first, then those
    /// for its architecture, then those for its vendor. If there is none, default_gemm(). A result counts
    /// only if it is of the shape's type, of the same kind of device (GPU or not), and of a kernel that the
    /// device can run. Among the results of one rung:
    ///   - results for the same operations come first. If there are none, the blocking of a result for other
    ///     operations serves, NN before the rest, if the kernel can be made with it;
    ///   - then the nearest cell, by the distance of (log m, log n, log k);
    ///   - then the user's own. They share the first rung with what ships for the product: a user who tuned a
    ///     few cells keeps the others;
    ///   - then the faster result, then the earlier one.
    /// The caller may change overwrite, and split_k if it is 1.
    [[nodiscard]] GemmChoice choose(const GemmShape& shape, const DeviceModel& device) const;
    /// The best kernel known for a problem of another routine, by the same rules; but a result serves its own operation
    /// alone, and there is no default: nothing if no result serves.
    [[nodiscard]] std::optional<KernelChoice> choose_kernel(std::string_view routine, ElementType type,
                                                            std::string_view operation,
                                                            const std::vector<std::int64_t>& extents,
                                                            const DeviceModel& device) const;
    /// The best rung that has a GEMM for a type on a device, for reports.
    [[nodiscard]] Rung rung(ElementType type, const DeviceModel& device) const;

    /// Adds results. `origin` is Rung::user for the user's own; any other means shipped. Of two results of
    /// one origin for the same device and cell the faster one stays; of equally fast ones, the later.
    void merge(const std::vector<TunedGemm>& results, Rung origin);
    /// Likewise those of other routines.
    void merge(const std::vector<TunedKernel>& results, Rung origin);
    /// Likewise all of a file.
    void merge(const TunedResults& results, Rung origin);
    /// What choose() chooses from.
    [[nodiscard]] const std::vector<TunedGemm>& results() const noexcept { return gemms_.results; }
    /// What choose_kernel() chooses from.
    [[nodiscard]] const std::vector<TunedKernel>& kernels() const noexcept { return kernels_.results; }

  private:
    /// Those that ship come first.
    template <class Result>
    struct List {
        std::vector<Result> results;
        std::vector<bool> is_users;  ///< result i is the user's own
    };

    List<TunedGemm> gemms_;
    List<TunedKernel> kernels_;
};

/// Adds `results` to `into`. Of two results for the same device and cell the faster one stays; of equally
/// fast ones, the later.
void merge_tuned(std::vector<TunedGemm>& into, const std::vector<TunedGemm>& results);
/// Likewise those of other routines.
void merge_tuned(std::vector<TunedKernel>& into, const std::vector<TunedKernel>& results);
/// Likewise all of a file.
void merge_tuned(TunedResults& into, const TunedResults& results);

/// The file form, with one result per line, of GEMM and of other routines:
///
///     {"format": "hg tuned kernels 1", "results": [
///     {"kernel": <name of GemmParameters>, "m": , "n": , "k": , "rate": <flop/s>, "product": , "vendor": ,
///      "architecture": , "gpu": <bool>, "driver": , "date": },
///     {"routine": , "type": , "operation": , "extents": [<whole numbers>], "kernel": <name>, "rate": , "product": , ...},
///     ...]}
std::string to_json(const std::vector<TunedGemm>& gemms, const std::vector<TunedKernel>& kernels = {},
                    const std::vector<std::string>& unread = {});
/// Reads the file form; any bytes are safe. Throws Error{invalid_argument} that says what is wrong. A single
/// result goes to `unread` if this version cannot make its GEMM kernel (of a family it does not know), if that kernel is
/// guarded or of a triangle, which serve no plain product, or if its type is not known.
TunedResults parse_tuned_results(std::string_view json);
/// The results for GEMM among them.
std::vector<TunedGemm> parse_tuned(std::string_view json);
/// Merges results into `folder`/tuned.json and keeps the better one of each cell. What this version cannot read of the file's
/// results stays. Processes and threads that save at once wait for each other, by `folder`/tuned.json.lock, for a
/// minute at most. It writes to a temporary name, then renames the file. A damaged file is replaced. A symbolic link is
/// refused. Throws Error{io} if the file cannot be written, or another holds the lock for longer.
void save_user_results(const std::string& folder, const TunedResults& results);
/// The same for GEMM's results alone.
void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results);

}  // namespace hg::kernels
