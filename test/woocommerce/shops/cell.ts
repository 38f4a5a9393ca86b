import type { Storage } from './options.ts'
import type { TestResult } from './report.ts'

export interface Flake {
  file: string
  /** First error of the try that failed. */
  error: string
}

/** One shop of the matrix with the results of its tests. */
export interface Cell {
  woocommerce: string
  storage: Storage
  seconds: number
  /** The last try of each test. */
  results: readonly TestResult[]
  /** Files that passed only when they ran again, alone. */
  flakes: readonly Flake[]
  /** Why the shop did not start, or the tests did not run. */
  failure?: string
}

const NO_TEST_PASSED = 'no test passed'

/** Reasons why the cell failed; none if it passed. */
export const failuresOf = ({ failure, results }: Cell): string[] => {
  if (failure) return [failure]
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  if (failed.length > 0) {
    return failed.map(({ file, name, error }) => `${file} › ${name}: ${error ?? ''}`)
  }
  return results.some(({ outcome }) => outcome === 'passed') ? [] : [NO_TEST_PASSED]
}

export const countOf = ({ results }: Pick<Cell, 'results'>, outcome: TestResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).length

/** Replaces the results of files that ran again, and names those that passed then. */
export const afterSecondTry = (
  first: readonly TestResult[],
  again: ReadonlyMap<string, readonly TestResult[]>,
): Pick<Cell, 'results' | 'flakes'> => {
  const flakes = [...again].flatMap(([file, results]): Flake[] => {
    if (results.some(({ outcome }) => outcome === 'failed')) return []
    const failed = first.find((result) => result.file === file && result.outcome === 'failed')
    return [{ file, error: `${failed?.name}: ${failed?.error}` }]
  })
  const kept = first.filter(({ file }) => !again.has(file))
  return { results: [...kept, ...[...again.values()].flat()], flakes }
}
