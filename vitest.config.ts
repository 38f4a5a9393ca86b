import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './test/support/long-files-first.ts'

export default defineConfig({
  test: {
    include: ['{config,src,adapters,sandbox,demo,test}/**/*.test.ts'],
    setupFiles: ['test/support/fast-check-seed.ts'],
    globalSetup: ['test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most tests wait: for pages, for the next try, for the gateway.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
  },
})
