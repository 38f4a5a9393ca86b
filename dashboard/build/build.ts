import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { isFresh, markFresh } from './files.ts'

/** Builds `dashboard/dist` unless its fingerprint is current. */
if (!isFresh()) {
  process.stdout.write('building\n')
  // Else React ships its slower, larger development build.
  process.env.NODE_ENV = 'production'
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'error' })
  compressAssets()
  markFresh()
}
