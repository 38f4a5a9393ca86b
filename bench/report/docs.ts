import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawChart, type Panel } from './chart.ts'
import { markdownOf, type Section } from './section.ts'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const CHART = fileURLToPath(new URL('../../docs/images/performance.svg', import.meta.url))
const MARKERS = { begin: '<!-- bench:begin -->', end: '<!-- bench:end -->' }

/** Writes what a run has found into `docs/performance.md`, between its markers, and its chart. */
export const writeDocs = ({
  sections,
  panels,
  machine,
  command,
}: {
  sections: readonly Section[]
  panels: readonly Panel[]
  machine: string
  command: string
}): void => {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest] = page.split(MARKERS.begin)
  const after = rest?.split(MARKERS.end)[1]
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no markers`)
  const day = new Date().toISOString().slice(0, 10)
  const made = `\`${command}\` on ${day}. ${machine}.`
  const text = [made, ...sections.map(markdownOf)].join('\n\n')
  writeFileSync(PAGE, `${before}${MARKERS.begin}\n\n${text}\n\n${MARKERS.end}${after}`)
  writeFileSync(
    CHART,
    drawChart({ title: 'Paid orders beside a service written by hand', unit: 'a second', panels }),
  )
}
