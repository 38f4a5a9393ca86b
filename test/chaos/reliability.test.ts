import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { missingTests, testsNamedIn } from '../support/test-titles.ts'
import { DISASTER_NAMES } from './disasters.ts'

const ROOT = new URL('../../', import.meta.url)
const DISASTER_NAMED = /\*\*chaos\*\* “([^”]+)”/g
const TABLE = '## What fails, and what comes of it'

let rows: { fails: string; lost: string; test: string }[]
beforeAll(async () => {
  const text = await readFile(new URL('docs/reliability.md', ROOT), 'utf8')
  const section = text.split(TABLE)[1]?.split('\n## ')[0] ?? ''
  rows = section
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 7 && !/^-+$/.test(cells[1] ?? ''))
    .slice(1)
    .map(([, fails = '', , , lost = '', test = '']) => ({ fails, lost, test }))
})

const disastersIn = (test: string): string[] =>
  [...test.matchAll(DISASTER_NAMED)].map(([, name = '']) => name)

describe('the table of what fails, in docs/reliability.md', () => {
  it('has a test or a disaster behind each row, and each of them exists', async () => {
    expect(rows.length).toBeGreaterThan(20)
    const bare = rows.filter(
      ({ test }) => testsNamedIn(test).length + disastersIn(test).length === 0,
    )
    expect(bare).toEqual([])
    const named = rows.flatMap(({ test }) => testsNamedIn(test))
    expect(await missingTests(named, (file) => new URL(file, ROOT))).toEqual([])
    const disasters: readonly string[] = DISASTER_NAMES
    const unknown = rows
      .flatMap(({ test }) => disastersIn(test))
      .filter((name) => !disasters.includes(name))
    expect(unknown).toEqual([])
  })

  it('has every disaster, and says of each row what is lost', () => {
    const named = rows.flatMap(({ test }) => disastersIn(test))
    expect(DISASTER_NAMES.filter((name) => !named.includes(name))).toEqual([])
    expect(rows.filter(({ lost }) => lost === '')).toEqual([])
  })
})
