import type { Json } from '../../support/world.ts'
import { type Harness, uniqueReference } from './harness.ts'

/** Unique across tests. */
export const newCustomer = () => {
  const identity_number = uniqueReference()
  return { identity_number, email: `${identity_number}@ejemplo.hn`, name: 'Ana Mejía' }
}

/** Required fields (4.13). */
export const confirmBody = (payment_token: string, publishable_key: string) => ({
  amount: 100,
  currency_code: 'HNL',
  payment_token,
  publishable_key,
})

export const listCards = async (
  gateway: Harness,
  customer: Record<string, string>,
  key?: string,
): Promise<Json[]> => {
  const query = new URLSearchParams(
    Object.entries(customer).map(
      ([name, value]) => [`customer[${name}]`, value] as [string, string],
    ),
  )
  const options = key === undefined ? {} : { key }
  return (await gateway.call('GET', `/v1/payment-methods?${query}`, options)).body.data
}

export const saveCard = async (
  gateway: Harness,
  { publishableKey, number }: { publishableKey: string; number?: string },
) => {
  const customer = newCustomer()
  const token = await gateway.token({
    ...(number === undefined ? {} : { number }),
    customer,
    save_card: true,
  })
  await gateway.call('POST', '/embed/v1/confirm', { body: confirmBody(token, publishableKey) })
  const [card] = await listCards(gateway, { identity_number: customer.identity_number })
  if (!card) throw new Error('The card was not saved')
  return { id: String(card.id), customer, card }
}
