#include <charconv>
#include <initializer_list>

#include "kernels/gemm.hpp"
#include "kernels/gemm_blocking.hpp"

namespace hg::kernels {
namespace {

/// Takes pieces off the front of a name.
class NameReader {
  public:
    explicit NameReader(std::string_view text) : rest_(text) {}

    bool take(std::string_view piece) {
        if (rest_.substr(0, piece.size()) != piece) return false;
        rest_.remove_prefix(piece.size());
        return true;
    }
    bool take_number(int& number) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc{}) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
};

bool read_family(NameReader& reader, GemmParameters& p) {
    p.family = reader.take("gemm_global_") ? GemmFamily::global : GemmFamily::local;
    return p.family == GemmFamily::global || reader.take("gemm_local_");
}

bool read_type(NameReader& reader, GemmParameters& p) {
    p.type = reader.take("f32_") ? ElementType::f32 : ElementType::f64;
    return p.type == ElementType::f32 || reader.take("f64_");
}

bool read_transpose(NameReader& reader, bool& transpose) {
    transpose = reader.take("t");
    return transpose || reader.take("n");
}

bool read_blocking(NameReader& reader, GemmParameters& p) {
    if (!reader.at_end() && !reader.take("_v")) {
        const bool read = reader.take("_") && reader.take_number(p.tile_m) && reader.take("x") &&
                          reader.take_number(p.tile_n) && reader.take("x") && reader.take_number(p.tile_k) &&
                          reader.take("_") && reader.take_number(p.work_m) && reader.take("x") &&
                          reader.take_number(p.work_n);
        if (!read) return false;
        if (reader.at_end()) return true;
        if (!reader.take("_v")) return false;
    }
    return reader.at_end() || reader.take_number(p.vector);
}

/// For example "64x64x16".
std::string times(std::initializer_list<int> factors) {
    std::string text;
    for (int factor : factors) text.append(text.empty() ? "" : "x").append(std::to_string(factor));
    return text;
}

}  // namespace

std::string name(const GemmParameters& parameters) {
    const GemmParameters p = with_defaults(parameters);
    std::string text = p.family == GemmFamily::global ? "gemm_global_" : "gemm_local_";
    text += hg::name(p.type);
    text += p.transpose_a ? "_t" : "_n";
    text += p.transpose_b ? "t" : "n";
    if (p.overwrite) text += "_set";
    if (p.family == GemmFamily::global) return text;

    GemmParameters unblocked = p;
    unblocked.tile_m = unblocked.tile_n = unblocked.tile_k = unblocked.work_m = unblocked.work_n = 0;
    if (unblocked.vector == default_vector(p)) unblocked.vector = 0;
    if (with_defaults(unblocked) != p)
        text.append("_")
            .append(times({p.tile_m, p.tile_n, p.tile_k}))
            .append("_")
            .append(times({p.work_m, p.work_n}));
    if (p.vector != default_vector(p)) text.append("_v").append(std::to_string(p.vector));
    return text;
}

std::optional<GemmParameters> parse_gemm(std::string_view text) {
    GemmParameters p;
    NameReader reader(text);
    if (!read_family(reader, p) || !read_type(reader, p)) return std::nullopt;
    if (!read_transpose(reader, p.transpose_a) || !read_transpose(reader, p.transpose_b)) return std::nullopt;
    p.overwrite = reader.take("_set");
    if (!read_blocking(reader, p) || !reader.at_end()) return std::nullopt;
    // One name an instruction: "007", a blocking that is the default and the like are no names.
    if (!blocking_fault(p).empty() || name(p) != text) return std::nullopt;
    return with_defaults(p);
}

}  // namespace hg::kernels
