import { readSettings, type Settings } from '../../../config/settings.ts'
import { type RunningSandbox, startSandbox } from '../../../sandbox/sandbox.ts'
import { createLog } from '../../../src/platform/log.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import type { Json } from '../../support/world.ts'

export const TEST_KEY = 'sk_test_sandbox'
export const LIVE_KEY = 'sk_live_sandbox'

export const CARDS = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  challenge: '4000000000003220',
  frictionless: '4000000000003238',
  processorError: '4000000000000119',
  declinedWhenSaved: '4000000000000341',
} as const

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

export interface Harness {
  sandbox: RunningSandbox
  /** Another sandbox on the same database, after this one was closed. */
  restart(): Promise<void>
  close(): Promise<void>
  /** A request as a merchant's backend makes it, with the test key unless told. */
  call(
    method: string,
    path: string,
    options?: { key?: string | null; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  /** Creates a payment of 100 lempiras, with `fields` on top, and expects it to work. */
  createPayment(fields?: Record<string, unknown>, key?: string): Promise<Answer['body']>
  pay(input: { payment_id?: number; checkout_url?: string; number?: string }): Promise<Answer>
  addEndpoint(url: string, environment?: 'test' | 'live'): Promise<{ id: string; secret: string }>
  advance(seconds: number): Promise<void>
  now(): Promise<Date>
  journal(type?: 'request' | 'delivery'): Promise<Answer['body'][]>
}

const settingsOf = (overrides: Partial<Settings>): Settings => ({
  ...readSettings({}, '/nowhere/.env'),
  ...overrides,
})

export const startHarness = async (overrides: Partial<Settings> = {}): Promise<Harness> => {
  const databaseUrl = await freshDatabase()
  const settings = settingsOf(overrides)
  const log = createLog({ level: 'error', service: 'sandbox' })
  const start = () => startSandbox({ settings, databaseUrl, log, port: 0 })
  let sandbox = await start()

  const call: Harness['call'] = async (method, path, { key = TEST_KEY, body, headers } = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }

  const control = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await call(method, `/sandbox${path}`, { key: null, body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    get sandbox() {
      return sandbox
    },
    restart: async () => {
      await sandbox.close()
      sandbox = await start()
    },
    close: () => sandbox.close(),
    call,
    createPayment: async (fields = {}, key = TEST_KEY) => {
      const answer = await call('POST', '/v1/payments', { key, body: { ...order, ...fields } })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    pay: ({ number = CARDS.approved, ...target }) =>
      call('POST', '/sandbox/pay', {
        key: null,
        body: { ...target, card: { number, exp_month: 12, exp_year: 2060, cvc: '123' } },
      }),
    addEndpoint: (url, environment = 'test') => control('POST', '/endpoints', { environment, url }),
    advance: async (seconds) => control('POST', '/clock', { advance_seconds: seconds }),
    now: async () => new Date((await control('GET', '/clock')).now),
    journal: async (type) => {
      const { entries } = await control('GET', '/journal')
      return entries.filter((entry: { type: string }) => !type || entry.type === type)
    },
  }
}

/** The least that creates a payment. */
export const order = { amount: 100, external_reference: 'order-1', name: 'Order 1' }
