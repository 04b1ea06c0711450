#include <limits>
#include <utility>

#include "runtime/program/text/machine_lines.hpp"
#include "runtime/program/text/text_lines.hpp"
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

void header(LineScanner& line) {
    if (!line.take_word("hg") || !line.take_word("machine"))
        line.fail("a machine file begins with the line 'hg machine 1'");
    const std::int64_t format =
        line.integer("the format of the machine file", std::numeric_limits<std::int64_t>::max());
    if (format != 1)
        line.fail("format " + std::to_string(format) + " of machine files; this hg reads format 1");
}

}  // namespace

std::string print_machine(const Target& target) {
    TextWriter text;
    text.put("hg machine 1\n");
    put_machine(text, target, device_labels(target.devices));
    return text.take();
}

Target parse_machine(std::string_view text) {
    MachineLines machine;
    bool has_header = false;
    const int last = for_each_line(text, [&](LineScanner& line, std::string_view, int) {
        if (!has_header)
            header(line);
        else if (!machine.take(line))
            line.fail_expected("machine, delays or device");
        has_header = true;
        line.expect_end();
    });
    LineScanner end({}, last);
    if (!has_header) header(end);
    Target target = std::move(machine).target();
    if (target.devices.empty()) end.fail("a machine needs at least one device");
    return target;
}

}  // namespace hg
