import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

export const PHP_FOLDER = join(import.meta.dirname, 'php')

export interface ShopSources {
  wordpress: string
  woocommerce: string
  /** Our plugin, as it is released. */
  pluginZip: string
  subscriptions: string | undefined
  languages: string | undefined
}

/** Copies WordPress and the plugins, without plugins that a WordPress folder brings along. */
export const copyShopFiles = (www: string, sources: ShopSources): void => {
  cpSync(sources.wordpress, www, { recursive: true })
  const content = join(www, 'wp-content')
  for (const folder of ['plugins', 'mu-plugins']) {
    rmSync(join(content, folder), { recursive: true, force: true })
    mkdirSync(join(content, folder))
  }
  mkdirSync(join(content, 'uploads'), { recursive: true })
  const plugins = join(content, 'plugins')
  cpSync(sources.woocommerce, join(plugins, 'woocommerce'), { recursive: true })
  if (sources.subscriptions) {
    const folder = join(plugins, basename(sources.subscriptions))
    cpSync(sources.subscriptions, folder, { recursive: true })
    cpSync(join(PHP_FOLDER, 'subscriptions.php'), join(content, 'mu-plugins', 'subscriptions.php'))
  }
  if (sources.languages) {
    cpSync(sources.languages, join(content, 'languages'), { recursive: true })
  }
  unpack(sources.pluginZip, plugins)
  cpSync(join(PHP_FOLDER, 'wp-config.php'), join(www, 'wp-config.php'))
  cpSync(join(PHP_FOLDER, 'test-shop.php'), join(content, 'mu-plugins', 'test-shop.php'))
}

const unpack = (zip: string, folder: string): void => {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}
