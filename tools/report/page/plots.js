// Draws the figures of a page with Vega. A figure has the class of its kind and holds its data as JSON.
// Vega's parts come before this file, as modules that nothing has loaded yet (cmake/embed_page_script.cmake).
const load = name => {
  const part = parts[name];
  if (!part.exports) {
    part.exports = {};
    part.make(...part.needs.map(need => need === 'exports' ? part.exports : load(need)));
  }
  return part.exports;
};
parts['vega-selections'] = parts['vega-selection'];  // what vega-functions calls it
const vega = Object.assign({}, ...Object.keys(parts).map(load));
for (const name of ['transforms', 'view-transforms', 'encode'])
  Object.assign(vega.transforms, load('vega-' + name));

// The width follows the window's: `room` is that of all, `width` that of the plane between the axes.
const size = 'containerSize()[0]';
const resized = { init: size, on: [{ events: 'window:resize', update: size }] };
const width = [{ name: 'room', ...resized }, { name: 'width', ...resized }];

// Dragging zooms in on a box, a double click shows all again. `axes` are the scales that zoom; the others
// keep their whole length.
const zoom = axes => {
  const of = { x: 'width', y: 'height' };
  const corner = axis => axes.includes(axis) ? `clamp(${axis}(), 0, ${of[axis]})` : 'null';
  const begin = `{x0: ${corner('x')}, x1: ${corner('x')}, y0: ${corner('y')}, y1: ${corner('y')}}`;
  const move = `{x0: box.x0, x1: ${corner('x')}, y0: box.y0, y1: ${corner('y')}}`;
  const at = (axis, which) => `invert('${axis}', ${which}(box.${axis}0, box.${axis}1))`;
  const between =
    { x: `[${at('x', 'min')}, ${at('x', 'max')}]`, y: `[${at('y', 'max')}, ${at('y', 'min')}]` };
  const isClick = 'max(abs(box.x1 - box.x0), abs(box.y1 - box.y0)) < 8';
  return [
    ...width,
    { name: 'zoomed', update: `(${axes.map(axis => axis + 'Domain').join(' || ')}) ? true : false` },
    { name: 'box', value: { x0: 0, x1: 0, y0: 0, y1: 0 }, on: [
      { events: '@plane:mousedown, @plane:*:mousedown', update: begin },
      { events: '[@plane:mousedown, window:mouseup] > window:mousemove!', update: move }] },
    { name: 'held', value: false, on: [
      { events: '@plane:mousedown', update: 'true' }, { events: 'window:mouseup', update: 'false' }] },
    ...axes.map(axis => ({ name: axis + 'Domain', value: null, on: [
      { events: { signal: 'held' }, update: `held || ${isClick} ? ${axis}Domain : ${between[axis]}` },
      { events: '@plane:dblclick', update: 'null' }] }))
  ];
};

// The plane between the axes with its marks, and the box while it is drawn.
const plane = (axes, marks) => {
  const side = (axis, one, two, all) => axes.includes(axis)
    ? { [axis]: { signal: 'box.' + one }, [axis + '2']: { signal: 'box.' + two } }
    : { [axis]: { value: 0 }, [axis + '2']: { signal: all } };
  const box = { type: 'rect', interactive: false, encode: { update: {
    ...side('x', 'x0', 'x1', 'width'), ...side('y', 'y0', 'y1', 'height'),
    fill: { value: '#808080' }, fillOpacity: { signal: 'held ? 0.25 : 0' } } } };
  const ground = { width: { signal: 'width' }, height: { signal: 'height' }, fill: { value: 'transparent' } };
  return { type: 'group', name: 'plane', clip: { signal: 'zoomed' }, encode: { update: ground },
    marks: [...marks, box] };
};

// Lines over a common axis: {x, y: {title, log}, lines: [{name, dashes, points: [[x, y]]}]}
const lines = plot => {
  const names = plot.lines.map(line => line.name);
  const points = plot.lines.flatMap(line => line.points.map(([x, y]) => ({ line: line.name, x, y })));
  const format = name =>
    !plot[name].log ? {} : { format: Math.min(...points.map(point => point[name])) < 1e-4 ? '.0e' : '~g' };
  const axis = (name, orient) => ({
    orient, scale: name, title: plot[name].title, titlePadding: 8, grid: name === 'y', domain: name === 'x',
    labelOverlap: true, labelFlush: name === 'x',
    tickCount: { signal: name === 'x' ? 'max(2, width / 90)' : 'height / 45' }, ...format(name),
    ...(points.every(point => Number.isInteger(point[name])) && !plot[name].log && { tickMinStep: 1 }),
    // Lines without a number, on logarithmic axes, are pale.
    encode: { grid: { update: { opacity: { signal: "datum.label === '' ? 0.3 : 1" } } } } });
  const scale = (name, range) => ({
    name, range, type: plot[name].log ? 'log' : 'linear', domain: { data: 'points', field: name },
    domainRaw: { signal: name + 'Domain' }, zero: !plot[name].log, nice: name === 'y' || plot[name].log });
  const dashes = plot.lines.map(line => line.dashes.split(' ').filter(Boolean).map(Number));
  const letters = Math.max(...names.map(name => name.length));
  const legend = { stroke: 'colour', strokeDash: 'dashes', orient: 'bottom', symbolType: 'stroke',
    symbolSize: 400, columns: { signal: `max(1, floor(room / ${60 + 6.5 * letters}))` } };
  const isDense = plot.lines.some(line => line.points.length > 60);
  const at = { x: { scale: 'x', field: 'x' }, y: { scale: 'y', field: 'y' } };
  const colour = { scale: 'colour', field: 'line' };
  const words = [plot.x.title, plot.y.title].map(title => JSON.stringify(title));
  const tooltip = { signal: `(datum.line ? datum.line + '\\n' : '') + ${words[0]} + ' ' +
    format(datum.x, ',.6~g') + '\\n' + format(datum.y, ',.5~g') + ' ' + ${words[1]}` };
  return {
    height: 300, signals: zoom(['x', 'y']), data: [{ name: 'points', values: points }],
    scales: [scale('x', 'width'), scale('y', 'height'),
      { name: 'colour', type: 'ordinal', domain: names, range: { scheme: 'tableau10' } },
      { name: 'dashes', type: 'ordinal', domain: names, range: dashes }],
    axes: [axis('y', 'left'), axis('x', 'bottom')],
    legends: letters > 0 ? [legend] : [],
    marks: [plane(['x', 'y'], [
      { type: 'group', from: { facet: { name: 'line', data: 'points', groupby: 'line' } }, interactive: false,
        marks: [{ type: 'line', from: { data: 'line' }, interactive: false, encode: { update: { ...at,
          stroke: colour, strokeWidth: { value: 2 }, strokeDash: { scale: 'dashes', field: 'line' } } } }] },
      { type: 'symbol', from: { data: 'points' }, encode: {
        update: { ...at, fill: colour, size: { value: isDense ? 9 : 36 }, stroke: { value: 'transparent' },
          strokeWidth: { value: 12 }, tooltip },
        hover: { stroke: colour, strokeWidth: { value: 4 } } } }])]
  };
};

// Rates over two sizes: {title, x, y: {title, names}, unit, best, cells: [{row, column, title, letter, rate,
// text}]}; cells in which nothing works have no letter.
const map = plot => {
  const axis = (name, orient) =>
    ({ orient, scale: name, title: plot[name].title, ticks: false, domain: false });
  const scale = (name, range) =>
    ({ name, type: 'band', domain: plot[name].names, range, padding: 0.06 });
  const text = (band, own) => ({ type: 'text', from: { data: 'cells' }, interactive: false, encode: { update:
    { x: { scale: 'x', field: 'column', band: 0.5 }, y: { scale: 'y', field: 'row', band },
      align: { value: 'center' }, baseline: { value: 'middle' }, fontSize: { value: 13 },
      fill: { signal: `datum.rate > ${0.6 * plot.best} ? '#101418' : '#ffffff'` }, ...own } } });
  return {
    height: 44 * plot.y.names.length, title: { text: plot.title, anchor: 'start' }, signals: width,
    data: [{ name: 'cells', values: plot.cells }],
    scales: [scale('x', 'width'), scale('y', 'height'),
      { name: 'colour', type: 'linear', domain: [0, plot.best], range: { scheme: 'viridis' } }],
    axes: [axis('x', 'top'), axis('y', 'left')],
    legends: [{ fill: 'colour', title: plot.unit, orient: 'bottom', direction: 'horizontal',
      gradientLength: 200 }],
    marks: [
      { type: 'rect', from: { data: 'cells' }, encode: { update: {
        x: { scale: 'x', field: 'column' }, width: { scale: 'x', band: 1 }, cornerRadius: { value: 4 },
        y: { scale: 'y', field: 'row' }, height: { scale: 'y', band: 1 }, tooltip: { field: 'title' },
        fill: [{ test: '!datum.letter', value: '#808080' }, { scale: 'colour', field: 'rate' }] } } },
      text(0.3, { text: { signal: "datum.letter || 'none'" }, fontWeight: { value: 'bold' } }),
      text(0.7, { text: { signal: "bandwidth('x') < 32 ? '' : datum.text" },
        fontSize: { signal: "bandwidth('x') < 60 ? 10 : 13" } })]
  };
};

// What the parts of a machine did: {seconds, lanes: [{name, colour, use, spans: [[begin, end]]}]}
const timeline = plot => {
  const [unit, name] = plot.seconds < 1e-3 ? [1e-6, 'us'] : plot.seconds < 1 ? [1e-3, 'ms'] : [1, 's'];
  const spans = plot.lanes.flatMap(({ name: lane, colour, spans }) =>
    spans.map(([begin, end]) => ({ lane, colour, begin: begin / unit, end: end / unit })));
  const names = plot.lanes.map(lane => lane.name);
  const use = plot.lanes.map(lane => Math.round(100 * lane.use) + ' %');
  const axis = (orient, text) => ({ orient, scale: 'lane', ticks: false, domain: false,
    encode: { labels: { update: { text: { signal: text } } } } });
  return {
    height: 20 * names.length, signals: zoom(['x']), data: [{ name: 'spans', values: spans }],
    scales: [
      { name: 'x', domain: [0, plot.seconds / unit], domainRaw: { signal: 'xDomain' }, range: 'width' },
      { name: 'lane', type: 'band', domain: names, range: 'height', padding: 0.2 },
      { name: 'use', type: 'ordinal', domain: names, range: use }],
    axes: [
      { orient: 'bottom', scale: 'x', title: name, tickCount: { signal: 'max(2, width / 90)' } },
      axis('left', "room < 600 ? truncate(datum.value, 14, 'left') : datum.value"),
      axis('right', "scale('use', datum.value)")],
    marks: [plane(['x'], [{ type: 'rect', from: { data: 'spans' }, encode: { update: {
      x: { scale: 'x', field: 'begin' },
      x2: { signal: "max(scale('x', datum.end), scale('x', datum.begin) + 0.5)" },
      y: { scale: 'lane', field: 'lane' }, height: { scale: 'lane', band: 1 }, fill: { field: 'colour' },
      tooltip: { signal: `datum.lane + '\\n' + format(datum.begin, '.5~g') + ' to ' +
        format(datum.end, '.5~g') + ' ${name}'` } } } }])]
  };
};

const kinds = { lines, map, timeline };

const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const config = () => {
  const text = { labelColor: style('--soft'), titleColor: style('--soft'), labelFontSize: 13,
    titleFontSize: 13, titleFontWeight: 'normal', labelLimit: 260 };
  const line = style('--line');
  const font = { font: 'system-ui, sans-serif' };
  return { background: style('--page'), legend: text, title: { color: style('--text'), fontSize: 14 },
    axis: { ...text, gridColor: line, tickColor: line, domainColor: line },
    style: { 'guide-label': font, 'guide-title': font, 'group-title': font, text: font } };
};

const bubble = document.createElement('div');
bubble.id = 'bubble';
bubble.hidden = true;
document.body.append(bubble);
const tell = (_, event, item, value) => {
  bubble.hidden = value == null || value === '';
  bubble.textContent = value ?? '';
  const most = document.documentElement.clientWidth - bubble.offsetWidth - 4;
  bubble.style.left = Math.max(4, Math.min(event.clientX + 12, most)) + 'px';
  bubble.style.top = event.clientY + 14 + 'px';
};

const save = async (view, type, name) => {
  const link = document.createElement('a');
  link.href = await view.toImageURL(type, 2);
  link.download = name + '.' + type;
  link.click();
};

const views = [];
const draw = () => {
  for (const view of views.splice(0)) view.finalize();
  for (const [i, figure] of document.querySelectorAll('figure').entries()) {
    const data = figure.querySelector('script').textContent;
    const autosize = { type: 'fit-x', contains: 'padding', resize: true };
    const spec = { autosize, padding: 2, ...kinds[figure.className](JSON.parse(data)) };
    const renderer = data.length < 2e5 ? 'svg' : 'canvas';  // which draws many points faster
    const view = new vega.View(vega.parse(spec, config()), { renderer, hover: true, tooltip: tell,
      container: figure.querySelector('.drawn') });
    view.runAsync();
    views.push(view);
    for (const button of figure.querySelectorAll('button'))
      button.onclick = () => save(view, button.dataset.type, `${document.title} ${i + 1}`);
  }
};
draw();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
