import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { replaceMarkedPart } from '../../test/support/marked-part.ts'
import { drawChart, type Panel } from './chart.ts'
import { markdownOf, type Section } from './section.ts'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const CHART = fileURLToPath(new URL('../../docs/images/performance.svg', import.meta.url))

/** Benches with separate parts on the page. */
const BY_THEMSELVES = ['operator', 'dashboard', 'traces']
export const isWrittenByItself = (bench: string): boolean => BY_THEMSELVES.includes(bench)

interface Made {
  machine: string
  command: string
}

export const writeDocs = (
  found: ReadonlyMap<string, readonly Section[]>,
  { targets, panels, ...made }: Made & { targets: Section; panels: readonly Panel[] },
): void => {
  const others = [...found].filter(([bench]) => !isWrittenByItself(bench))
  writePart('bench', [...others.flatMap(([, sections]) => sections), targets], made)
  for (const [bench, sections] of found) {
    if (isWrittenByItself(bench)) writeDocsOf(bench, sections, made)
  }
  writeFileSync(
    CHART,
    drawChart({ title: 'Paid orders beside a service written by hand', unit: 'a second', panels }),
  )
}

export const writeDocsOf = (bench: string, sections: readonly Section[], made: Made): void =>
  writePart(`bench:${bench}`, sections, made)

const writePart = (
  name: string,
  sections: readonly Section[],
  { machine, command }: Made,
): void => {
  const day = new Date().toISOString().slice(0, 10)
  const text = [`\`${command}\` on ${day}. ${machine}.`, ...sections.map(markdownOf)].join('\n\n')
  writeFileSync(PAGE, replaceMarkedPart(readFileSync(PAGE, 'utf8'), { name, text }))
}
