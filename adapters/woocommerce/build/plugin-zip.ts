import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'

export const PLUGIN = 'puente-for-woocommerce'
export const PLUGIN_FOLDER = join(import.meta.dirname, '../plugin', PLUGIN)

/** Throws if `readme.txt` names another version. */
export const pluginVersion = (folder = PLUGIN_FOLDER): string => {
  const header = readFileSync(join(folder, `${PLUGIN}.php`), 'utf8')
  const readme = readFileSync(join(folder, 'readme.txt'), 'utf8')
  const [, version] = /^ \* Version: (\d+\.\d+\.\d+)$/m.exec(header) ?? []
  const [, stable] = /^Stable tag: (.+)$/m.exec(readme) ?? []
  if (!version) throw new Error(`${PLUGIN}.php names no version`)
  if (stable !== version) throw new Error(`readme.txt says ${stable}, ${PLUGIN}.php ${version}`)
  return version
}

/** Packs reproducibly: same files, same bytes. */
export const zipPlugin = (folder = PLUGIN_FOLDER): Buffer => {
  const files: Zippable = {}
  for (const path of filesIn(folder)) {
    files[`${PLUGIN}/${path}`] = readFileSync(join(folder, path))
  }
  // Zip timestamps are local: the same bytes in every time zone.
  return Buffer.from(
    zipSync(files, { level: 9, mtime: new Date(2026, 0, 1), os: 3, attrs: 0o644 << 16 }),
  )
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
