import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './test/support/long-files-first.ts'

const ROOTS = '{config,src,adapters,sandbox,test}/**'

/** `--mode long`: what takes minutes, because engines, processes or many histories come to an end in it. */
export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'long' ? `${ROOTS}/*.long.test.ts` : `${ROOTS}/*.test.ts`],
    exclude: ['**/node_modules/**', ...(mode === 'long' ? [] : ['**/*.long.test.ts'])],
    setupFiles: ['test/support/fast-check-seed.ts'],
    globalSetup: ['test/support/compiled-code.ts', 'test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // The files of a worker share the modules they import: no module keeps state, and reading the
    // whole program again for each of some two hundred files took a third of the time.
    isolate: false,
    // Most tests wait: for pages, for the next try, for the gateway.
    maxWorkers: 4,
    sequence: { sequencer: LongFilesFirst },
  },
}))
