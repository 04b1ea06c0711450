#include "runtime/machine/trace/trace_events.hpp"

#include <algorithm>
#include <utility>

#include "runtime/machine/trace/json_text.hpp"
#include "runtime/program/base/one_line.hpp"

namespace hg {
namespace {

using json_text::append_member;
using json_text::begin_element;

/// After so many bytes, a piece goes to the sink.
constexpr std::size_t kPiece = std::size_t{4} << 20;

/// Returns a short text such as "EXEC gemm", "LD A[0,2048]" or "MARK phase".
std::string short_text(const Program& program, CommandId id) {
    const Command& command = program.command(id);
    std::string text{hg::name(command.operation)};
    switch (command.operation) {
        case Operation::load:
        case Operation::store: {
            const HostTile& tile = program.tile(id);
            text.append(1, ' ').append(program.matrices()[index(tile.parameter)].name).append(1, '[');
            json_text::append(text, tile.row);
            text += ',';
            json_text::append(text, tile.col);
            return text + "]";
        }
        case Operation::exec:
            return text.append(1, ' ').append(program.instruction(id).name);
        case Operation::mark:
        case Operation::barrier:
            break;
    }
    const std::string& mark = program.mark_name(id);
    return mark.empty() ? text : text.append(1, ' ').append(mark);
}

void append_naming(const char* what, int process, int lane, std::string_view name, std::string& text) {
    begin_element(text);
    text += "\"ph\":\"M\",";
    append_member(text, "name", std::string_view(what));
    append_member(text, "pid", process);
    append_member(text, "tid", lane);
    text += "\"args\":{\"name\":";
    json_text::append(text, name);
    text += "}}";
}

void append_part(const PartUse& part, double seconds, std::string& text) {
    text += '{';
    append_member(text, "name", part.name);
    append_member(text, "device", part.device);
    append_member(text, "busy", part.busy);
    append_member(text, "bytes", part.bytes);
    append_member(text, "flops", part.flops);
    append_member(text, "at_limit", part.at_limit);
    append_member(text, "measured", part.measured);
    append_member(text, "use", part.use(seconds));
    text += "\"of_limit\":";
    json_text::append(text, part.of_limit());
    text += '}';
}

template <class List, class Append>
void append_list(std::string& text, std::string_view key, const List& list, const Append& append) {
    text.append(1, '"').append(key).append("\":[");
    const char* separator = "";
    for (const auto& element : list) {
        text += separator;
        append(element);
        separator = ",";
    }
    text += ']';
}

void append_report(const WatchedRun& run, std::string& text) {
    const RunReport report = run.report();
    text += '{';
    append_member(text, "commands", run.program.size());
    append_list(text, "devices", run.program.devices(),
                [&](const DeviceModel& device) { json_text::append(text, device.name); });
    text += ',';
    append_member(text, "begin", run.begin);
    append_member(text, "seconds", report.seconds);
    append_member(text, "startup", report.startup);
    append_member(text, "drain", report.drain);
    append_member(text, "overlap", report.overlap);
    append_member(text, "verdict", report.verdict);
    append_list(text, "notes", report.notes, [&](const std::string& note) { json_text::append(text, note); });
    text += ',';
    append_member(text, "failure", report.failure);
    append_list(text, "parts", report.parts,
                [&](const PartUse& part) { append_part(part, report.seconds, text); });
    text += '}';
}

}  // namespace

/// An interval with what the trace adds to it.
struct TraceEvents::Placed {
    const WatchedRun* run;
    const Interval* interval;
    std::vector<RegisterUse>* uses;
    std::uint64_t arrows;   ///< the number of the arrows of the run's first register
    double shown_from = 0;  ///< where its slice begins, seconds since the run began

    [[nodiscard]] double end() const noexcept { return run->begin + interval->end; }
    /// Viewers require that the events of a track do not overlap. A command that overlaps the previous one is
    /// shown from the end of that one; its arguments contain its own beginning.
    void append_slice(std::string& text) const;
    /// Calls `visit` once with each whole register that the command uses, by its index in `uses`.
    template <class Visit>
    void for_each_register(Visit visit) const {
        const std::span<const RegisterId> operands = run->program.operands(interval->command);
        const auto whole = [&](RegisterId operand) { return index(run->program.whole(operand)); };
        for (auto operand = operands.begin(); operand != operands.end(); ++operand)
            if (std::ranges::find(operands.begin(), operand, whole(*operand), whole) == operand)
                visit(whole(*operand), (*uses)[whole(*operand)]);
    }
    /// Returns where the command's arrows have their ends: in its slice, and not before the last arrow of any
    /// of its registers.
    [[nodiscard]] double arrow_time() const {
        double time = shown_from;
        for_each_register([&](std::size_t, const RegisterUse& use) {
            if (!use.late) time = std::max(time, use.arrow);
        });
        return time;
    }
};

void TraceEvents::Placed::append_slice(std::string& text) const {
    const Command& command = run->program.command(interval->command);
    begin_element(text);
    text += "\"ph\":\"X\",";
    append_member(text, "name", short_text(run->program, interval->command));
    append_member(text, "cat", hg::name(command.operation));
    append_member(text, "pid", static_cast<int>(command.device));
    append_member(text, "tid", static_cast<int>(lane_of(command, interval->track)));
    text += "\"ts\":";
    json_text::append_us(text, run->begin + shown_from);
    text += ",\"dur\":";
    json_text::append_us(text, std::max(interval->end - shown_from, 0.0));
    text += ",\"args\":{";
    append_member(text, "command", static_cast<std::uint32_t>(interval->command));
    if (interval->bytes > 0) append_member(text, "bytes", interval->bytes);
    text += "\"began_us\":";
    json_text::append_us(text, interval->begin);
    text += "}}";
}

TraceEvents::DeviceLane TraceEvents::device_lane(const WatchedRun& run, const Interval& interval) {
    const Command& command = run.program.command(interval.command);
    return {command.device, lane_of(command, interval.track)};
}

void TraceEvents::write(const std::vector<const WatchedRun*>& runs, const Sink& sink) {
    std::string text;
    write_intervals(runs, text, sink);
    for (const WatchedRun* run : runs) append_names(*run, text);
    if (!text.empty()) sink(text);
}

void TraceEvents::write_intervals(const std::vector<const WatchedRun*>& runs, std::string& text,
                                  const Sink& sink) {
    std::vector<std::vector<RegisterUse>> uses;
    for (const WatchedRun* run : runs) uses.push_back(register_uses(*run));
    std::vector<Placed> sorted;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const Interval& interval : runs[i]->intervals)
            sorted.push_back({runs[i], &interval, &uses[i], arrows_});
        arrows_ += uses[i].size();
    }
    std::ranges::stable_sort(sorted, {}, &Placed::end);
    for (Placed& placed : sorted) {
        double& end = ends_[device_lane(*placed.run, *placed.interval)];
        // A run that began during an earlier batch has events between those of that batch.
        const double free = placed.end() < end ? 0 : end - placed.run->begin;
        placed.shown_from = std::max(placed.interval->begin, free);
        end = std::max(end, placed.end());
    }
    const auto drain = [&] {
        if (text.size() > kPiece) sink(std::exchange(text, {}));
    };
    for (const Placed& placed : sorted) {
        placed.append_slice(text);
        drain();
    }
    std::erase_if(sorted, [](const Placed& placed) { return placed.interval->track != Track::queue; });
    std::ranges::stable_sort(sorted, {}, [](const Placed& placed) { return placed.interval->command; });
    for (const Placed& placed : sorted) leave_out_arrows(placed);
    for (std::vector<RegisterUse>& of_run : uses)
        for (RegisterUse& use : of_run) use.arrow = 0;
    for (const Placed& placed : sorted) {
        append_arrows(placed, text);
        drain();
    }
    if (!uses.empty()) counters_.append(runs, uses, text);
}

/// Leaves out the arrows of registers to which this command's slice ends too early: those of an LD that is
/// shown late, if its thread heard of its end later than the device had run the EXEC that waited for it.
void TraceEvents::leave_out_arrows(const Placed& placed) {
    const double end = std::max(placed.interval->end, placed.shown_from);
    placed.for_each_register([&](std::size_t, RegisterUse& use) { use.late = use.late || use.arrow > end; });
    const double time = placed.arrow_time();
    placed.for_each_register([&](std::size_t, RegisterUse& use) { use.arrow = time; });
}

/// A viewer binds an arrow's end to the slice that its track has at that time. Arrows lead forward in time,
/// from command to command in program order.
void TraceEvents::append_arrows(const Placed& placed, std::string& text) {
    const CommandId id = placed.interval->command;
    const Command& command = placed.run->program.command(id);
    const double time = placed.arrow_time();
    placed.for_each_register([&](std::size_t whole, RegisterUse& use) {
        if (!use.is_shared()) return;
        use.arrow = time;
        begin_element(text);
        text += use.first == id  ? "\"ph\":\"s\","
                : use.last == id ? "\"ph\":\"f\",\"bp\":\"e\","
                                 : "\"ph\":\"t\",";
        append_member(text, "cat", std::string_view("register"));
        text += "\"name\":\"r";
        json_text::append(text, whole);
        text += "\",";
        append_member(text, "id", placed.arrows + whole);
        append_member(text, "pid", static_cast<int>(command.device));
        append_member(text, "tid", static_cast<int>(lane_of(command, Track::queue)));
        text += "\"ts\":";
        json_text::append_us(text, placed.run->begin + time);
        text += '}';
    });
}

void TraceEvents::append_names(const WatchedRun& run, std::string& text) {
    std::vector<bool> is_used(run.program.devices().size());
    for (const Interval& interval : run.intervals) {
        const auto [device, lane] = device_lane(run, interval);
        is_used[static_cast<std::size_t>(device)] = true;
        if (tracks_.emplace(device, lane).second)
            append_naming("thread_name", device, static_cast<int>(lane), name(lane), text);
    }
    for (std::size_t d = 0; d < is_used.size(); ++d) {
        const int device = static_cast<int>(d);
        const std::string& device_name = run.program.devices()[d].name;
        if (is_used[d] && processes_.emplace(device, device_name).second)
            append_naming("process_name", device, 0, device_name, text);
    }
}

std::string failure_of_run(const Error& error) {
    return error.context().device + ": " + one_line(error);
}

std::string run_reports(const std::vector<const WatchedRun*>& runs) {
    std::string text;
    for (const WatchedRun* run : runs) {
        if (!text.empty()) text += ",\n";
        append_report(*run, text);
    }
    return text;
}

std::string run_events(const std::vector<const WatchedRun*>& runs) {
    std::string text;
    for (const WatchedRun* run : runs) {
        begin_element(text);
        text += "\"ph\":\"M\",";
        append_member(text, "name", std::string_view(kRunEvent));
        text += "\"pid\":0,\"tid\":0,\"args\":";
        append_report(*run, text);
        text += '}';
    }
    return text;
}

std::string dropped_event(double seconds, std::uint64_t runs, std::uint64_t events) {
    std::string text = "{\"ph\":\"i\",\"s\":\"g\",";
    append_member(text, "name", std::string_view(kDroppedEvent));
    text += "\"pid\":0,\"tid\":0,\"ts\":";
    json_text::append_us(text, seconds);
    text += ",\"args\":{";
    append_member(text, "runs", runs);
    text += "\"events\":";
    json_text::append(text, events);
    text += "}}";
    return text;
}

}  // namespace hg
