import { setTimeout as sleep } from 'node:timers/promises'
import { platforms } from '../../../adapters/registry.ts'
import { type Puente, startPuente } from '../../../src/puente.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { type GatewayProxy, startGatewayProxy } from '../../support/gateway-proxy.ts'
import { type PuenteProcess, startPuenteProcess } from '../../support/puente-process.ts'
import { isSettled } from '../../support/settled.ts'
import { eventually, type Json, startWorld, type World } from '../../support/world.ts'
import type { Bookshelf } from './accounts.ts'
import type { People } from './act.ts'

/**
 * Runs Puente in a killable process. A second Puente in the test's process only observes: it reads
 * the database and plays the schedule of later hours.
 */
export interface MoneyWorld extends People, Bookshelf {
  shop: World['shop']
  apiKey: string
  watcher: Puente
  line: GatewayProxy
  put(path: 'profile' | 'faults', body: Json): Promise<void>
  pass(seconds: number): Promise<void>
  /** Resets both clocks to real time. */
  backToNow(): Promise<void>
  crash(): Promise<void>
  running(): Promise<void>
  settled(): Promise<void>
  close(): Promise<void>
}

const MINUTES_TO_SETTLE = 40

export const startMoneyWorld = async (): Promise<MoneyWorld> => {
  const line = await startGatewayProxy()
  const world = await startWorld()
  line.forwardTo(world.sandbox.url)
  await world.puente.close()
  const port = await freePort()
  const watcher = await startPuente({
    platforms,
    settings: { ...world.settings, PORT: port, ROLES: ['web'] },
    databaseUrl: world.databaseUrl,
    log: createLog({ level: 'silent', service: 'test' }),
    gatewayBaseUrl: `${world.sandbox.url}/v1`,
    gatewayEmbedBaseUrl: `${world.sandbox.url}/embed/v1`,
    publicUrl: world.url,
  })
  const start = () =>
    startPuenteProcess(world.url, {
      DATABASE_URL: world.databaseUrl,
      PORT: String(world.settings.PORT),
      PUBLIC_URL: world.url,
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      GATEWAY_BASE_URL: `${line.url}/v1`,
      GATEWAY_EMBED_BASE_URL: `${line.url}/embed/v1`,
    })
  let puente: Promise<PuenteProcess> = start()
  await puente

  const send = async (method: string, url: string, body: Json): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  }
  /** Moves the observer's clock; the others follow. */
  const movePuente = async (body: Json): Promise<void> => {
    await send('POST', `http://localhost:${port}/test/clock`, body)
    await eventually(async () => {
      // Tasks due at the new time may trigger the crash.
      await puente
      const clock = await fetch(`${world.url}/test/clock`)
        .then((answer) => answer.json() as Promise<{ now: string }>)
        .catch(() => undefined)
      return clock && Math.abs(Date.parse(clock.now) - watcher.ctx.clock.now().getTime()) < 1_000
    })
  }

  const pass = async (seconds: number): Promise<void> => {
    await world.control('/sandbox/clock', { advance_seconds: seconds })
    await movePuente({ advance_seconds: seconds })
  }

  const { db } = watcher.ctx
  return {
    shop: world.shop,
    db,
    gatewayTables: db.pool,
    paymentIds: async (order) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `SELECT payments.id FROM payments JOIN orders ON orders.id = payments.order_id
         WHERE orders.external_id = $1 ORDER BY payments.attempt DESC`,
        [order],
      )
      return rows.map(({ id }) => id)
    },
    sandboxUrl: world.sandbox.url,
    apiKey: world.apiKey,
    watcher,
    line,
    api: (...request) =>
      world.api(...request).catch(async () => {
        await puente
        return world.api(...request)
      }),
    control: world.control,
    put: (path, body) => send('PUT', `${world.sandbox.url}/sandbox/${path}`, body),
    pass,
    backToNow: async () => {
      const now = new Date().toISOString()
      await world.control('/sandbox/clock', { now })
      await movePuente({ now })
    },
    crash: async () => {
      const dying = await puente
      puente = dying.kill().then(start)
      // Callers that await it still get the error.
      puente.catch(() => {})
      await sleep(0)
    },
    running: async () => {
      await puente
    },
    settled: async () => {
      await puente
      // Open circuits wait by Puente's clock, so time must pass. Order matters: a payment no longer
      // due for polling already has its task.
      const isQuiet = async () => (await noPollDue(watcher)) && (await isSettled(watcher))
      for (let minutes = 0; minutes < MINUTES_TO_SETTLE; minutes++) {
        if (await eventually(isQuiet, 1_500).catch(() => false)) return
        await pass(60)
      }
      throw new Error(`Not settled after ${MINUTES_TO_SETTLE} minutes of its clock`)
    },
    close: async () => {
      await (await puente).kill()
      await watcher.close()
      await world.sandbox.close()
      await world.shop.close()
      await line.close()
    },
  }
}

const noPollDue = async ({ ctx }: Puente): Promise<boolean> => {
  const due = await ctx.db.query
    .selectFrom('payments')
    .select('id')
    .where('next_ask_at', '<=', ctx.clock.now())
    .executeTakeFirst()
  return due === undefined
}
