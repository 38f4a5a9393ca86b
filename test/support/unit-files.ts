import fs from 'node:fs'

/** Matches imports of the world that starts servers, and the built dashboard. */
const USES_SERVICES = /\/support\/|dashboard\/dist/

/** Test files that need no server, database or built page. Takes and returns paths from the root. */
export const unitFiles = (pattern: string): string[] =>
  fs
    .globSync(pattern, { exclude: ['**/node_modules/**', '**/*.{long,nightly}.test.ts'] })
    .filter((file) => !USES_SERVICES.test(fs.readFileSync(file, 'utf8')))
