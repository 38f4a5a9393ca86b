import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
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

/** Returns what the test of an example prints, installed from the tarballs. */
const tested = async (
  name: string,
  prepare: (shop: string) => void = () => {},
): Promise<string> => {
  const shop = join(place.folder, name)
  cpSync(join(ROOT, 'examples', name), shop, { recursive: true })
  prepare(shop)
  await installOffline(shop, {
    pglite: pglite.tarball,
    packages: {
      '@puente/node': `file:${node.tarball}`,
      '@puente/simulator': `file:${simulator.tarball}`,
      '@puente/local': `file:${local.tarball}`,
    },
  })
  return output('npm', ['test'], shop)
}

it.each(['express', 'fastify'])('the example with %s passes its own test', async (name) => {
  expect(await tested(name)).toMatch(/pass 5\n/)
})

const CLIENT = join(ROOT, 'packages/php')
const hasPhp = existsSync(CLIENT) && spawnSync('php', ['--version']).status === 0

it.skipIf(!hasPhp)('the example in PHP passes its own test', async () => {
  const printed = await tested('php', (shop) => {
    for (const part of ['autoload.php', 'src']) {
      cpSync(join(CLIENT, part), join(shop, 'puente', part), { recursive: true })
    }
  })
  expect(printed).toMatch(/pass 5\n/)
})
