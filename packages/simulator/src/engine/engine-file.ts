import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the engine is, seen from the sources; the build replaces this file for each format. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Program of the child process. */
export const ENGINE_FILE = here('./main.ts')

const ROOT = '../../../..'

const fingerprint = createHash('sha256')
  .update(readFileSync(here(`${ROOT}/sandbox/gateway/database/schema.sql`)))
  .update(readFileSync(here('./database.ts')))
  .update(readFileSync(here('../../package.json')))
  .digest('hex')
  .slice(0, 12)

/** Data folder with empty tables; the engine makes it where it is missing. */
export const TEMPLATE_FILE = here(`${ROOT}/node_modules/.cache/puente-simulator-${fingerprint}.tar`)
