import { defineConfig } from 'vitest/config'
import { failedFilesTo } from './test/support/failed-files.ts'
import { LongFilesFirst } from './test/support/long-files-first.ts'
import { unitFiles } from './test/support/unit-files.ts'

const OLDEST_NODE = 24
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  throw new Error(
    `The tests need Node ${OLDEST_NODE} or later, and this is ${process.versions.node}. "npm ci" installs Node ${OLDEST_NODE} beside it; "npm test" and "npx vitest" use that one.`,
  )
}

/** Lanes beside `npm test`, by file name. */
const LANES = ['long', 'nightly']
const { FAILED_FILES } = process.env
const ROOTS = '{config,src,adapters,sandbox,test,checks}/**'

/**
 * `units` starts nothing; `services` starts PostgreSQL and builds the dashboard first.
 * `--mode long`: failovers, killed processes, long histories. `--mode nightly`: left out of CI.
 */
export default defineConfig(({ mode }) => {
  const isLane = LANES.includes(mode)
  const units = isLane ? [] : unitFiles(`${ROOTS}/*.test.ts`)
  const services = {
    extends: true as const,
    test: {
      name: 'services',
      include: [isLane ? `${ROOTS}/*.${mode}.test.ts` : `${ROOTS}/*.test.ts`],
      exclude: [
        '**/node_modules/**',
        ...LANES.filter((lane) => lane !== mode).map((lane) => `**/*.${lane}.test.ts`),
        ...units,
      ],
      globalSetup: [
        'test/support/compiled-code.ts',
        'test/support/postgres-server.ts',
      ],
    },
  }
  return {
    test: {
      projects: [
        ...(isLane ? [] : [{ extends: true as const, test: { name: 'units', include: units } }]),
        services,
      ],
      setupFiles: ['test/support/fast-check-seed.ts'],
      // Limits of a hang, so that slow machines pass.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
      pool: 'forks' as const,
      // Files of a worker share imported modules, which keep no state: a third faster.
      isolate: false,
      // Most tests wait on pages, retries or the gateway, so workers outnumber cores.
      maxWorkers: isLane ? 4 : 6,
      // Bound on concurrent tests of a file; in the long lanes each starts a whole Puente.
      maxConcurrency: isLane ? 3 : 5,
      sequence: { sequencer: LongFilesFirst },
      reporters: ['default', ...(FAILED_FILES ? [failedFilesTo(FAILED_FILES)] : [])],
    },
  }
})
