import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'

const FOLDER = join(import.meta.dirname, '..')

/** Files of the package, relative to its folder. */
const PACKED = /^(?:autoload\.php|composer\.json|LICENSE|README\.md|CHANGELOG\.md|src\/.+\.php)$/

/** Throws if `Client.php` names another version. */
export const clientVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(FOLDER, 'composer.json'), 'utf8'))
  const client = readFileSync(join(FOLDER, 'src/Client.php'), 'utf8')
  const [, named] = /VERSION = '(.+)';/.exec(client) ?? []
  if (named !== version) throw new Error(`Client.php says ${named}, composer.json ${version}`)
  return version
}

/** Reads the files of the package, by path. */
export const clientFiles = (): [path: string, text: string][] =>
  filesIn(FOLDER)
    .filter((path) => PACKED.test(path))
    .map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')])

/** Packs the client as Composer's artifact repository and a shop without Composer take it. */
export const packClient = (): Buffer =>
  zipOf(
    Object.fromEntries(clientFiles().map(([path, text]) => [`puente/${path}`, Buffer.from(text)])),
  )

/** Zips reproducibly: same files, same bytes. */
export const zipOf = (files: Zippable): Buffer =>
  Buffer.from(
    // Zip timestamps are local: the same bytes in every time zone.
    zipSync(files, { level: 9, mtime: new Date(2026, 0, 1), os: 3, attrs: 0o644 << 16 }),
  )

/** Lists the files of a folder by relative path, without hidden ones. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
