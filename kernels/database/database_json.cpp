#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "runtime/files/owned_json.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::string_view kFormat = "hg tuned kernels 1";
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;
constexpr std::size_t kMostExtents = 8;
constexpr double kLargestRate = 1e18;  ///< no device of today is near it

Error unreadable(const std::string& what) {
    return Error(ErrorCode::invalid_argument, "tuned kernels: " + what);
}

/// A driver may name devices in any bytes; JSON text is UTF-8.
template <class Json>
std::string in_utf8(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// One entry of "results", with its number for messages.
class ResultReader {
  public:
    ResultReader(const nlohmann::json& json, std::size_t number) : json_(json), number_(number) {
        if (!json.is_object()) throw fault("is not an object");
    }

    [[nodiscard]] std::string text(const char* field) const {
        const nlohmann::json& value = at(field);
        if (!value.is_string()) throw fault("has a '" + std::string(field) + "' that is not a string");
        return value.get<std::string>();
    }
    [[nodiscard]] bool flag(const char* field) const {
        const nlohmann::json& value = at(field);
        if (!value.is_boolean()) throw fault("has a '" + std::string(field) + "' that is not true or false");
        return value.get<bool>();
    }
    [[nodiscard]] bool has(const char* field) const { return json_.contains(field); }
    [[nodiscard]] std::int64_t size(const char* field) const { return size_of(at(field), field); }
    [[nodiscard]] std::vector<std::int64_t> sizes(const char* field) const {
        const nlohmann::json& list = at(field);
        if (!list.is_array() || list.empty() || list.size() > kMostExtents)
            throw fault("has a '" + std::string(field) + "' that is not a list of 1 to " +
                        std::to_string(kMostExtents) + " sizes");
        std::vector<std::int64_t> sizes;
        for (const nlohmann::json& value : list) sizes.push_back(size_of(value, field));
        return sizes;
    }
    [[nodiscard]] double rate(const char* field) const {
        const nlohmann::json& value = at(field);
        const double rate = value.is_number() ? value.get<double>() : -1;
        // Programs are planned for rates of 1 or more.
        if (!(rate >= 1 && rate <= kLargestRate))
            throw fault("has a '" + std::string(field) + "' that is not a number from 1 to 1e18");
        return rate;
    }
    /// Its text, without members that hold more than plain values and lists of them.
    [[nodiscard]] std::string flat_text() const {
        OwnedJson flat(nlohmann::json::object());
        const auto is_plain = [](const nlohmann::json& value) { return value.is_primitive(); };
        for (const auto& [field, value] : json_.items())
            if (is_plain(value) || (value.is_array() && std::all_of(value.begin(), value.end(), is_plain)))
                (*flat)[field] = value;
        return in_utf8(*flat);
    }

  private:
    [[nodiscard]] std::int64_t size_of(const nlohmann::json& value, const char* field) const {
        // Whole numbers without a sign are unsigned to the parser; those beyond 64 bits are none.
        if (value.is_number_unsigned()) {
            const auto size = value.get<std::uint64_t>();
            if (size >= 1 && size <= static_cast<std::uint64_t>(kLargestSize))
                return static_cast<std::int64_t>(size);
        }
        throw fault("has a '" + std::string(field) + "' that is not a whole number from 1 to " +
                    std::to_string(kLargestSize));
    }
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

/// What all results say of where they are from.
template <class Result>
void put_origin(nlohmann::ordered_json& json, const Result& r) {
    json.update({{"rate", r.rate},
                 {"product", r.product},
                 {"vendor", r.vendor},
                 {"architecture", r.architecture},
                 {"gpu", r.is_gpu},
                 {"driver", r.driver},
                 {"date", r.date}});
}

template <class Result>
void read_origin(const ResultReader& reader, Result& r) {
    r.rate = reader.rate("rate");
    r.product = reader.text("product");
    r.vendor = reader.text("vendor");
    r.architecture = reader.text("architecture");
    r.is_gpu = reader.flag("gpu");
    r.driver = reader.text("driver");
    r.date = reader.text("date");
}

std::string text_of(const TunedGemm& r) {
    GemmParameters parameters = r.parameters;
    parameters.overwrite = false;
    nlohmann::ordered_json json{
        {"kernel", name(parameters)}, {"m", r.shape.m}, {"n", r.shape.n}, {"k", r.shape.k}};
    put_origin(json, r);
    return in_utf8(json);
}

std::string text_of(const TunedKernel& r) {
    nlohmann::ordered_json json{{"routine", r.routine},
                                {"type", hg::name(r.type)},
                                {"operation", r.operation},
                                {"extents", r.extents},
                                {"kernel", r.kernel}};
    put_origin(json, r);
    return in_utf8(json);
}

/// The kernel's name holds family, type, operations and blocking.
TunedGemm read_gemm(const ResultReader& reader, const GemmParameters& kernel) {
    TunedGemm r;
    r.parameters = kernel;
    r.parameters.overwrite = false;
    r.shape = {kernel.type,      kernel.transpose_a, kernel.transpose_b,
               reader.size("m"), reader.size("n"),   reader.size("k")};
    read_origin(reader, r);
    return r;
}

TunedKernel read_kernel(const ResultReader& reader, ElementType type) {
    TunedKernel r;
    r.routine = reader.text("routine");
    r.type = type;
    r.operation = reader.text("operation");
    r.extents = reader.sizes("extents");
    r.kernel = reader.text("kernel");
    read_origin(reader, r);
    return r;
}

void read_result(const ResultReader& reader, TunedResults& results) {
    if (reader.has("routine")) {
        if (const auto type = element_type(reader.text("type")))
            return results.kernels.push_back(read_kernel(reader, *type));
    } else if (const auto kernel = parse_gemm(reader.text("kernel"));
               kernel && !kernel->guarded && kernel->triangle == GemmTriangle::none && !kernel->conjugate_a &&
               !kernel->conjugate_b) {
        return results.gemms.push_back(read_gemm(reader, *kernel));
    }
    results.unread.push_back(reader.flat_text());
}

}  // namespace

std::string to_json(const std::vector<TunedGemm>& gemms, const std::vector<TunedKernel>& kernels,
                    const std::vector<std::string>& unread) {
    std::string text = "{\"format\": \"" + std::string(kFormat) + "\", \"results\": [";
    const char* separator = "\n";
    const auto add = [&](const std::string& result) {
        text += separator + result;
        separator = ",\n";
    };
    for (const TunedGemm& result : gemms) add(text_of(result));
    for (const TunedKernel& result : kernels) add(text_of(result));
    for (const std::string& result : unread) add(result);
    return text + "\n]}\n";
}

TunedResults parse_tuned_results(std::string_view text) {
    const OwnedJson json(nlohmann::json::parse(text.begin(), text.end(), nullptr, false));
    if (json->is_discarded()) throw unreadable("the text is no JSON");
    const auto format = json->is_object() ? json->find("format") : json->end();
    if (format == json->end()) throw unreadable("the JSON is no object with a \"format\"");
    if (*format != kFormat) throw unreadable("the format is not \"" + std::string(kFormat) + "\"");
    const auto list = json->find("results");
    if (list == json->end() || !list->is_array()) throw unreadable("there is no list \"results\"");

    TunedResults results;
    for (std::size_t i = 0; i < list->size(); ++i) read_result(ResultReader((*list)[i], i + 1), results);
    return results;
}

std::vector<TunedGemm> parse_tuned(std::string_view json) {
    return parse_tuned_results(json).gemms;
}

}  // namespace hg::kernels
