import { writeFile } from 'node:fs/promises'
import type { Reporter } from 'vitest/node'

/**
 * Writes the names of the files that failed, a line each, so that they can be run again. A run that broke in
 * another way leaves none: an error that no test has caught is nothing to try again.
 */
export const failedFilesTo = (path: string): Reporter => ({
  onTestRunEnd: async (modules, unhandledErrors) => {
    const failed = unhandledErrors.length > 0 ? [] : modules.filter((module) => !module.ok())
    await writeFile(path, failed.map(({ moduleId }) => `${moduleId}\n`).join(''))
  },
})
