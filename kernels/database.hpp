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

/// The kind and size of a GEMM, by which its kernel is chosen.
struct GemmShape {
    ElementType type = ElementType::f64;  ///< type of all three matrices
    bool transpose_a = false;             ///< op(A) = A^T
    bool transpose_b = false;             ///< op(B) = B^T
    std::int64_t m = 0;                   ///< rows of op(A) and C
    std::int64_t n = 0;                   ///< columns of op(B) and C
    std::int64_t k = 0;                   ///< columns of op(A), rows of op(B)

    friend bool operator==(const GemmShape&, const GemmShape&) = default;
};

/// A tuning result: the best kernel found for a shape on a device.
struct TunedGemm {
    std::string product;        ///< product name of the device it was measured on, as in its DeviceTraits
    std::string vendor;         ///< vendor, as in its DeviceTraits
    std::string architecture;   ///< architecture, as in its DeviceTraits
    bool is_gpu = true;         ///< kind of the device: results for GPUs serve only GPUs
    GemmShape shape;            ///< the cell of the tuning grid
    GemmParameters parameters;  ///< its transposes and type are those of the shape; overwrite is off
    double rate = 0;            ///< flop/s
    std::string driver;         ///< version of the driver it was measured with
    std::string date;           ///< day of the measurement, for example "2026-11-21"
};

/// A tuning result of any other routine: the best kernel found for a problem on a device.
struct TunedKernel {
    /// Product name of the device it was measured on, as in its DeviceTraits.
    std::string product;
    std::string vendor;                   ///< vendor, as in its DeviceTraits
    std::string architecture;             ///< architecture, as in its DeviceTraits
    bool is_gpu = true;                   ///< kind of the device: results for GPUs serve only GPUs
    std::string routine;                  ///< "dot", "gemv"
    ElementType type = ElementType::f64;  ///< type of the operands
    std::string operation;                ///< "n", "t"; empty if the routine has only one
    std::vector<std::int64_t> extents;    ///< the sizes of the problem: the cell of the tuning grid
    std::string kernel;                   ///< its name, from which the instruction is made
    double rate = 0;                      ///< flop/s or bytes/s, depending on the routine
    std::string driver;                   ///< version of the driver it was measured with
    std::string date;                     ///< day of the measurement, for example "2026-11-21"
};

/// The contents of a file of tuned kernels.
struct TunedResults {
    std::vector<TunedGemm> gemms;  ///< results of GEMM
    /// Results of the other routines, whether or not this version can make them.
    std::vector<TunedKernel> kernels;
    std::vector<std::string> unread{};  ///< JSON of results that this version cannot use, unchanged
};

/// The source of a choice, the best source first.
enum class Rung : std::uint8_t {
    user,          ///< the user's own result for this device
    device,        ///< a shipped result for this product
    architecture,  ///< a shipped result for another product of the same architecture
    vendor,        ///< a shipped result for another device of the same vendor
    fallback       ///< no result: default_gemm()
};
/// Returns the rung in one word, for reports.
std::string_view name(Rung rung) noexcept;

/// A kernel that the database chose.
struct GemmChoice {
    GemmParameters parameters;   ///< parameters for gemm()
    Rung rung = Rung::fallback;  ///< source of the choice
    double rate = 0;             ///< rate in the tuning result; 0 for the fallback
};

/// A kernel that the database chose for another routine.
struct KernelChoice {
    std::string kernel;          ///< its name
    Rung rung = Rung::fallback;  ///< source of the choice
    double rate = 0;             ///< rate in the tuning result
};

/// Tuned kernels by device and shape. Built once, then queried by many threads: const functions are
/// thread-safe.
class Database {
  public:
    /// Returns the results that are shipped with the library (kernels/database/*.json).
    static const Database& shipped();
    /// Returns the shipped results together with the user's results in `folder`/tuned.json. If `folder` is
    /// empty, there are no user results. A missing file counts as empty. If a file cannot be read, is not an
    /// ordinary file, is damaged or has another format, it is ignored, with one call of `warn`.
    static Database with_user_results(const std::string& folder,
                                      const std::function<void(const std::string&)>& warn = {});

    /// Returns the best kernel known for a shape on a device. Results for the exact product come first, then
    /// those for its architecture, then those for its vendor. If there are none, returns default_gemm(). A
    /// result counts only if it is of the shape's type, of the same kind of device (GPU or not), and of a
    /// kernel that the device can run. Among the results of one rung:
    ///   - results for the same operations come first. If there are none, the blocking of a result for other
    ///     operations is used, NN before the rest, if the kernel can be made with it;
    ///   - then the nearest cell, by the distance of (log m, log n, log k);
    ///   - then the user's own. They share the first rung with the shipped results for the product: a user
    ///     who tuned a few cells keeps the shipped results for the others;
    ///   - then the faster result, then the earlier one.
    /// The caller may change overwrite, and may change split_k if it is 1.
    [[nodiscard]] GemmChoice choose(const GemmShape& shape, const DeviceModel& device) const;
    /// Returns the best kernel known for a problem of another routine, by the same rules, with two
    /// differences: a result serves only its own operation, and there is no default. Returns no value if no
    /// result serves.
    [[nodiscard]] std::optional<KernelChoice> choose_kernel(std::string_view routine, ElementType type,
                                                            std::string_view operation,
                                                            const std::vector<std::int64_t>& extents,
                                                            const DeviceModel& device) const;
    /// Returns the best rung that has a GEMM for a type on a device, for reports.
    [[nodiscard]] Rung rung(ElementType type, const DeviceModel& device) const;

    /// Adds results. `origin` is Rung::user for the user's own results; any other value means shipped. Of two
    /// results of one origin for the same device and cell, the faster one is kept; if they are equally fast,
    /// the later one.
    void merge(const std::vector<TunedGemm>& results, Rung origin);
    /// The same for results of other routines.
    void merge(const std::vector<TunedKernel>& results, Rung origin);
    /// The same for all results of a file.
    void merge(const TunedResults& results, Rung origin);
    /// Returns the results among which choose() chooses.
    [[nodiscard]] const std::vector<TunedGemm>& results() const noexcept { return gemms_.results; }
    /// Returns the results among which choose_kernel() chooses.
    [[nodiscard]] const std::vector<TunedKernel>& kernels() const noexcept { return kernels_.results; }

  private:
    /// Shipped results come first.
    template <class Result>
    struct List {
        std::vector<Result> results;
        std::vector<bool> is_users;  ///< result i is the user's own
    };

    List<TunedGemm> gemms_;
    List<TunedKernel> kernels_;
};

/// Adds `results` to `into`. Of two results for the same device and cell, the faster one is kept; if they are
/// equally fast, the later one.
void merge_tuned(std::vector<TunedGemm>& into, const std::vector<TunedGemm>& results);
/// The same for results of other routines.
void merge_tuned(std::vector<TunedKernel>& into, const std::vector<TunedKernel>& results);
/// The same for all results of a file.
void merge_tuned(TunedResults& into, const TunedResults& results);

/// Returns the file format, with one result per line, of GEMM and of other routines:
///
///     {"format": "hg tuned kernels 1", "results": [
///     {"kernel": <name of GemmParameters>, "m": , "n": , "k": , "rate": <flop/s>, "product": , "vendor": ,
///      "architecture": , "gpu": <bool>, "driver": , "date": },
///     {"routine": , "type": , "operation": , "extents": [<whole numbers>], "kernel": <name>, "rate": ,
///      "product": , ...},
///     ...]}
std::string to_json(const std::vector<TunedGemm>& gemms, const std::vector<TunedKernel>& kernels = {},
                    const std::vector<std::string>& unread = {});
/// Reads the file format; any bytes are safe. Throws Error{invalid_argument}, which says what is wrong. A
/// single result goes to `unread` if its type is unknown, or if this version cannot make its GEMM kernel (of
/// an unknown family). The same applies if that kernel is guarded or triangular and therefore serves no plain
/// product.
TunedResults parse_tuned_results(std::string_view json);
/// Returns only the GEMM results among them.
std::vector<TunedGemm> parse_tuned(std::string_view json);
/// Merges results into `folder`/tuned.json and keeps the better result for each cell. Results in the file
/// that this version cannot read are preserved. Processes and threads that save concurrently wait for each
/// other, by means of `folder`/tuned.json.lock, for at most a minute. The function writes under a temporary
/// name, then renames the file. A damaged file is replaced. A symbolic link is refused. Throws Error{io} if
/// the file cannot be written, or if another process or thread holds the lock longer.
void save_user_results(const std::string& folder, const TunedResults& results);
/// The same for GEMM results alone.
void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results);

}  // namespace hg::kernels
