#include <nlohmann/json.hpp>
#include <string>

#include "runtime/files/owned_json.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::string_view kFormat = "hg tuned kernels 1";
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;
constexpr double kLargestRate = 1e18;  ///< no device of today is near it

Error unreadable(const std::string& what) {
    return Error(ErrorCode::invalid_argument, "tuned kernels: " + what);
}

/// One entry of "results", with its number for messages.
class ResultReader {
  public:
    ResultReader(const nlohmann::json& json, std::size_t number) : json_(json), number_(number) {
        if (!json.is_object()) throw fault("is no object");
    }

    [[nodiscard]] std::string text(const char* field) const {
        const nlohmann::json& value = at(field);
        if (!value.is_string()) throw fault("has a '" + std::string(field) + "' that is no text");
        return value.get<std::string>();
    }
    [[nodiscard]] bool flag(const char* field) const {
        const nlohmann::json& value = at(field);
        if (!value.is_boolean()) throw fault("has a '" + std::string(field) + "' that is not true or false");
        return value.get<bool>();
    }
    [[nodiscard]] std::int64_t size(const char* field) const {
        const nlohmann::json& value = at(field);
        // Whole numbers without a sign are unsigned to the parser; those beyond 64 bits are none.
        if (value.is_number_unsigned()) {
            const auto size = value.get<std::uint64_t>();
            if (size >= 1 && size <= static_cast<std::uint64_t>(kLargestSize))
                return static_cast<std::int64_t>(size);
        }
        throw fault("has a '" + std::string(field) + "' that is no whole number from 1 to " +
                    std::to_string(kLargestSize));
    }
    [[nodiscard]] double rate(const char* field) const {
        const nlohmann::json& value = at(field);
        const double rate = value.is_number() ? value.get<double>() : -1;
        // Programs are planned for rates of 1 or more.
        if (!(rate >= 1 && rate <= kLargestRate))
            throw fault("has a '" + std::string(field) + "' that is no number from 1 to 1e18");
        return rate;
    }

  private:
    [[nodiscard]] const nlohmann::json& at(const char* field) const {
        const auto found = json_.find(field);
        if (found == json_.end()) throw fault("has no '" + std::string(field) + "'");
        return *found;
    }
    [[nodiscard]] Error fault(const std::string& what) const {
        return unreadable("result " + std::to_string(number_) + " " + what);
    }

    const nlohmann::json& json_;
    std::size_t number_;
};

nlohmann::ordered_json json_of(const TunedGemm& r) {
    GemmParameters parameters = r.parameters;
    parameters.overwrite = false;
    return {{"kernel", name(parameters)},
            {"m", r.shape.m},
            {"n", r.shape.n},
            {"k", r.shape.k},
            {"rate", r.rate},
            {"product", r.product},
            {"vendor", r.vendor},
            {"architecture", r.architecture},
            {"gpu", r.is_gpu},
            {"driver", r.driver},
            {"date", r.date}};
}

/// The kernel's name holds family, type, operations and blocking.
TunedGemm read_result(const ResultReader& reader, const GemmParameters& kernel) {
    TunedGemm r;
    r.parameters = kernel;
    r.parameters.overwrite = false;
    r.shape = {kernel.type,      kernel.transpose_a, kernel.transpose_b,
               reader.size("m"), reader.size("n"),   reader.size("k")};
    r.rate = reader.rate("rate");
    r.product = reader.text("product");
    r.vendor = reader.text("vendor");
    r.architecture = reader.text("architecture");
    r.is_gpu = reader.flag("gpu");
    r.driver = reader.text("driver");
    r.date = reader.text("date");
    return r;
}

}  // namespace

std::string to_json(const std::vector<TunedGemm>& results) {
    std::string text = "{\"format\": \"" + std::string(kFormat) + "\", \"results\": [";
    const char* separator = "\n";
    for (const TunedGemm& result : results) {
        // A driver may name devices in any bytes; JSON text is UTF-8.
        text += separator +
                json_of(result).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        separator = ",\n";
    }
    return text + "\n]}\n";
}

std::vector<TunedGemm> parse_tuned(std::string_view text) {
    const OwnedJson json(nlohmann::json::parse(text.begin(), text.end(), nullptr, false));
    if (json->is_discarded()) throw unreadable("the text is no JSON");
    const auto format = json->is_object() ? json->find("format") : json->end();
    if (format == json->end()) throw unreadable("the JSON is no object with a \"format\"");
    if (*format != kFormat) throw unreadable("the format is not \"" + std::string(kFormat) + "\"");
    const auto list = json->find("results");
    if (list == json->end() || !list->is_array()) throw unreadable("there is no list \"results\"");

    std::vector<TunedGemm> results;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const ResultReader reader((*list)[i], i + 1);
        const auto kernel = parse_gemm(reader.text("kernel"));
        const bool serves = kernel && !kernel->guarded && kernel->triangle == GemmTriangle::none;
        if (serves) results.push_back(read_result(reader, *kernel));
    }
    return results;
}

}  // namespace hg::kernels
