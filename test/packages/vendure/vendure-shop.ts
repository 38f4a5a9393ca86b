import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { type Json, NOTIFY_SECRET, type World } from '../../support/world.ts'
import { npmEnvironment, output, temporaryFolder } from '../packed.ts'
import { VENDURE_PROGRAM } from './vendure-program.ts'

const VENDURE = '3.7.3'
const METHOD = 'puente'

/** Dependencies that Vendure's own range would break. */
const OVERRIDES = { '@graphql-tools/delegate': '12.2.1' }

/** A real Vendure with the packed plugin and one product, connected to a world's Puente. */
export interface VendureShop {
  url: string
  channelToken: string
  notifyUrl: string
  methodCode: string
  admin(query: string, variables?: object): Promise<Json>
  /** A new customer with their own session. */
  customer(): Customer
  /** Ends the process without warning. */
  kill(): Promise<void>
  start(): Promise<void>
  log(): string
  close(): Promise<void>
}

export interface Customer {
  shop(query: string, variables?: object): Promise<Json>
  /** Fills a cart, names the customer and the shipping, and returns the order's code. */
  fillCart(quantity?: number): Promise<string>
  /** Asks for the payment page. */
  checkout(input?: object): Promise<Json>
}

/** Installs Vendure and the tarballs into an empty folder, makes tables and data, and starts it. */
export const startVendureShop = async (
  world: World,
  tarballs: { node: string; vendure: string },
): Promise<VendureShop> => {
  const folder = temporaryFolder()
  await install(folder, tarballs)
  const port = await freePort()
  const environment = {
    ...npmEnvironment(),
    PORT: String(port),
    DATABASE_URL: await freshDatabase(),
  }
  await populated(folder, environment)
  const url = `http://127.0.0.1:${port}`
  const running = processOf(folder, environment)
  await running.start()
  const admin = await signedIn(url)
  const { activeChannel } = await admin('{ activeChannel { token } }')
  const notifyUrl = `${url}/${METHOD}/${activeChannel.token}/${METHOD}`
  await world.api('PATCH', '/v1/store', { notify_url: notifyUrl })
  await makeMethod(admin, { url: world.url, apiKey: world.apiKey, notifySecret: NOTIFY_SECRET })
  const variant = await makeProduct(admin)
  return {
    url,
    channelToken: activeChannel.token,
    notifyUrl,
    methodCode: METHOD,
    admin,
    customer: () => customerOf(url, variant),
    ...running,
    close: async () => {
      await running.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const install = async (
  folder: string,
  { node, vendure }: { node: string; vendure: string },
): Promise<void> => {
  const manifest = {
    name: 'shop',
    private: true,
    overrides: OVERRIDES,
    dependencies: {
      '@vendure/core': VENDURE,
      pg: '^8',
      '@puente/node': node,
      '@puente/vendure': vendure,
    },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'shop.js'), VENDURE_PROGRAM)
  await output('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder)
}

const populated = async (folder: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn(process.execPath, ['shop.js', 'populate'], { cwd: folder, env })
  const read = printedBy(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Vendure was not populated:\n${read()}`)
}

const printedBy = (child: ReturnType<typeof spawn>): (() => string) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
      if (process.env.TEST_LOG) process.stderr.write(chunk)
    })
  return () => text
}

const processOf = (folder: string, env: NodeJS.ProcessEnv) => {
  let child: ReturnType<typeof spawn> | undefined
  let read = () => ''
  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, ['shop.js'], { cwd: folder, env })
    child = started
    read = printedBy(started)
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', () => read().includes('ready') && resolve())
      started.once('exit', () => reject(new Error(`Vendure ended:\n${read()}`)))
    })
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { start, kill, log: () => read() }
}

/** Sends a query; keeps the token of the session. Throws errors of GraphQL. */
const apiAt = (url: string) => {
  let token: string | undefined
  return async (query: string, variables: object = {}): Promise<Json> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as Json
    if (errors) throw new Error(errors.map((error: Json) => error.message).join('\n'))
    return data
  }
}

const signedIn = async (url: string) => {
  const admin = apiAt(`${url}/admin-api`)
  await admin(
    'mutation { login(username: "superadmin", password: "superadmin") { ... on CurrentUser { id } } }',
  )
  return admin
}

type Api = ReturnType<typeof apiAt>

/** Input of the payment method of a store. */
export const methodInput = (settings: Readonly<Record<string, string>>) => ({
  code: METHOD,
  enabled: true,
  handler: {
    code: METHOD,
    arguments: Object.entries(settings).map(([name, value]) => ({ name, value })),
  },
  translations: [{ languageCode: 'en', name: 'Card', description: '' }],
})

const makeMethod = (admin: Api, settings: Readonly<Record<string, string>>): Promise<Json> =>
  admin(
    'mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }',
    { input: methodInput(settings) },
  )

/** Makes a product of 19.99 before tax, and returns the id of its variant. */
const makeProduct = async (admin: Api): Promise<string> => {
  const { createProduct } = await admin(
    `mutation { createProduct(input: { enabled: true, translations:
      [{ languageCode: en, name: "Widget", slug: "widget", description: "" }] }) { id } }`,
  )
  const { createProductVariants } = await admin(
    `mutation ($product: ID!) { createProductVariants(input: [{ productId: $product, sku: "W-1",
      price: 1999, stockOnHand: 1000000, translations: [{ languageCode: en, name: "Widget" }] }]) { id } }`,
    { product: createProduct.id },
  )
  return createProductVariants[0].id
}

const ADDRESS =
  '{ fullName: "Ana Mejía", streetLine1: "Calle 1", city: "Tegucigalpa", countryCode: "HN" }'

const customerOf = (url: string, variant: string): Customer => {
  const shop = apiAt(`${url}/shop-api`)
  return {
    shop,
    fillCart: async (quantity = 1) => {
      await shop(
        `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) {
          __typename ... on ErrorResult { message } } }`,
        { variant, quantity },
      )
      await shop(`mutation { setCustomerForOrder(input: { firstName: "Ana", lastName: "Mejía",
        emailAddress: "ana-${Math.random().toString(36).slice(2)}@example.com" }) { __typename } }`)
      await shop(`mutation { setOrderShippingAddress(input: ${ADDRESS}) { __typename } }`)
      const { eligibleShippingMethods } = await shop('{ eligibleShippingMethods { id } }')
      const { setOrderShippingMethod } = await shop(
        'mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ... on Order { code } ... on ErrorResult { message } } }',
        { id: [eligibleShippingMethods[0].id] },
      )
      return setOrderShippingMethod.code
    },
    checkout: async (input = {}) => {
      const { createPuenteCheckout } = await shop(
        `mutation ($input: PuenteCheckoutInput!) { createPuenteCheckout(input: $input) { __typename
          ... on PuenteCheckout { orderCode payUrl } ... on PuenteOrderPaid { orderCode }
          ... on PuenteCheckoutError { errorCode message retry } } }`,
        { input: { successUrl: 'https://shop.example/thanks', ...input } },
      )
      return createPuenteCheckout
    },
  }
}
