import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { orUndefined, UserError } from '../../../src/runtime/failure.ts'
import type { MatrixOptions } from './options.ts'

export interface Release {
  folder: string
  version: string
}

export interface Releases {
  wordpress: Release
  woocommerce: readonly Release[]
  subscriptions: string | undefined
  languages: string | undefined
}

/** Reads the versions of the given folders. Throws a UserError about the first that has none. */
export const readReleases = (options: MatrixOptions): Releases => ({
  wordpress: readRelease(options.wordpress, {
    name: 'WordPress',
    file: 'wp-includes/version.php',
    version: /^\$wp_version = '([^']+)'/m,
    needs: 'wp-settings.php',
  }),
  woocommerce: options.woocommerce.map((folder) =>
    readRelease(folder, {
      name: 'WooCommerce',
      file: 'woocommerce.php',
      version: /^ \* Version: (\S+)/m,
      // A clone of the repository has it only after its build.
      needs: 'vendor/autoload_packages.php',
    }),
  ),
  subscriptions: options.subscriptions
    ? readRelease(options.subscriptions, {
        name: 'WooCommerce Subscriptions Core',
        file: 'woocommerce-subscriptions-core.php',
        version: /^ \* Version: (\S+)/m,
        needs: 'includes',
      }).folder
    : undefined,
  languages: options.languages ? languagesIn(options.languages) : undefined,
})

const readRelease = (
  given: string,
  { name, file, version, needs }: { name: string; file: string; version: RegExp; needs: string },
): Release => {
  const folder = resolve(given)
  const text = orUndefined(() => readFileSync(join(folder, file), 'utf8')) ?? ''
  const [, found] = version.exec(text) ?? []
  if (!found || !orUndefined(() => statSync(join(folder, needs)))) {
    throw new UserError(`${folder} holds no release of ${name}: it needs ${file} and ${needs}.`)
  }
  return { folder, version: found }
}

const languagesIn = (given: string): string => {
  const folder = resolve(given)
  if (orUndefined(() => statSync(folder))?.isDirectory()) return folder
  throw new UserError(`There is no folder ${folder} with language files.`)
}
