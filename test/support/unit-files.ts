import fs from 'node:fs'

/**
 * Imports of the test support, of worlds beside a test (`use-….ts`), which start servers, and of
 * the built dashboard.
 */
const USES_SERVICES = /\/support\/|\/use-[\w-]+\.ts'|dashboard\/dist/

export const unitFiles = (pattern: string): string[] =>
  fs
    .globSync(pattern, { exclude: ['**/node_modules/**', '**/*.{long,nightly}.test.ts'] })
    .filter((file) => !USES_SERVICES.test(fs.readFileSync(file, 'utf8')))
