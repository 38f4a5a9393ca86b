import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { defaultProfile, type Profile } from '../../sandbox/gateway/profile.ts'
import { buildRequest as packed } from '../../sandbox/gateway/webhooks/delivery-request.ts'
import {
  CARDS,
  LIVE_KEY,
  order,
  PUBLISHABLE_KEY,
  uniqueReference,
} from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

let secret: string
const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeEach(async () => {
  await gateway.control('POST', '/reset')
  secret = (await gateway.addEndpoint(receiver.url)).secret
  receiver.received.length = 0
  receiver.answerWith(200)
})

const switched = new Set<string>()
const profile = (fields: Partial<Record<keyof Profile, unknown>>): Promise<Json> => {
  for (const [name, value] of Object.entries(fields)) {
    if (!isDeepStrictEqual(value, defaultProfile[name as keyof Profile])) switched.add(name)
  }
  return gateway.control('PUT', '/profile', fields)
}
const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  gateway.call('POST', path, { body, headers })
const create = (fields: object = {}, headers = {}) =>
  post('/v1/payments', { ...order, external_reference: uniqueReference(), ...fields }, headers)
const refund = (transactionId: string, amount = 10) =>
  post(`/v1/payments/${transactionId}/refund`, { amount })
const confirm = async (number: string = CARDS.approved, fields: object = {}) =>
  post('/embed/v1/confirm', {
    amount: 100,
    currency_code: 'HNL',
    payment_token: await gateway.token({ number }),
    publishable_key: PUBLISHABLE_KEY,
    ...fields,
  })

const IDENTITY = '0801199012345'
const savedCard = async (): Promise<string> => {
  const payment_token = await gateway.token({
    customer: { identity_number: IDENTITY },
    save_card: true,
  })
  await confirm(CARDS.approved, { payment_token })
  return (await savedCards())[0].id
}
const savedCards = async (): Promise<Json> => {
  const { body } = await gateway.call(
    'GET',
    `/v1/payment-methods?customer[identity_number]=${IDENTITY}`,
  )
  return body.data
}
const chargeSaved = (id: string, key = uniqueReference()) =>
  post(`/v1/payment-methods/${id}/charge`, { amount: 5 }, { 'idempotency-key': key })
const attempted = async (): Promise<string> => {
  const { id } = await gateway.createPayment()
  return (await gateway.pay({ payment_id: id, number: CARDS.declined })).body.transaction_id
}

describe('GET and PUT /sandbox/profile', () => {
  test('a change is partial and survives a restart', async () => {
    expect(await gateway.control('GET', '/profile')).toEqual(defaultProfile)
    const changed = await profile({ fee_rate: 0.1, disable: 'pending_only' })
    expect(changed).toEqual({ ...defaultProfile, fee_rate: '0.1', disable: 'pending_only' })
    await gateway.restart()
    expect(await gateway.control('GET', '/profile')).toEqual(changed)
  })

  test.each<[unknown, string]>([
    [{ fee_rate: 0.2, no_such_switch: true }, 'no_such_switch'],
    [{ tokenized_charge: 'yes' }, 'tokenized_charge'],
    [{ fee_rate: null }, 'fee_rate'],
    [{ fee_rate: '' }, 'fee_rate'],
    [{ fee_rate: 0.6 }, 'fee_rate'],
    [{ fee_rate: 1e-9 }, 'fee_rate'],
    [{ fee_fixed: '1.234' }, 'fee_fixed'],
    [{ currencies: [] }, 'currencies'],
    [{ currencies: ['HNL'] }, 'currencies'],
    [{ settlement_time: '24:00' }, 'settlement_time'],
    [{ confirm_declined_status: 400 }, 'confirm_declined_status'],
    [{ receipt_unavailable_status: 500 }, 'receipt_unavailable_status'],
    [{ merchant_name: '' }, 'merchant_name'],
    [{ merchant_name: 'a\u0000b' }, 'merchant_name'],
    [{ merchant_name: 'a\ud800b' }, 'merchant_name'],
    [{ rate_limit_per_minute: 0 }, 'rate_limit_per_minute'],
    [[], 'body'],
    ['{', 'body'],
  ])('an invalid change %j names %s and changes nothing', async (fields, field) => {
    const answer = await gateway.call('PUT', '/sandbox/profile', { key: null, body: fields })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)[0]).toMatch(new RegExp(`^${field}`))
    expect(await gateway.control('GET', '/profile')).toEqual(defaultProfile)
  })
})

describe('the account', () => {
  test('/me and the hosted checkout show merchant_name', async () => {
    await profile({ merchant_name: 'Café <Ñandú>' })
    expect((await gateway.call('GET', '/v1/me')).body.name).toBe('Café <Ñandú>')
    const { checkout_url } = await gateway.createPayment()
    const page = await gateway.call('GET', new URL(checkout_url).pathname, { key: null })
    expect(page.body).toContain('Café &lt;Ñandú&gt;')
  })

  test('merchant_object has three shapes', async () => {
    const me = async () => (await gateway.call('GET', '/v1/me')).body
    expect(Object.keys(await me())).toEqual(['id', 'name', 'environment', 'currencies'])
    await profile({ merchant_object: 'wrapped' })
    expect(Object.keys(await me())).toEqual(['data'])
    await profile({ merchant_object: 'minimal' })
    expect(Object.keys(await me())).toEqual(['name'])
  })

  test('without tokenized_charge, cards cannot be listed, charged or saved', async () => {
    const id = await savedCard()
    await profile({ tokenized_charge: false })
    const list = await gateway.call('GET', '/v1/payment-methods')
    const charge = await chargeSaved(id)
    const alias = await post('/v1/payments/token-charge')
    for (const [answer, field] of [
      [list, 'customer'],
      [charge, 'payment_method_id'],
      [alias, 'payment_token'],
    ] as const) {
      expect(answer.status).toBe(422)
      expect(answer.body.code).toBe('tokenized_charge_disabled')
      expect(Object.keys(answer.body.errors)).toEqual([field])
    }
    await savedCard().catch(() => {})
    await profile({ tokenized_charge: true })
    expect(await savedCards()).toHaveLength(1)
  })

  test('without sandbox_terminal, test keys cannot charge and live keys can', async () => {
    const id = await savedCard()
    await profile({ sandbox_terminal: false })
    for (const answer of [await create(), await confirm(), await chargeSaved(id)]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'sandbox_terminal_unavailable' } })
    }
    expect((await gateway.createPayment({}, LIVE_KEY)).status).toBe('pending')
  })

  test('the first of currencies is the default, and others are rejected', async () => {
    await profile({ currencies: ['840', '392'] })
    expect((await create()).body.currency_iso).toBe('USD')
    expect(Object.keys((await create({ currency_code: '340' })).body.errors)).toEqual([
      'currency_code',
    ])
    const yen = await create({ currency_code: '392', service_fee_enabled: true })
    expect(yen).toMatchObject({ status: 201, body: { currency_iso: 'JPY' } })
  })

  test('the fee has a rate and a fixed part from a threshold on', async () => {
    await profile({ fee_rate: 0.2, fee_fixed: '8.00', fee_threshold: '50.00' })
    const fee = async (amount: number) =>
      (await create({ amount, service_fee_enabled: true })).body.service_fee_amount
    expect(await fee(100)).toBe(41.81)
    expect(await fee(40)).toBe(11.95)
    await profile({ fee_rate: '0', fee_fixed: '0' })
    expect(await fee(100)).toBe(0)
  })

  test('key_scopes without reversals returns 403', async () => {
    const { transactionId } = await gateway.payNew()
    await profile({ key_scopes: 'no_reversals' })
    expect((await post(`/v1/payments/${transactionId}/void`)).status).toBe(403)
    expect((await refund(transactionId)).status).toBe(403)
    await profile({ key_scopes: 'all' })
    expect((await post(`/v1/payments/${transactionId}/void`)).status).toBe(200)
  })

  test('requests beyond rate_limit_per_minute get 429 with Retry-After', async () => {
    await profile({ rate_limit_per_minute: 2 })
    const me = (key?: string) => gateway.call('GET', '/v1/me', key ? { key } : {})
    expect([(await me()).status, (await me()).status]).toEqual([200, 200])
    const refused = await me()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await me(LIVE_KEY)).status).toBe(200)
    await profile({ rate_limit_per_minute: null })
    expect((await me()).status).toBe(200)
  })
})

describe('settlement and refunds', () => {
  test('settlement_time separates voids from refunds', async () => {
    await profile({ settlement_time: '18:30' })
    await gateway.control('POST', '/clock', { now: '2051-05-05T18:00:00-06:00' })
    const [one, other] = [await gateway.payNew(), await gateway.payNew()]
    await gateway.control('POST', '/clock', { now: '2051-05-05T18:29:00-06:00' })
    expect((await post(`/v1/payments/${one.transactionId}/void`)).status).toBe(200)
    await gateway.control('POST', '/clock', { now: '2051-05-05T18:30:01-06:00' })
    expect((await post(`/v1/payments/${other.transactionId}/void`)).status).toBe(422)
    expect((await refund(other.transactionId)).status).toBe(200)
  })

  test('refund_opens starts refunds after settlement or with the charge', async () => {
    const { transactionId } = await gateway.payNew()
    const early = await refund(transactionId)
    expect(early.status).toBe(422)
    expect(Object.keys(early.body.errors)).toEqual(['refund'])
    await profile({ refund_opens: 'after_charge' })
    expect((await refund(transactionId)).status).toBe(200)
  })

  test('refund_opens_after_seconds and refund_window_days bound the refund window', async () => {
    await profile({
      refund_opens: 'after_charge',
      refund_opens_after_seconds: 3_600,
      refund_window_days: 2,
    })
    const { transactionId } = await gateway.payNew()
    expect((await refund(transactionId)).status).toBe(422)
    await gateway.advance(3_601)
    expect((await refund(transactionId)).status).toBe(200)
    await gateway.advance(2 * 86_400)
    expect((await refund(transactionId)).status).toBe(422)
  })

  test('refund_response returns the payment, the refund or nothing', async () => {
    await profile({ refund_opens: 'after_charge' })
    const { id, transactionId } = await gateway.payNew()
    expect((await refund(transactionId)).body).toMatchObject({ id, status: 'partially_refunded' })
    await profile({ refund_response: 'refund' })
    expect((await refund(transactionId)).body).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      transaction_id: transactionId,
      amount: 10,
    })
    await profile({ refund_response: 'empty' })
    expect((await refund(transactionId)).body).toEqual({})
  })

  test('refunded_amount appears on every charge, or only on paid and voided ones', async () => {
    await profile({ refund_opens: 'after_charge', refunded_amount: 'on_paid_and_voided' })
    const { id, transactionId } = await gateway.payNew()
    expect(await gateway.getPayment(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
    await refund(transactionId)
    const refunded = await gateway.getPayment(id)
    expect(refunded).toMatchObject({ status: 'partially_refunded', refund_status: 'partial' })
    expect(refunded).not.toHaveProperty('refunded_amount')
    const [told] = await receiver.waitUntil(({ type }) => type === 'payment.partially_refunded')
    expect(told?.event.data).toMatchObject({ refund_amount: 10 })
    expect(told?.event.data).not.toHaveProperty('refunded_amount')
    const other = await gateway.payNew()
    await post(`/v1/payments/${other.transactionId}/void`)
    expect(await gateway.getPayment(other.id)).toHaveProperty('refunded_amount')
  })

  test.each([
    ['single', [10, 20]],
    ['sum', [10, 30]],
  ])('refund_event_amount reports the %s', async (refund_event_amount, told) => {
    await profile({ refund_opens: 'after_charge', refund_event_amount })
    const { transactionId } = await gateway.payNew()
    await refund(transactionId, 10)
    await refund(transactionId, 20)
    const events = await receiver.waitUntil(({ data }) => data.refund_amount !== undefined, 2)
    const amounts = events.map(({ event }) => event.data.refund_amount)
    expect(amounts.toSorted()).toEqual(told)
  })

  test.each([
    ['after_five_minutes', 5],
    ['after_45_minutes', 45],
  ])('reversals_shown delays GET, list and event: %s', async (reversals_shown, minutes) => {
    await profile({ refund_opens: 'after_charge', reversals_shown })
    const refunded = await gateway.payNew()
    const voided = await gateway.payNew()
    expect((await refund(refunded.transactionId, 30)).body).toMatchObject({ status: 'paid' })
    const answer = await post(`/v1/payments/${voided.transactionId}/void`)
    expect(answer.body).toMatchObject({ status: 'voided' })
    const shown = async () => {
      const { data } = (await gateway.call('GET', '/v1/payments')).body
      const read = await Promise.all([refunded, voided].map(({ id }) => gateway.getPayment(id)))
      return [...read, ...data].map(({ status, refunded_amount }: Json) => [
        status,
        refunded_amount,
      ])
    }
    expect(new Set((await shown()).map(String))).toEqual(new Set(['paid,0']))
    expect(receiver.received.map(({ event }) => event.type)).not.toContain('payment.voided')
    await gateway.control('POST', '/clock', { advance_seconds: minutes * 60 - 30 })
    expect(new Set((await shown()).map(String))).toEqual(new Set(['paid,0']))
    await gateway.control('POST', '/clock', { advance_seconds: 31 })
    const now = (await shown()).map(([status]) => status)
    expect(now.slice(0, 2)).toEqual(['partially_refunded', 'voided'])
    expect(now.slice(2).toSorted()).toEqual(['partially_refunded', 'voided'])
    await receiver.waitUntil(({ type }) => type === 'payment.voided')
    await receiver.waitUntil(({ type }) => type === 'payment.partially_refunded')
  })

  test.each([404, 409, 422])(
    'void_invalid and receipt_unavailable can have status %d',
    async (status) => {
      await profile({ void_invalid_status: status, receipt_unavailable_status: status })
      const id = await attempted()
      const voided = await post(`/v1/payments/${id}/void`)
      expect(voided).toMatchObject({ status, body: { code: 'void_invalid' } })
      const receipt = await gateway.call('GET', `/v1/payments/${id}/receipt`)
      expect(receipt).toMatchObject({ status, body: { code: 'receipt_unavailable' } })
    },
  )
})

describe('payments', () => {
  test('lock_customer_fields_in_creation adds the field to the creation response', async () => {
    expect((await create()).body).not.toHaveProperty('lock_customer_fields')
    await profile({ lock_customer_fields_in_creation: true })
    expect((await create()).body).toHaveProperty('lock_customer_fields', false)
  })

  test('disable covers paid reusable links, or only pending ones', async () => {
    const disable = (payment_id: number) =>
      gateway.call('POST', '/sandbox/portal/disable', { key: null, body: { payment_id } })
    const [one, other] = [
      await gateway.payNew({ reusable: true }),
      await gateway.payNew({ reusable: true }),
    ]
    expect((await disable(one.id)).status).toBe(200)
    await profile({ disable: 'pending_only' })
    expect((await disable(other.id)).status).toBe(422)
    expect((await disable((await gateway.createPayment()).id)).status).toBe(200)
  })

  test('disabled_event sends nothing or payment.disabled', async () => {
    const disable = async () =>
      gateway.control('POST', '/portal/disable', { payment_id: (await gateway.createPayment()).id })
    await disable()
    await profile({ disabled_event: 'payment.disabled' })
    const { id } = await disable()
    const events = await receiver.waitFor(1)
    expect(events.map(({ event }) => [event.type, event.data.id])).toEqual([
      ['payment.disabled', id],
    ])
  })

  test("declined_charge keeps the payment's state or disables it", async () => {
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id, number: CARDS.declined })
    expect((await gateway.getPayment(id)).status).toBe('pending')
    await profile({ declined_charge: 'disables_payment' })
    await gateway.pay({ payment_id: id, number: CARDS.declined })
    expect((await gateway.getPayment(id)).status).toBe('disabled')
  })

  test('reusable_returns_existing returns the existing payment or a new one', async () => {
    const again = () => create({ reusable: true, external_reference: 'the-same' })
    const { id } = (await again()).body
    expect((await again()).body.id).toBe(id)
    await profile({ reusable_returns_existing: false })
    expect((await again()).body.id).not.toBe(id)
  })

  test('each variant of tip_types accepts its own names', async () => {
    const statusOf = async (tip_type: string) =>
      (await create({ tip_enabled: true, tip_type, tip_value: 5 })).status
    const statuses = async () =>
      Promise.all(['fixed', 'percentage', 'amount', 'percent'].map(statusOf))
    expect(await statuses()).toEqual([201, 201, 422, 422])
    await profile({ tip_types: 'amount_percent' })
    expect(await statuses()).toEqual([422, 422, 201, 201])
  })

  test('new_payments_in_list shows a payment immediately or after five minutes', async () => {
    const external_reference = uniqueReference()
    await profile({ new_payments_in_list: 'after_five_minutes' })
    const { id } = (await create({ external_reference })).body
    const listed = async (): Promise<number> =>
      (await gateway.call('GET', `/v1/payments?external_reference=${external_reference}`)).body.data
        .length
    expect(await listed()).toBe(0)
    expect((await gateway.getPayment(id)).status).toBe('pending')
    await gateway.control('POST', '/clock', { advance_seconds: 301 })
    expect(await listed()).toBe(1)
  })

  test('per_page_above_max clamps or rejects values over per_page_max', async () => {
    const page = (size: number) => gateway.call('GET', `/v1/payments?per_page=${size}`)
    await profile({ per_page_max: 5 })
    expect((await page(6)).body.meta.per_page).toBe(5)
    await profile({ per_page_above_max: 'rejected' })
    expect(Object.keys((await page(6)).body.errors)).toEqual(['per_page'])
    expect((await page(5)).status).toBe(200)
  })

  test('metadata_max_keys and metadata_max_bytes apply in every mode', async () => {
    const id = await savedCard()
    const errors = async (metadata: object) => {
      const answers = [
        await create({ metadata }),
        await confirm(CARDS.approved, { metadata }),
        await post(
          `/v1/payment-methods/${id}/charge`,
          { amount: 1, metadata },
          { 'idempotency-key': uniqueReference() },
        ),
      ]
      return answers.map(({ body }) => Object.keys(body.errors ?? {}).join())
    }
    await profile({ metadata_max_keys: 2 })
    expect(await errors({ a: 1, b: 2, c: 3 })).toEqual(['metadata', 'metadata', 'metadata'])
    expect(await errors({ a: 1, b: 2 })).toEqual(['', '', ''])
    await profile({ metadata_max_keys: null, metadata_max_bytes: 20 })
    expect(await errors({ a: 'x'.repeat(20) })).toEqual(['metadata', 'metadata', 'metadata'])
    expect(await errors({ a: 1, b: 2, c: 3 })).toEqual(['', '', ''])
  })

  test('customer_fields, description_unit, metadata_keys and reason_max_length name the field', async () => {
    const { transactionId } = await gateway.payNew()
    await profile({
      customer_fields: 'strict',
      description_unit: 'bytes',
      metadata_keys: 'words',
      reason_max_length: 5,
    })
    const customer = {
      name: 'x'.repeat(41),
      email: 'no',
      phone: '9 (casa)',
      identity_number: '1-2',
    }
    const wanted = { customer, description: 'ñ'.repeat(61), metadata: { 'a b': 1, ok: 2 } }
    const fields = async () => Object.keys((await create(wanted)).body.errors)
    expect(await fields()).toEqual([
      ...['name', 'email', 'phone', 'identity_number'].map((field) => `customer.${field}`),
      'description',
      'metadata.a b',
    ])
    await profile({ nested_error_keys: 'parent' })
    expect(await fields()).toEqual(['customer', 'description', 'metadata'])
    for (const [route, body] of [
      ['void', {}],
      ['refund', { amount: 1 }],
    ] as const) {
      const answer = await post(`/v1/payments/${transactionId}/${route}`, {
        ...body,
        reason: 'too long',
      })
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { reason: [expect.any(String)] } },
      })
    }
    expect(
      (await confirm(CARDS.approved, { description: 'ñ'.repeat(61) })).body.errors,
    ).toHaveProperty('description')
  })

  test.each([
    ['replay', 201],
    ['ignored', 201],
    ['rejected_409', 409],
    ['rejected_422', 422],
  ] as const)('idempotency_key_reuse %s applies to creation and charge', async (reuse, status) => {
    const method = await savedCard()
    await profile({ idempotency_key_reuse: reuse })
    const pairs = [
      [
        await create({}, { 'idempotency-key': reuse }),
        await create({}, { 'idempotency-key': reuse }),
      ],
      [await chargeSaved(method, reuse), await chargeSaved(method, reuse)],
    ]
    for (const [first, second] of pairs) {
      expect(first?.status).toBe(201)
      expect(second?.status).toBe(status)
      if (status === 201) expect(second?.body.id === first?.body.id).toBe(reuse === 'replay')
    }
  })
})

describe('saved cards', () => {
  test('payment_method_fields matches the event or adds fields', async () => {
    await savedCard()
    const asInEvent = Object.keys((await savedCards())[0])
    await profile({ payment_method_fields: 'more' })
    expect(Object.keys((await savedCards())[0])).toEqual([...asInEvent, 'customer', 'status'])
  })

  test('charge_response returns more fields or only the id', async () => {
    const id = await savedCard()
    expect((await chargeSaved(id)).body).toMatchObject({ amount: 5, status: 'approved' })
    await profile({ charge_response: 'id_only' })
    expect(Object.keys((await chargeSaved(id)).body)).toEqual(['id'])
  })

  test('delete_response returns a confirmation, the card or nothing', async () => {
    const shapes: string[][] = []
    for (const delete_response of ['confirmation', 'payment_method', 'empty']) {
      await profile({ delete_response })
      const answer = await gateway.call('DELETE', `/v1/payment-methods/${await savedCard()}`)
      expect(answer.status).toBe(200)
      shapes.push(Object.keys(answer.body))
    }
    const card = ['id', 'card_brand', 'last_four', 'exp_month', 'exp_year', 'is_default']
    expect(shapes).toEqual([['id', 'deleted'], card, []])
  })

  test('charge_metadata returns or drops the metadata of a charge', async () => {
    const shown: unknown[] = []
    const id = await savedCard()
    for (const charge_metadata of ['returned', 'dropped']) {
      await profile({ charge_metadata })
      await post(
        `/v1/payment-methods/${id}/charge`,
        { amount: 5, metadata: { note: 'ours' } },
        { 'idempotency-key': uniqueReference() },
      )
      const { body } = await gateway.call('GET', '/v1/payments?per_page=1')
      shown.push(body.data[0].metadata)
    }
    expect(shown).toEqual([{ note: 'ours' }, []])
  })

  test('revoked_card_error is its own code, a 404 or a decline', async () => {
    const id = await savedCard()
    await gateway.call('DELETE', `/v1/payment-methods/${id}`)
    expect(await chargeSaved(id)).toMatchObject({
      status: 422,
      body: { code: 'payment_method_revoked' },
    })
    await profile({ revoked_card_error: 'payment_method_not_found' })
    expect(await chargeSaved(id)).toMatchObject({
      status: 404,
      body: { code: 'payment_method_not_found' },
    })
    await profile({ revoked_card_error: 'declined' })
    expect(await chargeSaved(id)).toMatchObject({ status: 422, body: { IsoResponseCode: '05' } })
  })

  test('method_not_found_code changes the code', async () => {
    const codes = async () => [
      (await chargeSaved('pm_none')).body.code,
      (await gateway.call('DELETE', '/v1/payment-methods/pm_none')).body.code,
    ]
    expect(await codes()).toEqual(['payment_not_found', 'payment_not_found'])
    await profile({ method_not_found_code: 'payment_method_not_found' })
    expect(await codes()).toEqual(['payment_method_not_found', 'payment_method_not_found'])
  })

  test('save_card_at_checkout offers card saving on the hosted page', async () => {
    const page = async () => {
      const { checkout_url } = await gateway.createPayment()
      return (await gateway.call('GET', new URL(checkout_url).pathname, { key: null })).body
    }
    expect(await page()).not.toContain('name="save_card"')
    await profile({ save_card_at_checkout: true })
    expect(await page()).toContain('name="save_card"')
    await profile({ tokenized_charge: false })
    expect(await page()).not.toContain('name="save_card"')
  })
})

describe('card fields', () => {
  test('transaction_details has more fields or only the documented ones', async () => {
    const details = async () => Object.keys((await confirm()).body.transaction_details)
    const known = ['service_commission', 'isv', 'expected_settlement']
    expect((await details()).length).toBeGreaterThan(known.length)
    await profile({ transaction_details: 'known_only' })
    expect(await details()).toEqual(known)
  })

  test('confirm_declined_status is 200 or 422', async () => {
    expect((await confirm(CARDS.declined)).status).toBe(200)
    await profile({ confirm_declined_status: 422 })
    expect(await confirm(CARDS.declined)).toMatchObject({
      status: 422,
      body: { status: 'declined' },
    })
  })

  test('abandoned_challenge fails after its deadline or never ends', async () => {
    await profile({ abandoned_challenge: 'never_ends' })
    await confirm(CARDS.challenge)
    await gateway.advance(3_600)
    expect(receiver.received).toEqual([])
    await profile({ abandoned_challenge: 'fails_after_window' })
    expect((await receiver.waitFor(1))[0]?.event.type).toBe('payment.failed')
  })
})

describe('errors', () => {
  test('generic_422 sets the keys beside errors', async () => {
    const keys = async () => Object.keys((await create({ amount: 0 })).body)
    expect(await keys()).toEqual(['message', 'errors'])
    await profile({ generic_422: 'message_and_code' })
    expect((await keys()).sort()).toEqual(['code', 'errors', 'message'])
    await profile({ generic_422: 'errors_only' })
    expect(await keys()).toEqual(['errors'])
  })

  test('error_values are lists or strings', async () => {
    const value = async () => (await create({ amount: 0 })).body.errors.amount
    expect(await value()).toEqual([expect.any(String)])
    await profile({ error_values: 'text' })
    expect(await value()).toEqual(expect.any(String))
  })
})

describe('signature_time', () => {
  const timesOf = async (signature_time: Profile['signature_time']): Promise<Date[]> => {
    await profile({ signature_time })
    const shown = await gateway.control('GET', '/profile')
    const sandbox = { profile: shown as Profile, faults: { ofAttempt: async () => [] } }
    const pack = (attempts: number, first_attempt_at: Date | null, now: Date) =>
      packed(
        {
          ...{ id: 1, event_id: 'e', type: 'payment.approved', body: '{}', attempts },
          ...{ endpoint_id: 'we', url: 'http://shop/', secret, first_attempt_at },
          ...{
            fault: null,
            fault_key: null,
            planned_fault: null,
            is_copy: false,
            overtakes: false,
          },
        },
        sandbox,
        { now: () => now },
      )
    const first = await pack(0, null, new Date('2026-11-21T12:00:00Z'))
    const second = await pack(1, first.signedAt, new Date('2026-11-21T12:01:00Z'))
    for (const { headers, body, signedAt } of [first, second]) {
      const t = signedAt.getTime() / 1000
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      expect(headers['Service-Signature'] ?? headers['service-signature']).toBe(`t=${t},v1=${v1}`)
    }
    return [first.signedAt, second.signedAt]
  }

  test("each_attempt signs with each attempt's time", async () => {
    const [first, second] = await timesOf('each_attempt')
    expect(Number(second) - Number(first)).toBe(60_000)
  })

  test("first_attempt signs every attempt with the first one's time", async () => {
    const [first, second] = await timesOf('first_attempt')
    expect(second).toEqual(first)
  })

  test('first_attempt persists between attempts', async () => {
    await profile({ signature_time: 'first_attempt' })
    receiver.answerWith(500)
    await gateway.payNew()
    await receiver.waitFor(1)
    await gateway.advance(61)
    const [first, second] = await receiver.waitFor(2)
    expect(second?.headers['service-signature']).toBe(first?.headers['service-signature'])
  })
})

test('these tests set every switch of the profile', () => {
  const untested = Object.keys(defaultProfile).filter((name) => !switched.has(name))
  expect(untested).toEqual([])
})
