import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { createOperatorClient, type Schemas } from '../../packages/operator-client/client.ts'
import { merchantOf } from '../support/merchant.ts'
import { signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()

it('the OpenAPI document of the operator API is valid and public', async () => {
  const answer = await fetch(`${world.url}/operator/v1/openapi.json`)
  const document: Json = await answer.json()
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  expect(document.paths['/operator/v1/orders'].get.operationId).toBe('listOrders')
})

it('the generated client lists, reads and refunds orders with the types of the routes', async () => {
  const { cookie } = await signedInPerson(world, { email: 'ana@tienda.example' })
  const client = createOperatorClient({
    baseUrl: world.url,
    headers: { cookie, origin: world.url },
  })
  const paid = await merchantOf(world).paid()
  const { data: page } = await client.GET('/operator/v1/orders', {
    params: { query: { status: 'paid', limit: 1 } },
  })
  const order: Schemas['OrderOfStore'] | undefined = page?.data[0]
  expect(order).toMatchObject({ external_id: paid.id, status: 'paid' })
  const id = order?.id ?? ''
  const { data: whole } = await client.GET('/operator/v1/orders/{id}', { params: { path: { id } } })
  expect(whole?.payments[0]?.transaction_id).toBe(paid.transactionId)
  const refunded = await client.POST('/operator/v1/orders/{id}/refunds', {
    params: { path: { id }, header: { 'Idempotency-Key': 'by-client' } },
    body: { amount: '25.50' },
  })
  expect(refunded.data?.refund).toMatchObject({ amount: '25.50', currency: 'HNL' })
  const unknown = await client.GET('/operator/v1/orders/{id}', {
    params: { path: { id: 'ord_unknown' } },
  })
  expect(unknown.error?.code).toBe('not_found')
})
