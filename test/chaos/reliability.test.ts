import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { missingTests, testsNamedIn } from '../support/test-titles.ts'
import { DISASTER_NAMES } from './disasters.ts'
import { TRIAL_NAMES } from './failover/trials.ts'

const ROOT = new URL('../../', import.meta.url)
const DISASTER_NAMED = /\*\*chaos\*\* “([^”]+)”/g
const TABLE = '## Failure modes'

let rows: { fails: string; lost: string; test: string }[]
let promises: { promise: string; test: string }[]
beforeAll(async () => {
  const text = await readFile(new URL('docs/reliability.md', ROOT), 'utf8')
  const cellsOf = (heading: string, columns: number): string[][] =>
    (text.split(heading)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === columns + 2 && !/^-+$/.test(cells[1] ?? ''))
      .slice(1)
  rows = cellsOf(TABLE, 5).map(([, fails = '', , , lost = '', test = '']) => ({
    fails,
    lost,
    test,
  }))
  promises = cellsOf('## Promises', 3).map(([, promise = '', , test = '']) => ({
    promise,
    test,
  }))
})

const disastersIn = (test: string): string[] =>
  [...test.matchAll(DISASTER_NAMED)].map(([, name = '']) => name)

it('each promise of docs/reliability.md cites a test that exists', async () => {
  expect(promises.length).toBeGreaterThan(5)
  expect(promises.filter(({ test }) => testsNamedIn(test).length === 0)).toEqual([])
  const named = promises.flatMap(({ test }) => testsNamedIn(test))
  expect(await missingTests(named, (file) => new URL(file, ROOT))).toEqual([])
})

describe('the failure table of docs/reliability.md', () => {
  it('each row of the failure table cites a test or disaster that exists', async () => {
    expect(rows.length).toBeGreaterThan(20)
    const bare = rows.filter(
      ({ test }) => testsNamedIn(test).length + disastersIn(test).length === 0,
    )
    expect(bare).toEqual([])
    const named = rows.flatMap(({ test }) => testsNamedIn(test))
    expect(await missingTests(named, (file) => new URL(file, ROOT))).toEqual([])
    const known: readonly string[] = [...DISASTER_NAMES, ...TRIAL_NAMES]
    const unknown = rows
      .flatMap(({ test }) => disastersIn(test))
      .filter((name) => !known.includes(name))
    expect(unknown).toEqual([])
  })

  it('the failure table covers every disaster and failover trial, and each row states the loss', () => {
    const named = rows.flatMap(({ test }) => disastersIn(test))
    const all = [...DISASTER_NAMES, ...TRIAL_NAMES]
    expect(all.filter((name) => !named.includes(name))).toEqual([])
    expect(rows.filter(({ lost }) => lost === '')).toEqual([])
  })
})
