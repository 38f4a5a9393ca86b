import { z } from 'zod'
import { eraseCustomer, exportCustomer } from '../../../payments/privacy/requests-of-stores.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { byStore } from '../operator/locate.ts'
import { defineMerchantRoute, type MerchantInput } from '../route.ts'

/** The audit log and the records of requests omit these fields. */
const customer = z
  .strictObject({
    email: plainText(320).optional().meta({ example: 'ana@example.com' }),
    phone: plainText(50).optional().meta({
      description: 'Phone number. Puente compares only its digits.',
      example: '+504 9999-1234',
    }),
    identity_number: plainText(50).optional(),
    id: plainText(200)
      .optional()
      .meta({ description: "The store's id of the customer, which finds their saved cards." }),
    orders: z
      .array(plainText(200))
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "The store's ids of orders.", example: ['A-1'] }),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: 'Expected at least one of email, phone, identity_number, id and orders',
  })

const body = z.strictObject({ customer })

const exported = z
  .looseObject({
    exported_at: z.iso.datetime(),
    orders: z.array(z.looseObject({ id: z.string(), status: z.string(), amount: z.string() })),
    messages: z
      .array(z.looseObject({ source: z.string(), received_at: z.iso.datetime(), body: z.string() }))
      .meta({ description: 'Webhooks about the customer, as received.' }),
    saved_cards: z
      .array(z.looseObject({ at: z.iso.datetime() }))
      .meta({ description: 'Notifications of cards that the customer with this `id` saved.' }),
  })
  .meta({ id: 'CustomerExport' })

const erasure = z
  .object({
    outcome: z.enum(['erased', 'later']).meta({
      description:
        '`later`: a payment or message of the customer is in flight, so some data remains. Repeat the request in a few minutes.',
    }),
    orders: z
      .int()
      .meta({ description: 'Number of orders from which this request erased the customer.' }),
  })
  .meta({ id: 'CustomerErasure' })

const sourceOf = ({ actor }: Pick<MerchantInput, 'actor'>): string =>
  actor.kind === 'api_key' ? 'api' : 'dashboard'

export const exportCustomerOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/personal-data/export',
  scope: 'admin',
  operationId: 'exportCustomer',
  tag: 'Store',
  summary: 'Export all data that Puente holds about a customer',
  isUnkeyed: true,
  byPerson: {
    path: '/operator/v1/stores/{id}/personal-data/export',
    locate: byStore,
    needsFreshSignIn: () => true,
  },
  body,
  answers: { 200: { description: 'The data of the customer', schema: exported } },
  problems: { 422: 'The request names no customer, or a field is not valid' },
  handle: async (input) => {
    const { ctx, store, body: given } = input
    const request = { store, customer: given.customer, source: sourceOf(input) }
    return { status: 200, body: await exportCustomer(ctx, request) }
  },
})

export const eraseCustomerOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/personal-data/erase',
  scope: 'admin',
  operationId: 'eraseCustomer',
  tag: 'Store',
  summary: "Erase a customer's data, except amounts, states and ids that accounting needs",
  isUnkeyed: true,
  byPerson: {
    path: '/operator/v1/stores/{id}/personal-data/erase',
    locate: byStore,
    needsFreshSignIn: () => true,
  },
  body,
  answers: { 200: { description: 'The outcome of the erasure', schema: erasure } },
  problems: { 422: 'The request names no customer, or a field is not valid' },
  handle: async (input) => {
    const { ctx, store, body: given } = input
    const request = { store, customer: given.customer, source: sourceOf(input) }
    const erased = await eraseCustomer(ctx, request)
    const { outcome } = erased
    return {
      status: 200,
      body: { outcome, orders: erased.outcome === 'erased' ? erased.orders : 0 },
    }
  },
})
