import { randomBytes } from 'node:crypto'
import type { Settings } from '../../../config/settings.ts'
import type { RunningSandbox } from '../../../sandbox/gateway/sandbox.ts'
import { parseHondurasTime } from '../../../src/contract/honduras-time.ts'
import type { Json } from '../../support/world.ts'
import { type Answer, type Call, callsTo } from './requests.ts'
import {
  type Addresses,
  addressesAt,
  CONTROLS,
  FOREIGN,
  PUBLISHABLE_KEY,
  TEST_KEY,
} from './target.ts'

export type { Answer } from './requests.ts'
export { LIVE_KEY, PUBLISHABLE_KEY, TEST_KEY } from './target.ts'

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

export interface Harness {
  /** Without control routes, only members marked "no controls" work. */
  controls: boolean
  addresses: Addresses
  /** Throws for another gateway. */
  sandbox: RunningSandbox
  restart(): Promise<void>
  close(): Promise<void>
  /** Sends a request like a merchant's backend, by default with the test key. No controls. */
  call: Call
  /** Creates a payment of 100 lempiras plus `fields`; throws on failure. No controls. */
  createPayment(fields?: Record<string, unknown>, key?: string): Promise<Json>
  getPayment(id: number, key?: string): Promise<Json>
  now(): Promise<Date>

  /** Calls a control route; throws on status 300 or above. */
  control(method: string, path: string, body?: unknown): Promise<Json>
  pay(input: {
    payment_id?: number
    checkout_url?: string
    number?: string
    save_card?: boolean
    tip?: number
  }): Promise<Answer>
  payNew(
    fields?: Record<string, unknown>,
    key?: string,
  ): Promise<{ id: number; transactionId: string }>
  token(input?: {
    number?: string
    publishable_key?: string
    customer?: Record<string, string>
    save_card?: boolean
    payment_id?: number
  }): Promise<string>
  settle(): Promise<void>
  addEndpoint(url: string, environment?: 'test' | 'live'): Promise<{ id: string; secret: string }>
  advance(seconds: number): Promise<void>
  journal(type?: 'request' | 'delivery'): Promise<Json[]>
  withProfile<T>(fields: Record<string, unknown>, work: () => Promise<T>): Promise<T>
}

/** Minimal creation body. */
export const order = { amount: 100, external_reference: 'order-1', name: 'Order 1' }

/** Unique across tests, because several may share a gateway. */
export const uniqueReference = (): string => `ref-${randomBytes(8).toString('hex')}`

export const testCard = (number: string) => ({
  number,
  exp_month: 12,
  exp_year: 2060,
  cvc: '123',
})

/** Starts a sandbox, or connects to the gateway under test; `overrides` need our own. */
export const startHarness = async (overrides: Partial<Settings> = {}): Promise<Harness> => {
  const own = FOREIGN
    ? undefined
    : await (await import('./own-sandbox.ts')).startOwnSandbox(overrides)
  const sandbox = (): RunningSandbox => {
    if (!own) throw new Error('The gateway under test is not ours to stop and start')
    return own.current()
  }
  const addresses = (): Addresses => FOREIGN ?? addressesAt(sandbox().url)
  const call = callsTo(addresses)

  const control: Harness['control'] = async (method, path, body) => {
    if (!CONTROLS) throw new Error(`Without --control there is no ${method} ${path}`)
    const answer = await call(method, `/sandbox${path}`, { key: null, body })
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }

  const endpoints: string[] = []
  const startedAheadMs =
    FOREIGN && CONTROLS ? Date.parse((await control('GET', '/clock')).now) - Date.now() : undefined
  const close = async (): Promise<void> => {
    await own?.current().close()
    if (startedAheadMs === undefined) return
    for (const id of endpoints) await call('DELETE', `/sandbox/endpoints/${id}`, { key: null })
    const now = new Date(Date.now() + startedAheadMs).toISOString()
    await control('POST', '/clock', { now })
  }

  const createPayment: Harness['createPayment'] = async (fields = {}, key = TEST_KEY) => {
    const body = { ...order, external_reference: uniqueReference(), ...fields }
    const answer = await call('POST', '/v1/payments', { key, body })
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const pay: Harness['pay'] = ({ number = CARDS.approved, ...target }) =>
    call('POST', '/sandbox/pay', { key: null, body: { ...target, card: testCard(number) } })

  return {
    controls: CONTROLS,
    get addresses() {
      return addresses()
    },
    get sandbox() {
      return sandbox()
    },
    restart: async () => own?.restart(),
    close,
    call,
    createPayment,
    getPayment: async (id, key = TEST_KEY) =>
      (await call('GET', `/v1/payments/${id}`, { key })).body,
    now: async () => {
      if (CONTROLS) return new Date((await control('GET', '/clock')).now)
      const { created_at } = await createPayment()
      return parseHondurasTime(created_at) ?? new Date()
    },
    control,
    pay,
    payNew: async (fields, key) => {
      const { id } = await createPayment(fields, key)
      const { body } = await pay({ payment_id: id })
      if (body.status !== 'approved') throw new Error(`Not paid: ${JSON.stringify(body)}`)
      return { id, transactionId: body.transaction_id }
    },
    token: async ({ number = CARDS.approved, ...input } = {}) => {
      const { payment_token } = await control('POST', '/tokens', {
        publishable_key: PUBLISHABLE_KEY,
        ...input,
        card: testCard(number),
      })
      return payment_token
    },
    settle: async () => control('POST', '/settle'),
    addEndpoint: async (url, environment = 'test') => {
      const endpoint = await control('POST', '/endpoints', { environment, url })
      endpoints.push(endpoint.id)
      return endpoint
    },
    advance: async (seconds) => control('POST', '/clock', { advance_seconds: seconds }),
    journal: async (type) => {
      const { entries } = await control('GET', '/journal')
      return entries.filter((entry: { type: string }) => !type || entry.type === type)
    },
    withProfile: async (fields, work) => {
      const before = await control('GET', '/profile')
      await control('PUT', '/profile', fields)
      try {
        return await work()
      } finally {
        const names = Object.keys(fields)
        await control(
          'PUT',
          '/profile',
          Object.fromEntries(names.map((name) => [name, before[name]])),
        )
      }
    },
  }
}
