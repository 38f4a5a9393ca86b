import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two lines per order are routine. */
const ROUTINE = /"level":"info".*"msg":"(?:event applied|storefront notified)"/

export const linesOfLogs = (folder: string): number =>
  Math.max(
    ...readdirSync(folder).map(
      (file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !ROUTINE.test(line)).length,
    ),
  )
