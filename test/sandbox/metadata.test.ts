import { beforeAll, expect, test } from 'vitest'
import { TEST_KEY } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { useGateway, useStarted } from '../support/use-world.ts'

const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeAll(async () => {
  await gateway.addEndpoint(receiver.url)
})

const METADATA =
  '{"order":12345678901234567890,"deep":[{"id":-9007199254740993,"rate":0.12345678901234567}],"text":"9007199254740993","small":7}'

const text = async (method: string, path: string, body?: string): Promise<string> => {
  const response = await fetch(`${gateway.addresses.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_KEY}`, 'idempotency-key': path },
    ...(body === undefined ? {} : { body }),
  })
  return response.text()
}

test('2.1 metadata keeps numbers beyond double precision digit for digit', async () => {
  const created = await text(
    'POST',
    '/payments',
    `{"amount":100,"name":"Order","external_reference":"digits","metadata":${METADATA}}`,
  )
  expect(created).toContain(`"metadata":${METADATA}`)
  const { id } = JSON.parse(created)
  expect(await text('GET', `/payments/${id}`)).toContain(`"metadata":${METADATA}`)
  const list = await text('GET', '/payments?external_reference=digits')
  expect(list).toContain(`"metadata":${METADATA}`)
  await gateway.pay({ payment_id: id })
  const [delivery] = await receiver.waitUntil(({ data }) => data.id === id)
  expect(delivery?.raw).toContain(`"metadata":${METADATA}`)
})

test.each([
  ['a number', '12345678901234567890', 422],
  ['a list', '[12345678901234567890]', 422],
  ['an empty object beside a long name', '{}', 201],
])(
  'a body with long numbers accepts or rejects metadata that is %s',
  async (_, metadata, status) => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: `{"amount":100,"name":"1234567890123456","external_reference":"r","metadata":${metadata}}`,
    })
    expect(answer.status).toBe(status)
  },
)
