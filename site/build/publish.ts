import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PREFIX = 'site-build-'
const ABANDONED_AFTER_MS = 60 * 60 * 1_000

/**
 * Creates the folder of one build, beside the site so that a rename publishes it. Several builds may
 * run at a time. Removes the folders of killed builds.
 */
export const openBuildFolder = (parent: string): string => {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name)
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, PREFIX))
}

/** Replaces the site by renames: a reader meets no half-written site, and the last build wins. */
export const publish = (made: string, site: string): void => {
  const former = join(dirname(made), 'former')
  while (!renamed(made, site, OCCUPIED)) {
    rmSync(former, { recursive: true, force: true })
    renamed(site, former, MISSING)
  }
}

const OCCUPIED = ['ENOTEMPTY', 'EEXIST']
const MISSING = ['ENOENT']

/** Returns false if the rename fails with one of `codes`. */
const renamed = (from: string, to: string, codes: readonly string[]): boolean => {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!codes.includes(code)) throw error
    return false
  }
}
