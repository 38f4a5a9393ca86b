import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { withClient } from '../../src/runtime/postgres/server-address.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { useGateway } from '../support/use-world.ts'
import { eventually, TEST_STORE, WEBHOOK_SECRET } from '../support/world.ts'
import { findInBooks, isAnythingDue, openOrders } from './failover/books.ts'
import { duplicateNotifications, watchShop } from './failover/progress-lines.ts'
import { deliverSteadily, type Sent } from './failover/steady-load.ts'
import {
  hasReleasedCommit,
  installReleasedVersion,
  type ReleasedVersion,
} from './released-version.ts'
import { SEALING_KEYS } from './world/connect-store.ts'
import { type SupervisedProcess, superviseProcess } from './world/kept-process.ts'

const RATE = 40
/** Enough for the whole test; the load ends before. */
const ORDERS = 6_000
const BESIDE_MS = 4_000

const gateway = useGateway()
const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

interface Stage {
  released: ReleasedVersion
  databaseUrl: string
  settings: Record<string, string>
  shop: Shop
}

/** A database of the released version, with a store and orders that wait for their payment. */
const openStage = async (): Promise<Stage> => {
  const released = await installReleasedVersion()
  closers.push(released.remove)
  const databaseUrl = await freshDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    SEALING_KEYS,
    GATEWAY_BASE_URL: `${gateway.sandbox.url}/v1`,
    PUBLIC_URL: 'http://localhost:3000',
  }
  await released.command('migrate.ts', [], settings)
  const port = await freePort()
  const printed = await released.command(
    'stores.ts',
    [
      ...['add', '--id', TEST_STORE, '--name', 'Tienda', '--secret-key', 'sk_test_sandbox'],
      ...['--webhook-secret', WEBHOOK_SECRET, '--notify-url', `http://127.0.0.1:${port}/`],
    ],
    settings,
  )
  const secret = printed.match(/whsec_\S+/g)?.find((each) => each !== WEBHOOK_SECRET)
  if (secret === undefined) throw new Error(`No secret of notifications in: ${printed}`)
  const shop = await startShop(secret, port)
  closers.push(shop.close)
  await withClient(databaseUrl, async (client) => {
    await client.query('SET search_path = puente')
    await openOrders({ pool: client }, ORDERS)
  })
  return { released, databaseUrl, settings, shop }
}

describe.skipIf(!hasReleasedCommit())('an update and a rollback under load', () => {
  it('the released version and this one share a database, and nothing is lost, refused or told twice', async () => {
    const { released, databaseUrl, settings, shop } = await openStage()
    const logs = mkdtempSync(join(tmpdir(), 'puente-versions-'))
    closers.push(() => rmSync(logs, { recursive: true, force: true }))
    const ports = { released: await freePort(), current: await freePort() }
    const urls = Object.values(ports).map((port) => `http://127.0.0.1:${port}`)
    let starts = 0
    const start = async (version: keyof typeof ports): Promise<SupervisedProcess> => {
      const started = superviseProcess(`${version}-${++starts}`, {
        settings: { ...settings, PORT: String(ports[version]) },
        logs,
        ...(version === 'released' && { main: released.main }),
      })
      closers.push(started.stop)
      await started.running()
      return started
    }

    const first = await start('released')
    const sent: Sent[] = []
    const { notifiedAt, stop } = watchShop(shop)
    closers.push(stop)
    const [enough, patience] = [new AbortController(), new AbortController()]
    const delivering = deliverSteadily(urls, {
      ...{ orders: ORDERS, rate: RATE, sent },
      ...{ enough: enough.signal, patience: patience.signal },
    })
    await sleep(BESIDE_MS)

    const update = await start('current')
    await sleep(BESIDE_MS)
    expect(await first.retire()).toBe(0)
    await sleep(BESIDE_MS)
    const rollback = await start('released')
    expect(await update.retire()).toBe(0)
    await sleep(BESIDE_MS)
    const again = await start('current')
    expect(await rollback.retire()).toBe(0)
    await sleep(BESIDE_MS)

    enough.abort()
    await eventually(
      async () => notifiedAt.size === sent.length && !(await isAnythingDue(databaseUrl)),
    )
    patience.abort()
    await delivering
    const books = await findInBooks(databaseUrl, sent)
    const refused = sent.filter(({ firstStatus }) => firstStatus !== 200).length
    expect({ ...books, refused, twice: duplicateNotifications(shop) }).toEqual({
      ...{ lost: 0, doubled: 0, leftBehind: [] },
      ...{ refused: 0, twice: 0 },
    })
    expect([first, update, rollback, again].flatMap(({ endings }) => endings)).toEqual([])
    expect(sent.length).toBeGreaterThan(RATE)
  })
})
