import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Zippable } from 'fflate'
import { clientFiles, filesIn, zipOf } from '../../../packages/php/build/archive.ts'

export const PLUGIN = 'puente-for-woocommerce'
export const PLUGIN_FOLDER = join(import.meta.dirname, '../plugin', PLUGIN)

/** Parts of the PHP client that the plugin uses; WordPress sends its requests. */
const PARTS_OF_CLIENT = /^(?:LICENSE$|src\/(?:PuenteError\.php$|Call\/|Http\/))/

/** Namespace and folder of the copy, as in `Puente_Autoload`: another plugin may load another version. */
const NAMESPACE = 'PuenteForWooCommerce'
const CLIENT_FOLDER = 'vendor-prefixed/puente'

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

/** Packs the plugin with its copy of the PHP client. */
export const zipPlugin = (folder = PLUGIN_FOLDER): Buffer => {
  const files: Zippable = {}
  for (const path of filesIn(folder)) {
    files[`${PLUGIN}/${path}`] = readFileSync(join(folder, path))
  }
  for (const [path, text] of clientFiles()) {
    const copied = `${PLUGIN}/${CLIENT_FOLDER}/${path.replace(/^src\//, '')}`
    if (PARTS_OF_CLIENT.test(path)) files[copied] = Buffer.from(copyOf(text))
  }
  return zipOf(files)
}

/** Moves a class into the plugin's namespace, and guards it as WordPress asks of every file. */
const copyOf = (text: string): string =>
  text
    .replace(
      /^namespace Puente\b(.*);$/m,
      `namespace ${NAMESPACE}$1;\n\ndefined('ABSPATH') || exit;`,
    )
    .replaceAll(/^use Puente\\/gm, `use ${NAMESPACE}\\`)
