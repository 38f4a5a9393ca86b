export interface Bar {
  label: string
  value: number
  isOurs: boolean
}

export interface Panel {
  title: string
  bars: readonly Bar[]
}

const WIDTH = 760
const LEFT = 290
const RIGHT = 120
const ROW = 26
const BAR = 16
const TOP = 58
const PANEL_TITLE = 34
const PANEL_GAP = 26
const TICKS = 4

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: var(--text); }
  .title { font-size: 16px; font-weight: 600; }
  .panel { font-weight: 600; }
  .quiet { fill: var(--quiet); font-size: 11px; }
  .value { stroke: var(--paper); stroke-width: 4px; paint-order: stroke; }
  .paper { fill: var(--paper); }
  .grid { stroke: var(--grid); }
  .ours { fill: var(--ours); }
  .other { fill: var(--other); }
  svg { --paper: #ffffff; --text: #1f2328; --quiet: #59636e; --grid: #d8dee4; --ours: #1f6fd0; --other: #8c959f; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --text: #e6edf3; --quiet: #9198a1; --grid: #30363d; --ours: #4493f8; --other: #6e7681; }
  }`

/** Renders an SVG for light and dark pages; each panel has its own zero-based scale. */
export const drawChart = ({
  title,
  unit,
  panels,
}: {
  title: string
  unit: string
  panels: readonly Panel[]
}): string => {
  const drawn: string[] = []
  let y = TOP
  for (const panel of panels) {
    drawn.push(drawPanel(panel, { y, unit }))
    y += heightOf(panel) + PANEL_GAP
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${y}" rx="8"/>
<text class="title" x="20" y="32">${escaped(title)}</text>
${drawn.join('\n')}
</svg>
`
}

const heightOf = ({ bars }: Panel): number => PANEL_TITLE + bars.length * ROW + 18

const drawPanel = ({ title, bars }: Panel, { y, unit }: { y: number; unit: string }): string => {
  const most = niceCeiling(Math.max(...bars.map(({ value }) => value), 1))
  const xOf = (value: number) => LEFT + (value / most) * (WIDTH - LEFT - RIGHT)
  const top = y + PANEL_TITLE
  const bottom = top + bars.length * ROW
  const grid = Array.from({ length: TICKS + 1 }, (_, index) => {
    const value = (most * index) / TICKS
    const x = xOf(value).toFixed(1)
    return `<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>
<text class="quiet" x="${x}" y="${bottom + 14}" text-anchor="middle">${whole(value)}</text>`
  })
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const barTop = top + index * ROW + (ROW - BAR) / 2
    const baseline = barTop + BAR - 4
    const width = (xOf(value) - LEFT).toFixed(1)
    return `<text x="${LEFT - 10}" y="${baseline}" text-anchor="end">${escaped(label)}</text>
<rect class="${isOurs ? 'ours' : 'other'}" x="${LEFT}" y="${barTop}" width="${width}" height="${BAR}" rx="2"/>
<text class="value" x="${(xOf(value) + 6).toFixed(1)}" y="${baseline}">${whole(value)} ${escaped(unit)}</text>`
  })
  return [
    `<text class="panel" x="20" y="${y + 18}">${escaped(title)}</text>`,
    ...grid,
    ...rows,
  ].join('\n')
}

const niceCeiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10)
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
