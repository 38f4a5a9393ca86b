import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url))

/** Puente serves the `.gz` beside each script and stylesheet. */
export const compressAssets = (): void => {
  for (const name of readdirSync(ASSETS).filter((file) => /\.(js|css)$/.test(file))) {
    const file = join(ASSETS, name)
    const level = constants.Z_BEST_COMPRESSION
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level }))
  }
}
