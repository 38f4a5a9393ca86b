import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useStarted } from '../../support/use-world.ts'
import { installOffline } from '../offline-shop.ts'
import { output, temporaryFolder, usePacked } from '../packed.ts'
import { usePglite } from '../pglite.ts'

const node = usePacked('node')
const simulator = usePacked('simulator')
const local = usePacked('local')
const pglite = usePglite()
const place = useStarted(async () => {
  const folder = temporaryFolder()
  return { folder, close: () => rmSync(folder, { recursive: true }) }
})

const ROOT = join(import.meta.dirname, '../../..')

it.each(['express', 'fastify'])(
  'the example with %s passes its own test, installed from the tarballs',
  async (name) => {
    const shop = join(place.folder, name)
    cpSync(join(ROOT, 'examples', name), shop, { recursive: true })
    await installOffline(shop, {
      pglite: pglite.tarball,
      packages: {
        '@puente/node': `file:${node.tarball}`,
        '@puente/simulator': `file:${simulator.tarball}`,
        '@puente/local': `file:${local.tarball}`,
      },
    })
    expect(await output('npm', ['test'], shop)).toMatch(/pass 5\n/)
  },
)
