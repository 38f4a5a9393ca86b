import { describe, expect, it } from 'vitest'
import { afterSecondTry, type Cell, failuresOf } from './cell.ts'
import type { TestResult } from './report.ts'
import { cellLines, hasPassed, rowOf, rowsIn, tableOf } from './table.ts'

const REST = 'test/adapters/woocommerce-real.test.ts'
const BROWSER = 'test/woocommerce/real-store-browser.test.ts'

const result = (
  file: string,
  name: string,
  outcome: TestResult['outcome'] = 'passed',
): TestResult => ({
  file,
  name,
  outcome,
  ...(outcome === 'failed' ? { error: `Error: ${name}` } : {}),
})

const cell = (results: readonly TestResult[], more: Partial<Cell> = {}): Cell => ({
  woocommerce: '11.0.1',
  storage: 'tables',
  seconds: 90,
  results,
  flakes: [],
  ...more,
})

describe('the table of the WooCommerce matrix', () => {
  it('a test counts once, in the column of its file or its checkout', () => {
    const results = [
      result(REST, 'a paid order of the block'),
      result(BROWSER, 'card fields: block'),
      result(BROWSER, 'card fields: classic'),
      result('test/woocommerce/decimals.test.ts', 'the settings'),
    ]
    const [head = '', , line = ''] = tableOf([rowOf(cell(results))]).split('\n')
    const titles = head.split(' | ')
    const counts = line.split(' | ').map((count, index) => [titles[index], count])
    expect(counts.filter(([, count]) => count?.startsWith('✓'))).toEqual([
      ['orders and refunds by REST', '✓ 1'],
      ['block checkout', '✓ 1'],
      ['classic checkout', '✓ 1'],
      ['awkward setups', '✓ 1'],
    ])
  })

  it('failed and skipped tests are counted beside the passed ones', () => {
    const results = [
      result(REST, 'one'),
      result(REST, 'two', 'failed'),
      result(REST, 'three', 'skipped'),
    ]
    const row = rowOf(cell(results, { storage: 'posts' }))
    expect(tableOf([row])).toContain('| 11.0.1 | posts | ✓ 1 · ✗ 1 · skipped 1 | - |')
    expect(hasPassed(row)).toBe(false)
  })

  it('a shop that did not start fails', () => {
    const broken = cell([], { woocommerce: '8.9.3', failure: 'MariaDB did not start' })
    expect(
      tableOf([rowOf(broken)])
        .split('\n')
        .at(-1),
    ).toBe('| 8.9.3 | tables (HPOS) | ✗ |')
    expect(hasPassed(rowOf(broken))).toBe(false)
    expect(failuresOf(broken)).toEqual(['MariaDB did not start'])
  })

  it('the newest release comes first, with orders in tables before posts', () => {
    const shops = [
      ['9.9.5', 'posts'],
      ['10.0.2', 'posts'],
      ['10.0.2', 'tables'],
    ] as const
    const rows = shops.map(([woocommerce, storage]) => rowOf(cell([], { woocommerce, storage })))
    const order = rowsIn(tableOf(rows)).map((row) => [row.woocommerce, row.storage])
    expect(order).toEqual([shops[2], shops[1], shops[0]])
  })

  it('a cell without a passed test fails', () => {
    expect(failuresOf(cell([]))).toEqual(['no test passed'])
    const skipped = cell([result(REST, 'one', 'skipped')])
    expect(failuresOf(skipped)).toEqual(['no test passed'])
    expect(hasPassed(rowOf(skipped))).toBe(false)
    expect(hasPassed(rowOf(cell([result(REST, 'one')])))).toBe(true)
    expect(failuresOf(cell([result(REST, 'one')]))).toEqual([])
  })

  it('a file that passes alone is a flake with its first error; one that fails again is not', () => {
    const first = [
      result(REST, 'one', 'failed'),
      result(BROWSER, 'two', 'failed'),
      result('c.test.ts', 'three'),
    ]
    const tried = afterSecondTry(
      first,
      new Map([
        [REST, [result(REST, 'one')]],
        [BROWSER, [result(BROWSER, 'two', 'failed')]],
      ]),
    )
    expect(tried.flakes).toEqual([{ file: REST, error: 'one: Error: one' }])
    expect(failuresOf(cell(tried.results))).toHaveLength(1)
    expect(tried.results).toHaveLength(3)
  })

  it('the terminal names each failure, and each flake with its error', () => {
    const results = [result(REST, 'one'), result(REST, 'two', 'failed')]
    const flakes = [{ file: BROWSER, error: 'late' }]
    expect(cellLines(cell(results, { flakes }))).toEqual([
      'WooCommerce 11.0.1, tables: 1 passed, 1 failed, 0 skipped in 1.5 min',
      `  failed: ${REST} › two: Error: two`,
      `  passed at the second try: ${BROWSER} (late)`,
    ])
  })
})
