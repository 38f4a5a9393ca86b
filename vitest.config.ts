import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './test/support/long-files-first.ts'

export default defineConfig({
  test: {
    include: ['{config,src,adapters,sandbox,test}/**/*.test.ts'],
    setupFiles: ['test/support/fast-check-seed.ts'],
    globalSetup: ['test/support/compiled-code.ts', 'test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // The files of a worker share the modules they import: no module keeps state, and reading the
    // whole program again for each of some two hundred files took a third of the time.
    isolate: false,
    // Most tests wait: for pages, for the next try, for the gateway.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
  },
})
