import { readFileSync } from 'node:fs'
import { normalize, relative } from 'node:path'
import { z } from 'zod'

export interface TestResult {
  /** Relative to the repository. */
  file: string
  /** Names of its `describe` blocks and its own. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** First line of the error of a failed test. */
  error?: string
}

const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z
            .array(z.string())
            .nullish()
            .transform((messages) => messages ?? []),
        }),
      ),
    }),
  ),
})

/**
 * Reads the JSON report of Vitest. A file that fails outside of its tests, in a hook or an import,
 * is a failed test of its own; so is a run that fails although each file passes.
 */
export const readReport = (path: string, root: string): TestResult[] => {
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const results = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map((test): TestResult => {
      const result = { file, name: test.fullName.trim(), outcome: outcomeOf(test.status) }
      return result.outcome === 'failed'
        ? { ...result, error: firstLine(test.failureMessages[0] ?? '') }
        : result
    })
    const hasFailed = tests.some(({ outcome }) => outcome === 'failed')
    if (status !== 'failed' || hasFailed) return tests
    const itself: TestResult = {
      file,
      name: 'the file itself',
      outcome: 'failed',
      error: firstLine(message),
    }
    return [...tests, itself]
  })
  if (report.success || results.some(({ outcome }) => outcome === 'failed')) return results
  const error = 'an error outside of the tests: see tests.log'
  return [...results, { file: '', name: 'the run itself', outcome: 'failed', error }]
}

/** Returns a failed test for each file or folder of which no test is reported. */
export const unreported = (
  wanted: readonly string[],
  results: readonly TestResult[],
): TestResult[] =>
  wanted.flatMap((file) =>
    results.some((result) => result.file.includes(normalize(file)))
      ? []
      : [{ file, name: 'the file itself', outcome: 'failed', error: 'no test of it ran' }],
  )

const outcomeOf = (status: string): TestResult['outcome'] => {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}

const firstLine = (message: string): string => message.split('\n')[0]?.trim() ?? ''
