import fs from 'node:fs'

/** Matches imports of the test support, which starts servers, and of the built dashboard. */
const USES_SERVICES = /\/support\/|dashboard\/dist/

/**
 * Returns test files that need no server, database or built page. Paths are relative to the root.
 */
export const unitFiles = (pattern: string): string[] =>
  fs
    .globSync(pattern, { exclude: ['**/node_modules/**', '**/*.{long,nightly}.test.ts'] })
    .filter((file) => !USES_SERVICES.test(fs.readFileSync(file, 'utf8')))
