import { defineConfig } from 'vitest/config'
import { failedFilesTo } from './test/support/failed-files.ts'
import { LongFilesFirst } from './test/support/long-files-first.ts'

/** Beside `npm test`, by the names of their files. */
const LANES = ['long', 'nightly']
const filesOf = (lane: string) => `**/*.${lane}.test.ts`
const { FAILED_FILES } = process.env
const ROOTS = '{config,src,adapters,sandbox,test}/**'

/**
 * `--mode long`: what takes minutes, because engines, processes or many histories come to an end in it.
 * `--mode nightly`: what CI leaves out, because the other tests come by it on their way.
 */
export default defineConfig(({ mode }) => ({
  test: {
    include: [LANES.includes(mode) ? `${ROOTS}/*.${mode}.test.ts` : `${ROOTS}/*.test.ts`],
    exclude: ['**/node_modules/**', ...LANES.filter((lane) => lane !== mode).map(filesOf)],
    setupFiles: ['test/support/fast-check-seed.ts'],
    globalSetup: [
      'test/support/made-dashboard.ts',
      'test/support/compiled-code.ts',
      'test/support/postgres-server.ts',
    ],
    testTimeout: LANES.includes(mode) ? 90_000 : 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // The files of a worker share the modules they import: no module keeps state, and reading the
    // whole program again for each of some two hundred files took a third of the time.
    isolate: false,
    // Most tests wait: for pages, for the next try, for the gateway.
    maxWorkers: 4,
    // Of tests that run beside others of their file. In the longer lanes each of these starts all of Puente.
    maxConcurrency: LANES.includes(mode) ? 3 : 5,
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', ...(FAILED_FILES ? [failedFilesTo(FAILED_FILES)] : [])],
  },
}))
