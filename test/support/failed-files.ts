import { writeFile } from 'node:fs/promises'
import type { Reporter } from 'vitest/node'

/**
 * Writes the failed files for a retry, one per line; none after an unhandled error, which a retry
 * must not hide.
 */
export const failedFilesTo = (path: string): Reporter => ({
  onTestRunEnd: async (modules, unhandledErrors) => {
    const failed = unhandledErrors.length > 0 ? [] : modules.filter((module) => !module.ok())
    await writeFile(path, failed.map(({ moduleId }) => `${moduleId}\n`).join(''))
  },
})
