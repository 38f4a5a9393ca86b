import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InstalledShop } from '../packed.ts'

const OWN = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const majorOf = (folder: string): number => {
  const file = join(folder, 'react/package.json')
  const version = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '0'
  return Number.parseInt(version, 10)
}

/** Finds a React by its major version: that of the repository, or `REACT_18` in the environment. */
export const REACTS = [19, 18].map((major) => ({
  major,
  folder: [process.env[`REACT_${major}`], OWN].find(
    (folder) => folder !== undefined && majorOf(folder) === major,
  ),
}))

const PACKAGES = ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype']
const OF_REACT_18 = ['loose-envify', 'js-tokens', '@types/prop-types']

/** Links React and its types into a shop, as an installation has them. */
export const withReact = (shop: InstalledShop, folder: string): void => {
  for (const name of [...PACKAGES, ...OF_REACT_18]) {
    const source = join(folder, name)
    if (!existsSync(source)) continue
    const target = join(shop.folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(source, target)
  }
}
