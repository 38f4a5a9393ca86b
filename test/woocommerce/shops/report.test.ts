import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readReport, unreported } from './report.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'puente-report-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (report: object) => {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  return readReport(path, '/puente')
}

const test = (status: string, failureMessages: string[] = []) => ({
  fullName: ' a shop pays',
  status,
  failureMessages,
})
const file = (status: string, assertionResults: object[], message = '') => ({
  name: '/puente/test/a.test.ts',
  status,
  message,
  assertionResults,
})

describe("the report of a shop's tests", () => {
  it('each test has its outcome, and a failed one the first line of its error', () => {
    const tests = [test('passed'), test('pending'), test('failed', ['Error: late\n  at x'])]
    const found = read({ success: false, testResults: [file('failed', tests)] })
    expect(found.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped', 'failed'])
    expect(found[2]).toEqual({
      file: 'test/a.test.ts',
      name: 'a shop pays',
      outcome: 'failed',
      error: 'Error: late',
    })
  })

  it('a file whose hook fails is a failure, although no test of it failed', () => {
    const skipped = [test('skipped')]
    const found = read({ success: false, testResults: [file('failed', skipped, 'no login\nat x')] })
    expect(found[1]).toMatchObject({
      name: 'the file itself',
      outcome: 'failed',
      error: 'no login',
    })
  })

  it('a run that fails beside its tests is a failure', () => {
    const found = read({ success: false, testResults: [file('passed', [test('passed')])] })
    expect(found[1]).toMatchObject({ name: 'the run itself', outcome: 'failed' })
  })
})

it('a file of which no test ran is a failed test', () => {
  const ran = {
    file: 'test/woocommerce/timer.test.ts',
    name: 'a timer',
    outcome: 'passed',
  } as const
  expect(unreported(['./test/woocommerce', 'test/adapters/real.test.ts'], [ran])).toEqual([
    {
      file: 'test/adapters/real.test.ts',
      name: 'the file itself',
      outcome: 'failed',
      error: 'no test of it ran',
    },
  ])
})
