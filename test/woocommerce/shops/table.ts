import { type Cell, countOf, failuresOf } from './cell.ts'
import type { Storage } from './options.ts'
import type { TestResult } from './report.ts'

interface Column {
  title: string
  covers(test: TestResult): boolean
}

const named = (words: RegExp) => (test: TestResult) => words.test(test.name)
const inFile = (names: RegExp) => (test: TestResult) => names.test(test.file)

/** A test counts in the first column that covers it. */
const COLUMNS: readonly Column[] = [
  { title: 'orders and refunds by REST', covers: inFile(/woocommerce-real\.test\.ts$/) },
  { title: 'renewals', covers: inFile(/renewal|subscription/) },
  { title: 'order timer', covers: inFile(/timer|hold-stock|unpaid/) },
  { title: 'screens', covers: inFile(/screens/) },
  { title: 'block checkout', covers: named(/\bblock\b/) },
  { title: 'classic checkout', covers: named(/\bclassic\b/) },
  { title: 'refunds from the order page', covers: named(/\brefund|\bvoid/) },
  {
    title: 'awkward setups',
    covers: inFile(/awkward|currency|decimals|late-cart-update|slow-gateway/),
  },
  { title: 'settings, pay page, others', covers: () => true },
]

const STORAGE_NAMES: Record<Storage, string> = { tables: 'tables (HPOS)', posts: 'posts' }

/** A Markdown table: one row per shop, one column per part of the product that the run tested. */
export const matrixTable = (cells: readonly Cell[]): string => {
  const columns = COLUMNS.map(({ title }, index) => ({
    title,
    of: ({ results }: Cell) =>
      results.filter((test) => COLUMNS.findIndex(({ covers }) => covers(test)) === index),
  })).filter(({ of }) => cells.some((cell) => of(cell).length > 0))
  const head = ['WooCommerce', 'orders in', ...columns.map(({ title }) => title)]
  const rows = cells.map((cell) => [
    cell.woocommerce,
    STORAGE_NAMES[cell.storage],
    ...columns.map(({ of }) => (cell.failure ? '✗' : summaryOf(of(cell)))),
  ])
  const rule = head.map((_, index) => (index < 2 ? '---' : '--:'))
  return [head, rule, ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/** `✓ 12`, `✓ 11 · ✗ 1`, `✓ 9 · skipped 3`; `-` for none. */
const summaryOf = (results: readonly TestResult[]): string => {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((outcome) =>
    countOf({ results }, outcome),
  )
  const parts = [
    passed ? `✓ ${passed}` : '',
    failed ? `✗ ${failed}` : '',
    skipped ? `skipped ${skipped}` : '',
  ]
  return parts.filter(Boolean).join(' · ') || '-'
}

export interface RunFacts {
  command: string
  /** `YYYY-MM-DD`. */
  day: string
  wordpress: string
  php: string
  mariadb: string
}

/** The part of the document between the markers. */
export const matrixPart = (cells: readonly Cell[], facts: RunFacts): string => {
  const { command, day, wordpress, php, mariadb } = facts
  const made = `\`${command}\` on ${day}, with WordPress ${wordpress}, PHP ${php} and MariaDB ${mariadb}.`
  const flakes = cells.flatMap((cell) =>
    cell.flakes.map(
      ({ file, error }) =>
        `- WooCommerce ${cell.woocommerce}, ${cell.storage}: \`${file}\` failed once: ${inOneLine(error)}`,
    ),
  )
  const list = flakes.length > 0 ? ['Passed only when they ran again:', flakes.join('\n')] : []
  return [made, matrixTable(cells), ...list].join('\n\n')
}

/** Error texts may hold markup of pages. */
const inOneLine = (text: string): string => `\`${text.replaceAll(/[`\s]+/g, ' ').slice(0, 160)}\``

/** Lines for the terminal about one shop. */
export const cellLines = (cell: Cell): string[] => {
  const [passed, skipped] = [countOf(cell, 'passed'), countOf(cell, 'skipped')]
  const failures = failuresOf(cell)
  const minutes = (cell.seconds / 60).toFixed(1)
  const counts = `${passed} passed, ${failures.length} failed, ${skipped} skipped`
  return [
    `WooCommerce ${cell.woocommerce}, ${cell.storage}: ${counts} in ${minutes} min`,
    ...failures.map((failure) => `  failed: ${failure}`),
    ...cell.flakes.map(({ file, error }) => `  passed at the second try: ${file} (${error})`),
  ]
}
