import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Fingerprint inputs; the lock file covers versions. */
const SOURCES = [
  'dashboard',
  'packages/operator-client/client.ts',
  'src/domain',
  'src/locales',
  'src/runtime/http/assets/design.css',
  'package-lock.json',
]

const HASH_FILE = join(ROOT, 'dashboard/dist/made-from')

const filesOf = (path: string): string[] => {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (/\.(?:css|json|ts)$/.test(path)) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .filter((file) => !file.startsWith('dashboard/dist/'))
    .sort()
}

const hashOfSources = (): string => {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

export const isFresh = (): boolean =>
  existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hashOfSources()

/** Call after `dist` is complete. */
export const markFresh = (): void => writeFileSync(HASH_FILE, hashOfSources())
