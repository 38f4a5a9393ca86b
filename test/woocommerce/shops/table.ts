import { type Cell, countOf, failuresOf } from './cell.ts'
import { STORAGES, type Storage } from './options.ts'
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

const PASSED = '✓'
const FAILED = '✗'

const STORAGE_NAMES: Record<Storage, string> = { tables: 'tables (HPOS)', posts: 'posts' }

/** What a table says of one shop. */
export interface Row {
  woocommerce: string
  storage: Storage
  /** One text per column; a single `✗` if the shop did not start. */
  summaries: readonly string[]
  /** Lines about files that passed only when they ran again. */
  flakes: readonly string[]
}

export const rowOf = (cell: Cell): Row => ({
  woocommerce: cell.woocommerce,
  storage: cell.storage,
  summaries: cell.failure
    ? [FAILED]
    : COLUMNS.map((_, index) =>
        summaryOf(
          cell.results.filter((test) => COLUMNS.findIndex(({ covers }) => covers(test)) === index),
        ),
      ),
  flakes: cell.flakes.map(
    ({ file, error }) => `- ${shopOf(cell)}: \`${file}\` failed once: ${inOneLine(error)}`,
  ),
})

/** Whether tests of the shop passed and none failed. */
export const hasPassed = ({ summaries }: Row): boolean =>
  summaries.some((summary) => summary.includes(PASSED)) &&
  !summaries.some((summary) => summary.includes(FAILED))

/** Starts each line about a shop. */
const shopOf = ({ woocommerce, storage }: Pick<Row, 'woocommerce' | 'storage'>): string =>
  `WooCommerce ${woocommerce}, ${storage}`

/** A Markdown table: one row per shop, newest first, one column per part of the product. */
export const tableOf = (rows: readonly Row[]): string => {
  const head = ['WooCommerce', 'orders in', ...COLUMNS.map(({ title }) => title)]
  const lines = rows
    .toSorted(newestFirst)
    .map(({ woocommerce, storage, summaries }) => [
      woocommerce,
      STORAGE_NAMES[storage],
      ...summaries,
    ])
  const rule = head.map((_, index) => (index < 2 ? '---' : '--:'))
  return [head, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

const newestFirst = (one: Row, other: Row): number =>
  other.woocommerce.localeCompare(one.woocommerce, 'en', { numeric: true }) ||
  other.storage.localeCompare(one.storage)

/** Reads the rows of a text that `tableOf` and its flakes are a part of. */
export const rowsIn = (text: string): Row[] =>
  text.split('\n').flatMap((line) => {
    const [woocommerce = '', name, ...summaries] = line.slice(2, -2).split(' | ')
    const storage = STORAGES.find((each) => STORAGE_NAMES[each] === name)
    if (storage === undefined) return []
    const start = `- ${shopOf({ woocommerce, storage })}: `
    const flakes = text.split('\n').filter((flake) => flake.startsWith(start))
    return [{ woocommerce, storage, summaries, flakes }]
  })

/** `✓ 12`, `✓ 11 · ✗ 1`, `✓ 9 · skipped 3`; `-` for none. */
const summaryOf = (results: readonly TestResult[]): string => {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((outcome) =>
    countOf({ results }, outcome),
  )
  const parts = [
    passed ? `${PASSED} ${passed}` : '',
    failed ? `${FAILED} ${failed}` : '',
    skipped ? `skipped ${skipped}` : '',
  ]
  return parts.filter(Boolean).join(' · ') || '-'
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
