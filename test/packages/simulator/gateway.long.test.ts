import { expect, it, vi } from 'vitest'
import {
  connectGateway,
  puenteSettings,
  SimulatorError,
} from '../../../packages/simulator/src/index.ts'
import { startReceiver, verifies } from '../../contract/support/receiver.ts'
import { call, createPayment, gatewayForTest, payOrder } from './use-gateway.ts'

it('a payment is created, paid and read', async () => {
  const gateway = await gatewayForTest()
  const payment = await createPayment(gateway, 'A-1')
  expect(payment).toMatchObject({ status: 'pending', external_reference: 'A-1' })

  const paid = await gateway.pay(payment.id)

  expect(paid.status).toBe('approved')
  const { body } = await call(gateway, 'GET', `/v1/payments/${payment.id}`)
  expect(body).toMatchObject({ status: 'paid', transaction_id: paid.transactionId })
})

it('a payment is found by its id, its checkout URL and its reference', async () => {
  const gateway = await gatewayForTest()
  const { checkout_url } = await createPayment(gateway, 'A-1')
  await createPayment(gateway, 'A-2')
  expect(await gateway.pay(checkout_url)).toMatchObject({ status: 'approved' })
  expect(await gateway.pay('A-2')).toMatchObject({ status: 'approved' })
})

it('two gateways share nothing', async () => {
  const one = await gatewayForTest()
  const other = await gatewayForTest()
  await one.faults.set({ api: { error_500: 1, only: 'GET /v1/me' } })
  await one.clock.advance({ days: 3 })
  await one.profile.set({ tokenized_charge: false })
  await payOrder(one, 'A-1')

  expect(await other.charges('A-1')).toEqual([])
  expect((await call(other, 'GET', '/v1/me')).status).toBe(200)
  expect((await other.clock.now()).getTime()).toBeLessThan(Date.now() + 60_000)
  expect((await other.profile.get()).tokenized_charge).toBe(true)
  expect((await createPayment(other, 'A-1')).id).toBe((await createPayment(other, 'A-2')).id - 1)
})

it('twenty gateways at once stay apart', async () => {
  const counts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const gateway = await gatewayForTest()
      for (let order = 0; order <= index % 3; order++) await payOrder(gateway, 'A-1')
      return (await gateway.charges('A-1')).length
    }),
  )
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => (index % 3) + 1))
})

it('a gateway that follows another in the same tables starts empty, from the first payment id', async () => {
  const options = { webhook: 'http://127.0.0.1:9/' }
  for (const reference of ['A-1', 'A-2']) {
    const gateway = await gatewayForTest(options)
    const { id } = await createPayment(gateway, reference)
    expect(id).toBe(100_001)
    expect(await gateway.events()).toEqual([])
    expect(await gateway.endpoints.list()).toHaveLength(1)
    await gateway.pay(id)
    await gateway.clock.advance({ days: 1 })
    await gateway.profile.set({ fee_rate: '0.01' })
    await gateway.close()
  }
})

it('a receiver gets signed events', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: { url: receiver.url, secret: 'whsec_mine_1' } })
  await payOrder(gateway, 'A-1')
  const [delivery] = await receiver.waitFor(1)
  expect(delivery && verifies(delivery, 'whsec_mine_1')).toBe(true)
  expect(delivery?.event).toMatchObject({
    type: 'payment.approved',
    data: { external_reference: 'A-1' },
  })
  await receiver.close()
})

it('an endpoint that was added has its own secret, which rotates', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest()
  const endpoint = await gateway.endpoints.add(receiver.url)
  const rotated = await gateway.endpoints.rotate(endpoint.id)
  expect(rotated).not.toBe(endpoint.secret)
  await payOrder(gateway, 'A-1')
  const [delivery] = await receiver.waitFor(1)
  expect(delivery && verifies(delivery, rotated)).toBe(true)
  await gateway.endpoints.remove(endpoint.id)
  expect(await gateway.endpoints.list()).toEqual([])
  await receiver.close()
})

it('a refused delivery is retried on the clock of the gateway', async () => {
  const receiver = await startReceiver()
  receiver.answerWith(500)
  const gateway = await gatewayForTest({ webhook: receiver.url })
  await payOrder(gateway, 'A-1')
  await gateway.deliver()
  receiver.answerWith(200)
  await gateway.clock.advance({ minutes: 1 })
  expect(receiver.received).toHaveLength(2)
  await gateway.journal.toHaveDelivered('payment.approved', { reference: 'A-1', times: 1 })
  expect(await gateway.journal.deliveries()).toMatchObject([
    { attempt: 1, status: 500 },
    { attempt: 2, status: 200 },
  ])
  await receiver.close()
})

it('a void works before the settlement and a refund after it', async () => {
  const gateway = await gatewayForTest()
  const first = await payOrder(gateway, 'A-1')
  const second = await payOrder(gateway, 'A-2')
  expect((await call(gateway, 'POST', `/v1/payments/${first}/void`, {})).status).toBe(200)
  expect(await gateway.settle()).toBe(1)
  expect((await call(gateway, 'POST', `/v1/payments/${second}/void`, {})).status).toBe(422)
  const refund = await call(gateway, 'POST', `/v1/payments/${second}/refund`, { amount: 40 })
  expect(refund.status).toBe(200)
  expect(await gateway.charges('A-2')).toMatchObject([
    { status: 'partially_refunded', refunds: [{ amount: '40.00' }] },
  ])
})

it('a link expires when the clock passes its end', async () => {
  const gateway = await gatewayForTest({ now: '2027-01-31T18:00:00Z' })
  const { id } = await createPayment(gateway, 'A-1', { expires_at: '2027-02-01 12:00:00' })
  expect((await gateway.clock.now()).toISOString()).toMatch(/^2027-01-31T18:0/)
  await gateway.clock.set('2027-02-02T18:00:00Z')
  expect((await call(gateway, 'GET', `/v1/payments/${id}`)).body.status).toBe('expired')
  await expect(gateway.pay(id)).rejects.toThrow(/expired/)
})

it('3-D Secure asks the cardholder, and a saved card is charged later', async () => {
  const gateway = await gatewayForTest()
  const customer = { identity_number: '0801-1990-12345' }
  const { id } = await createPayment(gateway, 'A-1', { customer })
  const pending = await gateway.pay(id, { card: 'challenge', saveCard: true })
  expect(pending).toMatchObject({ status: 'pending' })
  expect(pending.authenticationUrl).toContain(gateway.url)
  const approved = await gateway.answerChallenge(pending.transactionId, 'authenticated')
  expect(approved.status).toBe('approved')

  const query = 'customer[identity_number]=0801-1990-12345'
  const { body } = await call(gateway, 'GET', `/v1/payment-methods?${query}`)
  const charged = await call(
    gateway,
    'POST',
    `/v1/payment-methods/${body.data[0].id}/charge`,
    { amount: 80, currency_code: 'HNL', external_reference: 'A-2' },
    { 'idempotency-key': 'charge-1' },
  )
  expect(charged.status).toBe(201)
  await gateway.journal.toHaveChargedOnce('A-2')
})

it('a token of the card fields is confirmed', async () => {
  const gateway = await gatewayForTest()
  const payment_token = await gateway.tokenize({ card: 'frictionless' })
  const { body } = await call(gateway, 'POST', '/embed/v1/confirm', {
    amount: 40,
    currency_code: 'HNL',
    payment_token,
    publishable_key: gateway.keys.publishable,
    external_reference: 'A-1',
  })
  expect(body.status).toBe('approved')
})

it('a declined card says why', async () => {
  const gateway = await gatewayForTest()
  await createPayment(gateway, 'A-1')
  expect(await gateway.pay('A-1', { card: 'noFunds' })).toMatchObject({
    status: 'declined',
    decline: { code: '51', message: 'Insufficient funds' },
  })
})

it('the merchant acts in the portal', async () => {
  const gateway = await gatewayForTest()
  const transactionId = await payOrder(gateway, 'A-1')
  await gateway.settle()
  await gateway.portal.refund(transactionId, { amount: 25, reason: 'Broken' })
  expect(await gateway.charges('A-1')).toMatchObject([
    { refunds: [{ amount: '25.00', reason: 'Broken' }] },
  ])
  const { id } = await createPayment(gateway, 'A-2')
  await gateway.portal.disable(id)
  await expect(gateway.pay(id)).rejects.toThrow(/disabled/)
})

it('a reset starts over', async () => {
  const gateway = await gatewayForTest()
  await payOrder(gateway, 'A-1')
  await gateway.clock.advance({ days: 1 })
  await gateway.reset()
  expect(await gateway.charges('A-1')).toEqual([])
  expect((await gateway.clock.now()).getTime()).toBeLessThan(Date.now() + 60_000)
})

it('its own keys open the API, and others do not', async () => {
  const keys = { secret: 'sk_test_mine', publishable: 'pk_test_mine' }
  const gateway = await gatewayForTest({ keys })
  expect((await call(gateway, 'GET', '/v1/me')).status).toBe(200)
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  expect((await call(gateway, 'GET', '/v1/me', undefined, headers)).status).toBe(401)
})

it('a wrong option is named', async () => {
  await expect(gatewayForTest({ keys: { secret: 'secret' } })).rejects.toThrow(
    /Wrong options: keys\.secret/,
  )
  await expect(gatewayForTest({ controlKey: 'short' })).rejects.toThrow(/controlKey/)
  await expect(gatewayForTest({ webhook: 'http://shop.example/' })).rejects.toThrow(
    /webhook: expected an https URL/,
  )
})

it('a refusal of a control route names the field', async () => {
  const gateway = await gatewayForTest()
  const refused = await gateway.pay(100_001).catch((error: SimulatorError) => error)
  expect(refused).toBeInstanceOf(SimulatorError)
  const error = await gateway.faults.set({ api: { error_500: 2 } }).catch((reason) => reason)
  expect(error).toMatchObject({ status: 422, errors: { 'api.error_500': expect.anything() } })
})

it('fake timers and a stubbed fetch of the test do not stop the gateway', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url })
  const { id } = await createPayment(gateway, 'A-1')
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('stubbed')))
  try {
    await gateway.pay(id)
    await gateway.journal.toHaveDelivered('payment.approved')
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
  await receiver.close()
})

it('a closed gateway stays closed, and closing it twice is a no-op', async () => {
  const gateway = await gatewayForTest()
  await gateway.close()
  await gateway.close()
  await expect(gateway.charges('A-1')).rejects.toThrow(/closed/)
  await expect(gateway.clock.now()).rejects.toThrow(/ECONNREFUSED/)
})

it('await using closes it', async () => {
  const clockOfClosed = async () => {
    await using gateway = await gatewayForTest()
    return gateway.clock
  }
  const clock = await clockOfClosed()
  await expect(clock.now()).rejects.toThrow(/ECONNREFUSED/)
})

it('the settings of Puente name its addresses', async () => {
  const gateway = await gatewayForTest()
  const { GATEWAY_BASE_URL, GATEWAY_SDK_URL } = puenteSettings(gateway)
  expect(GATEWAY_BASE_URL).toBe(gateway.apiUrl)
  expect((await fetch(GATEWAY_SDK_URL ?? '')).status).toBe(200)
  const page = await fetch(gateway.portalUrl)
  expect(await page.text()).toContain('</html>')
})

it('a signature of the wrong-secret fault is not that of the endpoint', async () => {
  const receiver = await startReceiver()
  const gateway = await gatewayForTest({ webhook: receiver.url })
  await gateway.faults.set({ webhooks: { wrong_secret: 1 } })
  await payOrder(gateway, 'A-1')
  const [delivery] = await receiver.waitFor(1)
  expect(delivery && verifies(delivery, gateway.keys.webhookSecret)).toBe(false)
  await receiver.close()
})

it('a gateway of another process is driven by its address', async () => {
  const gateway = await gatewayForTest({ controlKey: 'at-least-16-characters' })
  const remote = connectGateway({ url: `${gateway.url}/`, controlKey: 'at-least-16-characters' })
  const { id } = await createPayment(gateway, 'A-1')
  expect(await remote.pay(id)).toMatchObject({ status: 'approved' })
  await remote.chaos('rate-limited', { seed: 3 })
  expect(await gateway.faults.get()).toMatchObject({ seed: 3, api: { rate_429: 0.5 } })
  expect(await remote.journal.requests()).toHaveLength(1)
  expect(() => connectGateway()).toThrow(/SIMULATOR_URL/)
})
