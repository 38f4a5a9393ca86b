import { freePort } from '../../../src/runtime/net/free-port.ts'
import { copyOfDatabase } from '../../support/fresh-database.ts'
import type { Json } from '../../support/world.ts'
import type { InstalledVendure } from './installed-vendure.ts'
import { type Api, adminAt } from './vendure-api.ts'
import { type Customer, customerOf, PASSWORD } from './vendure-customer.ts'
import { type VendureProcess, vendureProcess } from './vendure-process.ts'

/** A real Vendure with one product. */
export interface RunningVendure extends VendureProcess {
  url: string
  databaseUrl: string
  variant: string
  admin: Api
  /** A guest. */
  customer(): Customer
  /** A customer with a new account and a verified address, signed in. */
  signedIn(email: string): Promise<Customer>
  order(code: string): Promise<Json>
}

/** Starts an installed Vendure on a copy of its database. */
export const startVendure = async (
  { folder, databaseUrl }: InstalledVendure,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningVendure> => {
  const port = await freePort()
  const ownDatabaseUrl = await copyOfDatabase(databaseUrl)
  const running = vendureProcess(folder, {
    ...settings,
    PORT: String(port),
    DATABASE_URL: ownDatabaseUrl,
  })
  await running.start()
  const url = `http://127.0.0.1:${port}`
  const admin = await adminAt(`${url}/admin-api`)
  const variant = await makeProduct(admin)
  const customer = () => customerOf(`${url}/shop-api`, { variant })
  return {
    ...running,
    url,
    databaseUrl: ownDatabaseUrl,
    variant,
    admin,
    customer,
    signedIn: async (email) => {
      await makeAccount(admin, email)
      const signedIn = customer()
      await signedIn.signIn(email)
      return signedIn
    },
    order: (code) => orderOf(admin, code),
  }
}

const orderOf = async (admin: Api, code: string): Promise<Json> => {
  const { orders } = await admin(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state totalWithTax currencyCode orderPlacedAt
      history(options: { take: 100, filter: { type: { eq: "ORDER_NOTE" } } }) { items { isPublic data } }
      payments { id amount state method transactionId errorMessage
        refunds { id total state transactionId reason } } } } }`,
    { code },
  )
  const [{ history, ...order }] = orders.items
  return { ...order, notes: history.items.map(({ data }: Json) => data.note) }
}

const makeAccount = async (admin: Api, emailAddress: string): Promise<void> => {
  const { createCustomer } = await admin(
    `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input, password: "${PASSWORD}") {
      __typename ... on ErrorResult { message } } }`,
    { input: { firstName: 'Ana', lastName: 'Mejía', emailAddress } },
  )
  if (createCustomer.message) throw new Error(createCustomer.message)
}

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
