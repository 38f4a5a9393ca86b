import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Fingerprint {
  isFresh(): boolean
  /** Call after the build is complete. */
  mark(): void
}

/** Compares the sources of a build, files or folders of the repository, with those that it was made from. */
export const fingerprintOfBuild = ({
  sources,
  kept,
}: {
  sources: readonly string[]
  kept: string
}): Fingerprint => {
  const file = join(ROOT, kept)
  // Before the build: a source that changes meanwhile makes it stale.
  const hash = hashOf(sources)
  return {
    isFresh: () => existsSync(file) && readFileSync(file, 'utf8') === hash,
    mark: () => writeFileSync(file, hash),
  }
}

const hashOf = (sources: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const source of sources.flatMap(filesOf)) {
    hash.update(`${source}\0`).update(readFileSync(join(ROOT, source)))
  }
  return hash.digest('hex')
}

const filesOf = (path: string): string[] => {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .filter((file) => !file.startsWith('dashboard/dist/'))
    .sort()
}
