#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/gemm.hpp"
#include "runtime/program/target.hpp"

namespace hg::kernels {

/// A GEMM's kind and size: what a kernel is chosen for.
struct GemmShape {
    ElementType type = ElementType::f64;
    bool transpose_a = false;
    bool transpose_b = false;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    friend bool operator==(const GemmShape&, const GemmShape&) = default;
};

/// One tuned result: the best kernel found for a shape on a device.
struct TunedGemm {
    std::string product;  ///< DeviceTraits of the device it was measured on
    std::string vendor;
    std::string architecture;
    bool is_gpu = true;
    GemmShape shape;            ///< the cell of the tuning grid
    GemmParameters parameters;  ///< its transposes and type are the shape's; overwrite is off
    double rate = 0;            ///< flop/s
    std::string driver;         ///< provenance: driver version and day, "2026-11-21"
    std::string date;
};

/// Where a choice came from, the best first.
enum class Rung : std::uint8_t { user, device, architecture, vendor, fallback };
std::string_view name(Rung rung) noexcept;

struct GemmChoice {
    GemmParameters parameters;
    Rung rung = Rung::fallback;
    double rate = 0;  ///< as tuned; 0 for the fallback
};

/// Tuned kernels by device and shape. Immutable in use: built once, then asked by many threads.
class Database {
  public:
    /// What ships with the library (kernels/tuned/*.json).
    static const Database& shipped();
    /// The shipped one with the user's results of `folder`/tuned.json on top. A file that is missing counts
    /// as empty; one that cannot be read, is no ordinary file, is damaged or not ours is ignored, with one
    /// call of `warn`. Empty folder: none.
    static Database with_user_results(const std::string& folder,
                                      const std::function<void(const std::string&)>& warn = {});

    /// The best kernel known for a shape on a device, looked for among the results for the exact product,
    /// then for its architecture, then for its vendor; default_gemm() where there is none. Only results of
    /// the shape's type for the same kind of device (GPU or not) count, and only kernels that the device can
    /// run. Among those of a rung
    ///   - results for the same operations come first; without any, the blocking of one for other operations
    ///     serves, NN before the rest, where the kernel can be made with it;
    ///   - then the nearest cell, by the distance of (log m, log n, log k);
    ///   - then the user's own: they share the first rung with what ships for the product, so that a user
    ///     who tuned a few cells keeps the others;
    ///   - then the faster, then the earlier.
    /// overwrite and split_k 1 are the caller's to change.
    [[nodiscard]] GemmChoice choose(const GemmShape& shape, const DeviceModel& device) const;
    /// The best rung that has something for a type on a device, for reports.
    [[nodiscard]] Rung rung(ElementType type, const DeviceModel& device) const;

    /// Adds results. Of two of one origin (the user's with Rung::user, else shipped) for the same device and
    /// cell the faster one stays, and the later where they tie.
    void merge(const std::vector<TunedGemm>& results, Rung origin);
    [[nodiscard]] const std::vector<TunedGemm>& results() const noexcept { return results_; }

  private:
    std::vector<TunedGemm> results_;
    std::vector<bool> is_users_;  ///< result i is the user's own
};

/// Adds `results` to `into`: of two for the same device and cell the faster one stays, and the later where
/// they tie.
void merge_tuned(std::vector<TunedGemm>& into, const std::vector<TunedGemm>& results);

/// The file form, a result a line: {"format": "hg tuned kernels 1", "results": [
/// {"kernel": <name of GemmParameters>, "m": , "n": , "k": , "rate": <flop/s>, "product": , "vendor": ,
/// "architecture": , "gpu": <bool>, "driver": , "date": }, ...]}.
std::string to_json(const std::vector<TunedGemm>& results);
/// Any bytes are safe. Throws Error{invalid_argument} saying what is wrong. Single results whose kernel this
/// version cannot make (a family it does not know) are skipped.
std::vector<TunedGemm> parse_tuned(std::string_view json);
/// Merges results into `folder`/tuned.json, keeping the better of each cell; written under a temporary name
/// and renamed. A file that is damaged is replaced; a symbolic link is refused. Throws Error{io} where it
/// can't be written.
void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results);

}  // namespace hg::kernels
