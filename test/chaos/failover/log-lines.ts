import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each order has these two lines where all is well. */
const ROUTINE = /"level":"info".*"msg":"(?:event applied|storefront told)"/

/** The most lines that a process has written, besides those of each order. */
export const linesOfLogs = (folder: string): number =>
  Math.max(
    ...readdirSync(folder).map(
      (file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !ROUTINE.test(line)).length,
    ),
  )
