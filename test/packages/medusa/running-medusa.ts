import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import type { Json } from '../../support/world.ts'
import { type MedusaFolder, medusaCommand, medusaEnvironment } from './medusa-folder.ts'
import { rowsOf, type Seed, seededDatabase } from './seeded-database.ts'

const ADMIN = { email: 'admin@shop.example', password: 'password-of-tests' }

/** A real Medusa with one payment provider and one product. */
export interface RunningMedusa {
  url: string
  seed: Seed
  folder: string
  databaseUrl: string
  admin(method: string, path: string, body?: object): Promise<Json>
  /** Sends a request to the Store API. Throws answers other than 2xx. */
  store(method: string, path: string, body?: object, token?: string): Promise<Json>
  /** Fills a cart with an address and shipping. */
  cart(options?: CartOptions): Promise<Json>
  /** Adds a payment session of the provider to a cart, and returns the session. */
  paymentSession(cartId: string, data?: object, token?: string): Promise<Json>
  /** Registers a customer, and returns their token. */
  customer(): Promise<string>
  customerId(token: string): Promise<string>
  complete(cartId: string): Promise<{ status: number; body: Json }>
  /** Orders of a cart; `complete-cart` links one, and leftovers of a crash have none. */
  ordersOfCart(cartId: string): Promise<Json[]>
  rows(statement: string): Promise<Json[]>
  /** Ends the process without warning. */
  kill(): Promise<void>
  /** Starts it again; `overrides` replace settings of its environment. */
  start(overrides?: Readonly<Record<string, string>>): Promise<void>
  log(): string
  close(): Promise<void>
}

export interface CartOptions {
  currency?: 'hnl' | 'eur'
  quantity?: number
  token?: string
}

export interface MedusaInstallation extends MedusaFolder {
  /** Provider of payment sessions, such as `pp_puente`. */
  provider: string
  /** Database with Medusa's tables and data, which the shop copies. */
  template: string
  port: number
  settings: Readonly<Record<string, string>>
}

/** A free address for a Medusa. */
export const freeAddress = async (): Promise<{ port: number; url: string }> => {
  const port = await freePort()
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Copies the seeded database, and starts an installed Medusa. */
export const startMedusa = async ({
  folder,
  remove,
  provider,
  template,
  port,
  settings,
}: MedusaInstallation): Promise<RunningMedusa> => {
  const url = `http://127.0.0.1:${port}`
  const given = { ...settings, PORT: String(port) }
  const { databaseUrl, seed } = await seededDatabase(folder, given, template)
  const environment = medusaEnvironment({ ...given, DATABASE_URL: databaseUrl })
  const running = processOf(folder, url, environment)
  await running.start()
  const store = storeApi(url, seed.publishableKey)
  const admin = await adminApi(url)
  return {
    url,
    seed,
    folder,
    databaseUrl,
    admin,
    store: async (...request) => succeeded(await store(...request)),
    cart: (options) => filledCart(store, seed, options),
    paymentSession: (cartId, data = {}, token) =>
      sessionOf(store, { cartId, provider, data, token }),
    customer: () => newCustomer(url, store),
    customerId: async (token) =>
      succeeded(await store('GET', '/customers/me', undefined, token)).customer.id,
    complete: (cartId) => store('POST', `/carts/${cartId}/complete`, {}),
    ordersOfCart: async (cartId) => {
      const links = await rowsOf(
        databaseUrl,
        `SELECT order_id FROM order_cart WHERE cart_id = '${cartId}' AND deleted_at IS NULL`,
      )
      const fields =
        '+total,*payment_collections.payments,*payment_collections.payments.refunds,*summary'
      return Promise.all(
        links.map(
          async ({ order_id }) =>
            (await admin('GET', `/orders/${order_id}?fields=${fields}`)).order,
        ),
      )
    },
    rows: (statement) => rowsOf(databaseUrl, statement),
    ...running,
    close: async () => {
      await running.kill()
      await remove()
    },
  }
}

const processOf = (folder: string, url: string, env: NodeJS.ProcessEnv) => {
  let child: ReturnType<typeof spawn> | undefined
  let text = ''
  const start: RunningMedusa['start'] = async (overrides = {}) => {
    const args = [medusaCommand(folder), 'start']
    const started = spawn(process.execPath, args, { cwd: folder, env: { ...env, ...overrides } })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk
        if (process.env.TEST_LOG) process.stderr.write(chunk)
      })
    while (!(await isUp(url))) {
      if (started.exitCode !== null) throw new Error(`Medusa ended:\n${text}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { start, kill, log: () => text }
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/health`)).ok
  } catch {
    return false
  }
}

interface Answer {
  status: number
  body: Json
}

const succeeded = ({ status, body }: Answer): Json => {
  if (status < 300) return body
  throw new Error(`${status} ${JSON.stringify(body)}`)
}

const send = async (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: text }
  }
}

type StoreApi = ReturnType<typeof storeApi>

const storeApi =
  (url: string, key: string) =>
  (method: string, path: string, body?: object, token?: string): Promise<Answer> =>
    send(
      `${url}/store${path}`,
      method,
      {
        'x-publishable-api-key': key,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    )

const adminApi = async (url: string) => {
  const signedIn = succeeded(await send(`${url}/auth/user/emailpass`, 'POST', {}, ADMIN))
  return async (method: string, path: string, body?: object): Promise<Json> =>
    succeeded(
      await send(
        `${url}/admin${path}`,
        method,
        { authorization: `Bearer ${signedIn.token}` },
        body,
      ),
    )
}

const ADDRESSES = {
  hnl: { country_code: 'hn', city: 'Tegucigalpa', address_1: 'Calle 1' },
  eur: { country_code: 'de', city: 'Berlin', address_1: 'Weg 1' },
}

const filledCart = async (
  store: StoreApi,
  seed: Seed,
  { currency = 'hnl', quantity = 1, token }: CartOptions = {},
): Promise<Json> => {
  const call = async (method: string, path: string, body: object) =>
    succeeded(await store(method, path, body, token))
  const address = {
    first_name: 'Ana',
    last_name: 'Mejía',
    postal_code: '11101',
    ...ADDRESSES[currency],
  }
  const { cart } = await call('POST', '/carts', {
    region_id: seed.regions[currency],
    // Medusa fails the second of two customers who come with one new address at one time.
    email: `ana-${randomUUID()}@example.com`,
    items: [{ variant_id: seed.variant, quantity }],
    shipping_address: address,
    billing_address: address,
  })
  const path = `/carts/${cart.id}/shipping-methods`
  return (await call('POST', path, { option_id: seed.shippingOption })).cart
}

const sessionOf = async (
  store: StoreApi,
  {
    cartId,
    provider,
    data,
    token,
  }: { cartId: string; provider: string; data: object; token: string | undefined },
): Promise<Json> => {
  const made = await store('POST', '/payment-collections', { cart_id: cartId }, token)
  const { payment_collection } = succeeded(made)
  const path = `/payment-collections/${payment_collection.id}/payment-sessions`
  const answer = await store('POST', path, { provider_id: provider, data }, token)
  const collection = succeeded(answer).payment_collection
  return collection.payment_sessions.find((each: Json) => each.provider_id === provider)
}

const newCustomer = async (url: string, store: StoreApi): Promise<string> => {
  const email = `customer-${randomUUID()}@example.com`
  const signIn = { email, password: 'password-of-tests' }
  const path = `${url}/auth/customer/emailpass`
  const registered = succeeded(await send(`${path}/register`, 'POST', {}, signIn))
  const customer = { email, first_name: 'Ana', last_name: 'Mejía' }
  succeeded(await store('POST', '/customers', customer, registered.token))
  return succeeded(await send(path, 'POST', {}, signIn)).token
}
