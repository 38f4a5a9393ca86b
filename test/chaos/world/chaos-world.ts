import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { controlClient } from '../../../sandbox/gateway/control/client.ts'
import type { PolicyInput } from '../../../src/payments/ports/policy.ts'
import type { People } from '../../properties/money/act.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { type ApiAnswer, type Json, NOTIFY_SECRET } from '../../support/world.ts'
import type { Draw } from '../draw.ts'
import { type Clocks, setUpClocks } from './clocks.ts'
import { connectShop, SEALING_KEYS } from './connect-store.ts'
import { createGate } from './gate.ts'
import { type SupervisedProcess, superviseProcess } from './kept-process.ts'
import type { Lane } from './lane.ts'
import { type Load, startLoad } from './load.ts'
import { type Killed, noKills } from './mortals.ts'

export interface ChaosWorld extends People {
  lane: Lane
  shop: Shop
  web: SupervisedProcess
  workers: readonly [SupervisedProcess, SupervisedProcess]
  clocks: Clocks
  load: Load
  draw: Draw
  killed: Killed
  complaints: string[]
  put(what: 'profile' | 'faults', body: Json): Promise<void>
  close(): Promise<void>
}

export const startChaosWorld = async (
  lane: Lane,
  { seed, draw, policy }: { seed: number; draw: Draw; policy: PolicyInput },
): Promise<ChaosWorld> => {
  const sandbox = controlClient(lane.sandboxUrl)
  await sandbox.call('POST', '/sandbox/reset')
  await lane.database.renew('puente')
  const shop = await startShop(NOTIFY_SECRET)
  const connecting = { policy, notifyUrl: shop.url }
  const apiKey = await lane.database.useLedger((db) => connectShop(db, connecting))

  const logs = join(lane.logs, `seed-${seed}`)
  mkdirSync(logs, { recursive: true })
  const start = (name: string, role: 'web' | 'worker') =>
    superviseProcess(name, { settings: { ...settingsOf(lane), ROLES: role }, logs })
  const web = start('web', 'web')
  const workers = [start('worker-1', 'worker'), start('worker-2', 'worker')] as const
  const control = (path: string, body?: unknown): Promise<Json> =>
    sandbox.call(body === undefined ? 'GET' : 'POST', path, body)
  const gate = createGate()
  const api: People['api'] = (method, path, body, headers) =>
    gate.enter(() =>
      insist(lane.publicUrl + path, { method, body, headers: { ...headers, ...bearer(apiKey) } }),
    )
  await Promise.all([web, ...workers].map((process) => process.running()))
  const load = startLoad(lane.publicUrl, draw)

  return {
    lane,
    shop,
    web,
    workers,
    clocks: setUpClocks({ ...lane, gate, control }),
    load,
    draw,
    killed: noKills(),
    complaints: [],
    api,
    control,
    sandboxUrl: lane.sandboxUrl,
    gatewayTables: lane.gatewayTables,
    paymentIds: async (order) => {
      const { body } = await api('GET', `/v1/orders/${order}`)
      const payments: Json[] = body.payments ?? []
      return payments
        .toSorted((one, other) => other.attempt - one.attempt)
        .map(({ id }) => String(id))
    },
    put: (what, body) => sandbox.call('PUT', `/sandbox/${what}`, body),
    close: async () => {
      await load.stop()
      await Promise.all([web, ...workers].map((process) => process.stop()))
      await shop.close()
    },
  }
}

const settingsOf = ({
  backend,
  database,
  disk,
  line,
  port,
  publicUrl,
  addresses,
  compileCache,
}: Lane) => ({
  ...(backend === 'embedded'
    ? { DATA_DIR: disk.path }
    : {
        DATABASE_URL: addresses?.postgres.url ?? database.url('puente'),
        REDIS_URL: addresses?.redis.url ?? '',
      }),
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  SEALING_KEYS,
  GATEWAY_BASE_URL: `${line.url}/v1`,
  GATEWAY_EMBED_BASE_URL: `${line.url}/embed/v1`,
  GATEWAY_TIMEOUT_MS: '2000',
  NODE_COMPILE_CACHE: compileCache,
})

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const PATIENCE_MS = 8_000
const BETWEEN_TRIES_MS = 250

const insist = async (
  url: string,
  {
    method,
    body,
    headers,
  }: {
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    body: unknown
    headers: Record<string, string>
  },
): Promise<ApiAnswer> => {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({
        status: response.status,
        headers: response.headers,
        body: JSON.parse((await response.text()) || '{}'),
      }))
      .catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (Date.now() > giveUpAt) return answer ?? { status: 0, headers: new Headers(), body: {} }
    await sleep(BETWEEN_TRIES_MS)
  }
}
