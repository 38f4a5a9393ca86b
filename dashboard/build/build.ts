import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { fingerprintOfBuild } from './fingerprint.ts'

/** The lock file covers versions. */
const fingerprint = fingerprintOfBuild({
  sources: [
    'dashboard',
    'packages/operator-client/client.ts',
    'src/domain',
    'src/locales',
    'src/runtime/http/assets/design.css',
    'package-lock.json',
  ],
  kept: 'dashboard/dist/made-from',
})

/** Builds `dashboard/dist` unless its fingerprint is current. */
if (!fingerprint.isFresh()) {
  process.stdout.write('building\n')
  // Else React ships its slower, larger development build.
  process.env.NODE_ENV = 'production'
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'error' })
  compressAssets()
  fingerprint.mark()
}
