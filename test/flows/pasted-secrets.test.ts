import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkKeysForm, keysForm } from '../../adapters/onboarding/keys-form.ts'
import { readShopName } from '../../adapters/shopify/shop-name.ts'
import { createGateway } from '../../src/gateway/client.ts'
import { eventually } from '../support/eventually.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { type OperatorApi, personWith, startOperatorApi } from '../support/operator.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
let operator: OperatorApi
beforeAll(async () => {
  operator = await startOperatorApi(world)
})
afterAll(() => operator?.close())

const owner = personWith('owner', { main: 'owner' })
const SECRET = 'whsec_of_the_portal_1234'
const event = () => eventOf({ id: 1, amount: 1, currency: '340' }, 'approved')
const delivered = async (secret: string, store: string = TEST_STORE) =>
  (await deliver(world.url, { body: event(), secret, store })).status

describe('a webhook secret that was pasted with a line break', () => {
  it.each([
    ['the merchant API', `${SECRET}-m`, '\n'],
    ['the operator API', `${SECRET}-o`, ' \u200b\r\n'],
  ])('verifies the deliveries of the gateway: %s', async (api, secret, around) => {
    const body = { webhook_secret: `${around}${secret}${around}` }
    const rotated =
      api === 'the merchant API'
        ? await world.api('POST', '/v1/store/secrets/webhook-secret/rotate', body)
        : await operator.call(
            owner,
            'POST',
            `/operator/v1/stores/${TEST_STORE}/secrets/webhook-secret/rotate`,
            { body },
          )
    expect(rotated.status).toBe(200)
    // The intake reads secrets anew a moment after one that it did not know.
    expect(await eventually(async () => (await delivered(secret)) === 200)).toBe(true)
  })

  it('is refused with a reason where the line break is inside', async () => {
    const body = { webhook_secret: 'whsec_of_the\nportal_1234' }
    const answer = await world.api('POST', '/v1/store/secrets/webhook-secret/rotate', body)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          path: 'webhook_secret',
          message: 'Has a line break inside (U+000A, character 13); copy it again, whole and alone',
        },
      ],
    ])
  })
})

describe('a store that is connected with what copying adds to its keys and addresses', () => {
  const connect = (id: string, more: object = {}) =>
    operator.call(owner, 'POST', '/operator/v1/stores', {
      body: {
        ...{ id, name: 'Pegada', secret_key: '\ufeffsk_test_sandbox\u200b' },
        ...{ publishable_key: ' pk_test_sandbox\u00a0', webhook_secret: `${SECRET}\n` },
        ...{ notify_url: `\u200f${world.shop.url}\n`, ...more },
      },
    })

  it('takes payments, deliveries and notifications', async () => {
    const { status, body } = await connect('pegada')
    expect([status, body.gateway_reached]).toEqual([201, true])
    const order = { id: 'P-1', amount: '10.00', currency: 'HNL' }
    const headers = { authorization: `Bearer ${body.api_key}` }
    const checkout = await world.api('POST', '/v1/checkouts', { order }, headers)
    expect(checkout.status).toBe(201)
    expect(await delivered(SECRET, 'pegada')).toBe(200)
    expect((await world.api('GET', '/v1/store', undefined, headers)).body.notify_url).toBe(
      world.shop.url,
    )
  })

  it.each([
    ['secret_key', 'sk_test_\u200bsandbox', 'invisible character'],
    ['publishable_key', 'pk_test_ sandbox', 'blank'],
    ['notify_url', 'https://shop.example/\nnotify', 'line break'],
  ])('is refused where %s has it inside', async (field, value, what) => {
    const { status, body } = await connect('rota', { [field]: value })
    expect([status, body.errors]).toMatchObject([
      422,
      [{ path: field, message: expect.stringContaining(`Has a`) }],
    ])
    expect(body.errors[0].message).toContain(what)
  })
})

describe('the form that connects a shop of a platform', () => {
  const check = (secretKey: string) => {
    const { connect_code: _, ...form } = keysForm.parse({
      ...{ secret_key: secretKey, webhook_secret: `${SECRET}\u200b\n`, publishable_key: '\u00a0' },
    })
    return checkKeysForm(form, {
      locale: 'es',
      gatewayOf: (key, language) =>
        createGateway({
          ...{ baseUrl: world.gatewayUrl, secretKey: key, timeoutMs: 3_000, language },
          log: world.puente.ctx.log,
        }),
    })
  }

  it('reads keys without what copying adds', async () => {
    expect(await check('\u200bsk_test_sandbox\u200f ')).toMatchObject({
      outcome: 'fine',
      gateway: {
        ...{ secret_key: 'sk_test_sandbox', publishable_key: null, webhook_secret: SECRET },
      },
    })
    expect(readShopName('\u200b Cafe.myshopify.com\n')).toBe('cafe.myshopify.com')
  })

  it('marks the field of a key with an invisible character inside', async () => {
    expect(await check('sk_test_\u200bsandbox')).toEqual({
      outcome: 'wrong',
      problems: { secret_key: 'invisible' },
    })
  })
})
