#include <algorithm>
#include <cmath>
#include <sstream>

#include "tools/hgctl/program/graph/graph_view.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kLeft = 120;
constexpr double kSvgWidth = 1400;
constexpr double kRight = 40;
constexpr double kTop = 8;
constexpr double kBar = 26;
constexpr double kSvgRow = 62;  ///< of a lane; edges have their labels between the bars
constexpr double kGutter = (kSvgRow - kBar) / 2;
constexpr double kGap = 10;  ///< between devices
constexpr double kAxis = 28;
constexpr double kLetter = 6.2;           ///< width of a letter
constexpr double kEdgeLetter = 5.6;       ///< likewise, of an edge's label
constexpr std::size_t kMostLabels = 150;  ///< more edges than this say why in their titles alone

constexpr const char* kStyle = R"(<style>
rect, path { vector-effect: non-scaling-stroke; }
.lane { stroke: var(--line, #d5dbe1); }
svg .label { font: 12px system-ui, sans-serif; fill: var(--soft, #5b6670); }
svg .node text { font: 11px system-ui, sans-serif; fill: #ffffff; pointer-events: none; }
.LD { fill: #2f6fdb; } .EXEC { fill: #b86a17; } .EXEC2 { fill: #8a7412; } .ST { fill: #0e8564; }
.node rect { stroke: #00000055; }
.critical rect { stroke: #e0203a; stroke-width: 2.5; }
.edge path { fill: none; stroke: #8d99a6; }
svg .edge text { font: 9px system-ui, sans-serif; fill: var(--soft, #5b6670);
                 paint-order: stroke; stroke: var(--page, #ffffff); stroke-width: 3px; }
.edge.critical path { stroke: #e0203a; stroke-width: 1.8; }
.edge:hover path { stroke-width: 3; }
</style>
)";

/// The smallest of 1, 2, 5 times a power of ten that divides [0, top] in six parts at most; top > 0.
double tick_step(double top) {
    constexpr double kParts = 6;
    const double power = std::pow(10, std::floor(std::log10(top / kParts)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power * kParts >= top) return factor * power;
    return 10 * power;
}

class GraphPicture {
  public:
    explicit GraphPicture(const GraphView& view)
        : view_(view), program_(view.program), lanes_(view.program.program.queue_count(), 0) {
        height_ = kTop;
        for (std::size_t q = 0; q < lanes_.size(); ++q) {
            if (q > 0 && q % hg::kQueueKinds.size() == 0 && height_ > kTop) height_ += kGap;
            if (program_.program.queue(hg::QueueId::at(q)).empty()) continue;
            lanes_[q] = height_;
            height_ += kSvgRow;
        }
    }

    std::string svg() {
        draw_lanes();
        draw_axis();
        draw_graph(view_.graph);
        if (view_.details != nullptr) draw_details(*view_.details);
        std::ostringstream all;
        const double width = kLeft + kSvgWidth + kRight;
        all << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\""
            << height_ + kAxis << "\" viewBox=\"0 0 " << width << ' ' << height_ + kAxis
            << "\" role=\"img\" data-left=\"" << kLeft << "\" data-width=\"" << kSvgWidth
            << "\" data-seconds=\"" << program_.run.makespan << "\">\n"
            << kStyle << body_.str() << "</svg>\n";
        return all.str();
    }

  private:
    struct Label {
        double x = 0;  ///< of its middle
        double y = 0;
        double width = 0;
    };

    [[nodiscard]] double x(double seconds) const {
        return kLeft + (program_.run.makespan > 0 ? kSvgWidth * seconds / program_.run.makespan : 0);
    }
    [[nodiscard]] double y(const hg::PhaseNode& node) const { return lanes_[node.queue.index()]; }

    void draw_lanes() {
        for (std::size_t q = 0; q < lanes_.size(); ++q) {
            if (program_.program.queue(hg::QueueId::at(q)).empty()) continue;
            body_ << "<text class=\"label lane-name\" x=\"4\" y=\"" << lanes_[q] + kBar / 2 + 4 << "\">"
                  << queue_text(hg::QueueId::at(q)) << "</text><line class=\"lane\" x1=\"" << kLeft
                  << "\" x2=\"" << kLeft + kSvgWidth << "\" y1=\"" << lanes_[q] + kBar / 2 << "\" y2=\""
                  << lanes_[q] + kBar / 2 << "\"/>\n";
        }
    }

    void draw_axis() {
        if (program_.run.makespan <= 0) return;
        const double step = tick_step(program_.run.makespan);
        body_ << "<g class=\"axis\">\n";
        for (int i = 0; i * step <= program_.run.makespan * 1.0001; ++i)
            body_ << "<text class=\"label\" text-anchor=\"middle\" x=\"" << fixed(x(i * step), 1) << "\" y=\""
                  << height_ + 18 << "\">" << seconds_text(i * step) << "</text>\n";
        body_ << "</g>\n";
    }

    void draw_graph(const hg::PhaseGraph& graph) {
        for (const hg::PhaseEdge& edge : graph.edges)
            draw_edge(graph, edge, graph.edges.size() <= kMostLabels);
        for (const hg::PhaseNode& node : graph.nodes) draw_node(node);
    }

    void draw_node(const hg::PhaseNode& node) {
        const double width = std::max(0.02, x(node.end) - x(node.begin));  // its outline shows in any case
        const std::string label = words_.label(node);
        body_ << "<g class=\"node" << (node.critical ? " critical" : "") << "\" data-label=\""
              << escaped(label) << "\" data-phase=\"" << node.phase << "\"><title>"
              << escaped_lines(words_.title(node)) << "</title><rect class=\"" << name(node.queue.kind)
              << "\" x=\"" << fixed(x(node.begin), 3) << "\" y=\"" << y(node) << "\" width=\""
              << fixed(width, 3) << "\" height=\"" << kBar << "\"/>";
        const auto room = static_cast<std::size_t>(std::max(0.0, (width - 6) / kLetter));
        body_ << "<text x=\"" << fixed(x(node.begin) + 4, 2) << "\" y=\"" << y(node) + kBar / 2 + 4 << "\">"
              << shortened(label, room) << "</text></g>\n";
    }

    /// As much of it as there is room for. A number that is cut must not look like another.
    static std::string shortened(const std::string& label, std::size_t room) {
        if (label.size() <= room) return escaped(label);
        return room < 4 ? std::string() : escaped(label.substr(0, room - 1)) + "&#8230;";
    }

    /// From the end of one node to the begin of the other; from middle to middle if folded ones overlap.
    void draw_edge(const hg::PhaseGraph& graph, const hg::PhaseEdge& edge, bool has_label) {
        const hg::PhaseNode& from = graph.nodes[edge.from];
        const hg::PhaseNode& to = graph.nodes[edge.to];
        const bool apart = from.end <= to.begin * (1 + 1e-9);
        const double x1 = x(apart ? from.end : (from.begin + from.end) / 2);
        const double x2 = x(apart ? to.begin : (to.begin + to.end) / 2);
        const bool down = y(from) < y(to);
        const double y1 = y(from) + (down || y(from) == y(to) ? kBar : 0);
        const double y2 = y(to) + (down ? 0 : kBar);
        const double bend = y(from) == y(to) ? 22 : (y2 - y1) / 2;
        const std::string label = escaped(words_.label(edge));
        body_ << "<g class=\"edge" << (edge.critical ? " critical" : "") << "\" data-phases=\"" << from.phase
              << ' ' << to.phase << "\"><title>" << label << ": " << escaped(words_.label(from)) << " before "
              << escaped(words_.label(to)) << "</title><path d=\"M" << fixed(x1, 2) << ' ' << fixed(y1, 1)
              << " C" << fixed(x1, 2) << ' ' << fixed(y1 + bend, 1) << ' ' << fixed(x2, 2) << ' '
              << fixed(y(from) == y(to) ? y2 + bend : y2 - bend, 1) << ' ' << fixed(x2, 2) << ' '
              << fixed(y2, 1) << "\"/>";
        if (has_label && y(from) == y(to)) {
            draw_label(words_.label(edge), (x1 + x2) / 2, y1 + kGutter);
        } else if (has_label) {
            // In the gap beside the first lane: other lanes may lie between the two.
            const double part = std::min(0.5, kGutter / std::abs(y2 - y1));
            const double along = part * part * (3 - 2 * part);
            draw_label(words_.label(edge), x1 + along * (x2 - x1), y1 + part * (y2 - y1) + 3);
        }
        body_ << "</g>\n";
    }

    /// Left out if it would lie on another: the edge has a title, too.
    void draw_label(const std::string& text, double at_x, double at_y) {
        Label label{at_x, at_y, kEdgeLetter * static_cast<double>(text.size() + 1)};
        at_x = std::min(at_x, kLeft + kSvgWidth + kRight - label.width / 2);
        at_x = label.x = std::max(at_x, kLeft + label.width / 2);
        const auto covers = [&](const Label& other) {
            return std::abs(other.x - at_x) < (other.width + label.width) / 2 && std::abs(other.y - at_y) < 9;
        };
        if (std::any_of(labels_.begin(), labels_.end(), covers)) return;
        labels_.push_back(label);
        body_ << "<text text-anchor=\"middle\" x=\"" << fixed(at_x, 1) << "\" y=\"" << fixed(at_y, 1) << "\">"
              << escaped(text) << "</text>";
    }

    /// Nodes of `details` are single commands, in program order.
    void draw_details(const hg::PhaseGraph& details) {
        std::size_t edge = 0;
        for (std::size_t p = 0; p < view_.phases.size(); ++p) {
            const std::uint32_t end = view_.phases[p].first + view_.phases[p].count;
            body_ << "<g class=\"detail\" id=\"detail" << p << "\" display=\"none\">\n";
            for (; edge < details.edges.size() && details.edges[edge].to < end; ++edge)
                if (details.edges[edge].from >= view_.phases[p].first)
                    draw_edge(details, details.edges[edge], false);
            for (std::uint32_t c = view_.phases[p].first; c < end; ++c) draw_node(details.nodes[c]);
            body_ << "</g>\n";
        }
    }

    static std::string escaped_lines(const std::string& text) {
        std::string result;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            result += (result.empty() ? "" : "\n") + escaped(line);
        return result;
    }

    const GraphView& view_;
    const SimulatedProgram& program_;
    const GraphWords words_{view_};
    std::vector<double> lanes_;  ///< the upper edge of each queue's bars
    double height_ = 0;
    std::vector<Label> labels_;  ///< of edges, that are drawn
    std::ostringstream body_;
};

}  // namespace

std::string graph_svg(const GraphView& view) {
    return GraphPicture(view).svg();
}

}  // namespace hgctl
