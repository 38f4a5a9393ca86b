import { describe, expect, it } from 'vitest'
import { afterSecondTry, type Cell, failuresOf } from './cell.ts'
import type { TestResult } from './report.ts'
import { cellLines, matrixPart, matrixTable } from './table.ts'

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
    expect(matrixTable([cell(results)])).toBe(
      [
        '| WooCommerce | orders in | orders and refunds by REST | block checkout | classic checkout | awkward setups |',
        '| --- | --- | --: | --: | --: | --: |',
        '| 11.0.1 | tables (HPOS) | ✓ 1 | ✓ 1 | ✓ 1 | ✓ 1 |',
      ].join('\n'),
    )
  })

  it('failed and skipped tests are counted beside the passed ones', () => {
    const results = [
      result(REST, 'one'),
      result(REST, 'two', 'failed'),
      result(REST, 'three', 'skipped'),
    ]
    const [, , row] = matrixTable([cell(results, { storage: 'posts' })]).split('\n')
    expect(row).toBe('| 11.0.1 | posts | ✓ 1 · ✗ 1 · skipped 1 |')
  })

  it('a shop that did not start fails each column', () => {
    const broken = cell([], { woocommerce: '8.9.3', failure: 'MariaDB did not start' })
    const [, , , row] = matrixTable([cell([result(REST, 'one')]), broken]).split('\n')
    expect(row).toBe('| 8.9.3 | tables (HPOS) | ✗ |')
    expect(failuresOf(broken)).toEqual(['MariaDB did not start'])
  })

  it('a cell without a passed test fails', () => {
    expect(failuresOf(cell([]))).toEqual(['no test passed'])
    expect(failuresOf(cell([result(REST, 'one', 'skipped')]))).toEqual(['no test passed'])
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

  it('the document names command, day, versions and flakes, whose errors cannot break it', () => {
    const flakes = [{ file: BROWSER, error: 'a `quoted`\n| page' }]
    const part = matrixPart([cell([result(REST, 'one')], { flakes })], {
      command: 'npm run x',
      day: '2026-01-31',
      wordpress: '6.9.1',
      php: '8.2.1',
      mariadb: '11.8.2',
    })
    expect(part).toContain(
      '`npm run x` on 2026-01-31, with WordPress 6.9.1, PHP 8.2.1 and MariaDB 11.8.2.',
    )
    expect(part.split('\n').at(-1)).toBe(
      `- WooCommerce 11.0.1, tables: \`${BROWSER}\` failed once: \`a quoted | page\``,
    )
  })
})
