import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprintOfBuild } from '../../dashboard/build/fingerprint.ts'
import { makeSiteIn } from './make-site.ts'
import { openBuildFolder, publish } from './publish.ts'
import { sourcesOfSite } from './sources.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SITE = join(ROOT, 'dist/site')

const fingerprint = fingerprintOfBuild({
  sources: sourcesOfSite(ROOT),
  kept: 'dist/site-made-from',
})

/** Builds `dist/site` unless its fingerprint is current. */
if (!(fingerprint.isFresh() && existsSync(SITE))) {
  process.stdout.write('building\n')
  const folder = openBuildFolder(join(ROOT, 'dist'))
  try {
    publish(await makeSiteIn(folder, ROOT), SITE)
    fingerprint.mark()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
