import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { isFresh, markFresh } from './files.ts'

/** Makes `dashboard/dist`, which Puente serves, unless it is made from the files as they are. */
if (!isFresh()) {
  process.stdout.write('building\n')
  // Whatever is started from where: React has a slower and larger self for those who work on it.
  process.env.NODE_ENV = 'production'
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'error' })
  compressAssets()
  markFresh()
}
