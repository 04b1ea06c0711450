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
    /// as empty; one that is damaged or not ours is ignored, with one call of `warn`. Empty folder: none.
    static Database with_user_results(const std::string& folder,
                                      const std::function<void(const std::string&)>& warn = {});

    /// The best kernel known for a shape on a device: the user's results for it, then the exact product, the
    /// architecture, the vendor, and default_gemm(). On a rung the nearest cell serves (distance in log m,
    /// log n, log k). Only kernels that the device can run are chosen. overwrite and split_k 1 are the
    /// caller's to change.
    [[nodiscard]] GemmChoice choose(const GemmShape& shape, const DeviceModel& device) const;
    /// The rung that serves a device, for reports.
    [[nodiscard]] Rung rung(ElementType type, const DeviceModel& device) const;

    /// Adds results; of two for the same device and cell the faster one stays, and the later where they tie.
    void merge(const std::vector<TunedGemm>& results, Rung origin);
    [[nodiscard]] const std::vector<TunedGemm>& results() const noexcept { return results_; }

  private:
    std::vector<TunedGemm> results_;
    std::vector<bool> is_users_;  ///< result i is the user's own
};

/// The file form: {"format": "hg tuned kernels 1", "results": [...]}.
std::string to_json(const std::vector<TunedGemm>& results);
/// Throws Error{invalid_argument} saying what is wrong. Single results that this version cannot read (a
/// family it does not know) are skipped.
std::vector<TunedGemm> parse_tuned(std::string_view json);
/// Merges results into `folder`/tuned.json, keeping the better of each cell; written under a temporary name
/// and renamed. Throws Error{invalid_argument} where it can't be written.
void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results);

}  // namespace hg::kernels
