import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'files'

/** Extensions of what the gateway reads beside its modules at run time. */
const READ_AT_RUN_TIME = /\.(?:sql|css|js|icc|txt|svg|png)$/

/**
 * Keeps `import.meta.url` of bundled modules true: it leads to `files/` beside the bundle, where
 * `copyOwnFiles` puts what they read.
 */
export const ownFiles = ({ root, except }: { root: string; except: string }): Plugin => ({
  name: 'own-files',
  enforce: 'pre',
  transform: (code, id) => {
    const isOwn = id.startsWith(root) && !id.startsWith(except)
    if (!isOwn || !code.includes('import.meta.url')) return undefined
    const path = relative(root, id.split('?')[0] ?? id)
      .split(sep)
      .join('/')
    return {
      code: code.replaceAll(
        'import.meta.url',
        `new URL('./${FOLDER}/${path}', import.meta.url).href`,
      ),
      map: null,
    }
  },
})

/** Copies the files of `folders` that are no modules, under their paths in `root`. */
export const copyOwnFiles = (
  folders: readonly string[],
  { root, to }: { root: string; to: string },
): void => {
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!READ_AT_RUN_TIME.test(file)) continue
      const target = join(to, FOLDER, folder, file)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(root, folder, file), target)
    }
  }
}
