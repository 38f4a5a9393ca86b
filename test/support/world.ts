import type { Router } from 'express'
import request from 'supertest'
import { platforms as registered } from '../../adapters/registry.ts'
import { readSettings, type Settings } from '../../config/settings.ts'
import { controlClient } from '../../sandbox/gateway/control/client.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox/gateway/sandbox.ts'
import { demoData } from '../../src/cli/demo-data/demo-data.ts'
import { hondurasDayOf, startOfHondurasDay } from '../../src/contract/honduras-time.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { dayAfter } from '../../src/payments/reconciliation/window.ts'
import { connectStore, type StoreConnection } from '../../src/payments/stores/connect-store.ts'
import { type Puente, type PuenteOptions, startPuente } from '../../src/puente.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { createLog, type Log } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { databaseWithTables } from './fresh-database.ts'
import { type Shop, startShop } from './shop.ts'

export { eventually } from './eventually.ts'

export const TEST_STORE = StoreId.parse('tienda')
export const WEBHOOK_SECRET = 'whsec_test_sandbox'
export const CARDS = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
} as const

export interface World {
  puente: Puente
  sandbox: RunningSandbox
  shop: Shop
  gatewayUrl: string
  settings: Settings
  databaseUrl: string
  url: string
  apiKey: string
  api(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>
  control(path: string, body?: unknown): Promise<Json>
  pay(checkoutUrl: string, card?: string): Promise<{ status: string; transaction_id?: string }>
  close(): Promise<void>
}

/** Untyped; tests assert the shape. */
export type Json = ReturnType<typeof JSON.parse>

export interface ApiAnswer {
  status: number
  headers: Headers
  body: Json
}

export const NOTIFY_SECRET = `whsec_${Buffer.from('the shop of the tests, 24 bytes+').toString('base64')}`

const quiet = createLog({ level: process.env.TEST_LOG ?? 'silent', service: 'test' })

export const startWorld = async (
  overrides: Record<string, string> = {},
  existing: {
    databaseUrl?: string
    /** Maps the database URL for Puente alone, for a proxy. */
    through?: (databaseUrl: string) => Promise<string>
    demo?: Router
    log?: Log
    platforms?: PuenteOptions['platforms']
  } = {},
): Promise<World> => {
  const { demo, log = quiet, through = async (url) => url, platforms = registered } = existing
  const databaseUrl = existing.databaseUrl ?? (await databaseWithTables())
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const settings = readSettings(
    {
      NODE_ENV: 'test',
      PORT: String(port),
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      DATABASE_TIMEOUT_MS: '60000',
      SANDBOX_WEBHOOK_URL: `${publicUrl}/webhooks/gateway/${TEST_STORE}`,
      SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
      // `DATABASE_PREPARED=off npm test` runs the suite as behind a pooler without prepared
      // statements.
      DATABASE_PREPARED: process.env.DATABASE_PREPARED,
      ...overrides,
    },
    'no-such-file',
    platforms,
  )
  const sandbox = closedOnce(await startSandbox({ settings, databaseUrl, log: quiet, port: 0 }))
  const gatewayBaseUrl = settings.GATEWAY_BASE_URL ?? `${sandbox.url}/v1`
  const started = await startPuente({
    settings: { GATEWAY_PORTAL_URL: `${sandbox.url}/portal`, ...settings },
    platforms,
    databaseUrl: await through(databaseUrl),
    log,
    gatewayBaseUrl,
    gatewayEmbedBaseUrl: settings.GATEWAY_EMBED_BASE_URL ?? `${sandbox.url}/embed/v1`,
    gatewaySdkUrl: settings.GATEWAY_SDK_URL ?? `${sandbox.url}/sdk/v1/connect.js`,
    gatewayPortalUrl: `${sandbox.url}/portal`,
    publicUrl: settings.PUBLIC_URL ?? publicUrl,
    demo,
    demoData: (opened) => demoData(opened, { settings, url: publicUrl, sandboxUrl: sandbox.url }),
  })
  const puente = closedOnce(started)
  const shop = await startShop(NOTIFY_SECRET)
  if (!existing.databaseUrl) await beginInTheMorning(sandbox, publicUrl)
  const apiKey = await connectTestStore(puente, { notifyUrl: shop.url })

  const control = controlClient(sandbox.url)
  return {
    puente,
    sandbox,
    shop,
    gatewayUrl: gatewayBaseUrl,
    settings,
    databaseUrl,
    url: publicUrl,
    apiKey,
    api: (method, path, body, headers = {}) =>
      callApi(publicUrl, { method, path, body, apiKey, headers }),
    control: (path, body) => control.call(body === undefined ? 'GET' : 'POST', path, body),
    pay: (checkoutUrl, card = CARDS.approved) =>
      control.pay({ checkout_url: checkoutUrl, card: cardOf(card) }),
    close: async () => {
      await puente.close()
      await sandbox.close()
      await shop.close()
    },
  }
}

/** Some tests close a part of their world early. */
const closedOnce = <T extends { close(): Promise<void> }>(part: T): T => {
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= part.close()
    return closing
  }
  return { ...part, close }
}

export const connectTestStore = async (
  { ctx, sealer }: Puente,
  {
    id = TEST_STORE,
    notifyUrl,
    ordersUrl,
    secretKey = 'sk_test_sandbox',
    apiKey,
    policy,
    more = {},
  }: {
    id?: string
    notifyUrl: string | null
    ordersUrl?: string
    secretKey?: string
    apiKey?: string
    policy?: StoreConnection['policy']
    more?: Partial<StoreConnection>
  },
): Promise<string> => {
  const connected = await connectStore(
    {
      query: ctx.db.query,
      sealer,
      ids: ctx.ids,
      now: ctx.clock.now(),
      installation: ctx.cardPage,
    },
    {
      id: StoreId.parse(id),
      name: 'Tienda de prueba',
      locale: 'es',
      secretKey,
      publishableKey: 'pk_test_sandbox',
      webhookSecret: WEBHOOK_SECRET,
      notifyUrl,
      ordersUrl,
      notifySecret: NOTIFY_SECRET,
      apiKey,
      policy,
      ...more,
    },
  )
  if (connected.outcome !== 'connected') throw new Error(connected.reason)
  return connected.apiKey
}

export const cardOf = (number: string) => ({ number, exp_month: 12, exp_year: 2039, cvc: '123' })

const callApi = async (
  baseUrl: string,
  {
    method,
    path,
    body,
    apiKey,
    headers,
  }: {
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    path: string
    body: unknown
    apiKey: string
    headers: Record<string, string>
  },
): Promise<ApiAnswer> => {
  const agent = request(baseUrl)
  const call = {
    GET: agent.get,
    POST: agent.post,
    PATCH: agent.patch,
    DELETE: agent.delete,
  }[method].call(agent, path)
  const answer = await call
    .set({ authorization: `Bearer ${apiKey}`, ...headers })
    .send(body as object)
  const isJson = /json/.test(answer.headers['content-type'] ?? '')
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    body: isJson ? JSON.parse(answer.text) : answer.text,
  }
}

const TEN_O_CLOCK_MS = 10 * 3_600_000

/** Moves both clocks to the next 10:00 in Honduras, far from midnight and the nightly run. */
const beginInTheMorning = async (sandbox: RunningSandbox, puenteUrl: string): Promise<void> => {
  const real = new Date()
  const day = hondurasDayOf(real)
  const morning = [day, dayAfter(day, 1)]
    .map((each) => addMs(startOfHondurasDay(each) as Date, TEN_O_CLOCK_MS))
    .find((each) => each >= real)
  const now = morning?.toISOString()
  await controlClient(sandbox.url).moveClock({ now })
  await controlClient(puenteUrl).call('POST', '/test/clock', { now })
}
