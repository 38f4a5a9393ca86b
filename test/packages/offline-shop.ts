import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { output } from './packed.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Dependencies {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/**
 * Installs a shop without a registry: Puente's packages and PGlite from tarballs. The framework and
 * PostgreSQL are this clone's, one folder above the shop.
 */
export const installOffline = async (shop: string, tarballs: Tarballs): Promise<void> => {
  const file = join(shop, 'package.json')
  const { dependencies, devDependencies, ...others } = JSON.parse(readFileSync(file, 'utf8'))
  const ours = (given: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, version]) =>
        name.startsWith('@puente/') ? [[name, tarballs.packages?.[name] ?? version]] : [],
      ),
    )
  const changed: Dependencies = {
    dependencies: ours(dependencies),
    devDependencies: ours(devDependencies),
  }
  writeFileSync(file, JSON.stringify({ ...others, ...changed }))
  const above = join(dirname(shop), 'node_modules')
  if (!existsSync(above)) symlinkSync(join(ROOT, 'node_modules'), above)
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  await output('npm', ['install', ...flags, tarballs.pglite], shop)
}

export interface Tarballs {
  pglite: string
  /** By name of the package; by default, those that the shop names. */
  packages?: Readonly<Record<string, string>>
}
