import { describe, expect, it } from 'vitest'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy((proxy) => ({
  GATEWAY_EMBED_BASE_URL: `${proxy.url}/embed/v1`,
}))

const checkout = (id: string, amount = '100.00') =>
  world.api('POST', '/v1/checkouts', { order: { id, amount, currency: 'HNL' } })
const confirm = async (id: string) => {
  const { payment_token } = await world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: cardOf(CARDS.approved),
  })
  return world.api('POST', `/v1/orders/${id}/confirm`, { payment_token })
}
const savedCards = () => world.api('GET', '/v1/saved-cards?identity_number=0801')
const alertRows = async (query = ''): Promise<Json[]> =>
  (await world.api('GET', `/v1/alerts${query}`)).body.data
const problemOf = async (id: string, query = '') =>
  (await alertRows(query)).find(({ order_id }) => order_id === id)

describe('the list of alerts', () => {
  it('an order paid twice stays on the list until one of its charges is refunded', async () => {
    const first = (await checkout('P-1', '100.00')).body
    const second = (await checkout('P-1', '110.00')).body
    await world.pay(first.payment.checkout_url)
    await world.pay(second.payment.checkout_url)
    const problem = await eventually(async () =>
      (await alertRows()).find(({ kind }) => kind === 'order_paid_twice'),
    )
    expect(problem).toMatchObject({
      order_id: 'P-1',
      what: expect.stringContaining('dos veces'),
      todo: expect.stringContaining('puente refund'),
      closed_at: null,
    })
    expect(problem.details.payments).toHaveLength(2)
    const answer = await world.api(
      'POST',
      '/v1/orders/P-1/refunds',
      { payment_id: first.payment.id },
      { 'idempotency-key': 'P-1' },
    )
    expect(answer).toMatchObject({ status: 201, body: { order: { status: 'paid' } } })
    expect(await problemOf('P-1')).toBeUndefined()
    expect((await problemOf('P-1', '?state=closed')).closed_at).not.toBeNull()
  })

  it('an order paid three times is on the list once, with all of its charges', async () => {
    const links: string[] = []
    for (const amount of ['100.00', '110.00', '120.00']) {
      links.push((await checkout('P-0', amount)).body.payment.checkout_url)
    }
    const charges = async () => (await problemOf('P-0'))?.details.payments?.length
    for (const [index, link] of links.entries()) {
      await world.pay(link)
      if (index > 0) await eventually(async () => (await charges()) === index + 1)
    }
    const { data } = (await world.api('GET', '/v1/orders/P-0/timeline')).body
    const opened = data.filter(({ details }: Json) => details.problem === 'order_paid_twice')
    expect(opened.map(({ kind }: Json) => kind)).toEqual(['problem_opened'])
  })

  it('a secret key that the gateway refuses is on the list once, until the gateway accepts it again', async () => {
    proxy.next(
      'POST /v1/payments',
      { kind: 'answer', status: 401 },
      { kind: 'answer', status: 401 },
    )
    await checkout('P-2')
    await checkout('P-3')
    const keys = (await alertRows()).filter(({ kind }) => kind === 'gateway_key_refused')
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ order_id: null, todo: expect.stringContaining('clave') })
    await checkout('P-4')
    expect((await alertRows()).some(({ kind }) => kind === 'gateway_key_refused')).toBe(false)
  })

  it.each([
    ['a confirmation', 'POST /embed/v1/confirm', (id: string) => confirm(id)],
    ['a look at a checkout', 'GET /v1/payments/{id}', (id: string) => confirm(id)],
    ['the list of saved cards', 'GET /v1/payment-methods', () => savedCards()],
  ])(
    'a secret key that the gateway refuses for %s is on the list until the gateway accepts it again',
    async (_, route, call) => {
      const id = `P-K${route.length}`
      const { payment } = (await checkout(id)).body
      const path = route.replace('{id}', payment.gateway_payment_id)
      proxy.next(path, { kind: 'answer', status: 401 })
      await call(id)
      const isListed = async () =>
        (await alertRows()).some(({ kind }) => kind === 'gateway_key_refused')
      expect(await isListed()).toBe(true)
      await call(id)
      expect(await isListed()).toBe(false)
    },
  )

  it('a call that the key may not make is on the list until the gateway allows it', async () => {
    const refused = async () =>
      (await alertRows()).filter(({ kind }) => kind === 'gateway_key_refused')
    proxy.next('GET /v1/payment-methods', { kind: 'answer', status: 403 })
    await savedCards()
    await checkout('P-403')
    expect(await refused()).toMatchObject([{ details: { call: 'GET /payment-methods' } }])
    await savedCards()
    expect(await refused()).toEqual([])
  })

  it('a refund that the processor refuses is on the list with the processor’s message', async () => {
    const { payment } = (await checkout('P-5')).body
    await world.pay(payment.checkout_url)
    const paid = await eventually(async () => {
      const { body } = await world.api('GET', '/v1/orders/P-5')
      return body.order.status === 'paid' ? body : undefined
    })
    const oneDay = { advance_seconds: 90_000 }
    await world.control('/sandbox/clock', oneDay)
    await fetch(`${world.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(oneDay),
    })
    const path = `POST /v1/payments/${paid.payment.transaction_id}/refund`
    const body = JSON.stringify({ errors: { refund: ['Invalid transaction'] } })
    proxy.next(path, { kind: 'answer', status: 422, body })
    const headers = { 'idempotency-key': 'P-5' }
    const answer = await world.api('POST', '/v1/orders/P-5/refunds', { amount: '1.00' }, headers)
    expect(answer).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    expect(await problemOf('P-5')).toMatchObject({
      kind: 'refund_not_accepted_yet',
      details: { words: ['Invalid transaction'], amount: '1.00' },
    })
  })

  it('a merchant can close an alert once', async () => {
    const problem = await problemOf('P-5')
    const close = () => world.api('POST', `/v1/alerts/${problem.id}/close`)
    expect(await close()).toMatchObject({ status: 200, body: { id: problem.id } })
    expect((await close()).status).toBe(404)
    expect((await world.api('POST', '/v1/alerts/x/close')).status).toBe(404)
    expect(await problemOf('P-5')).toBeUndefined()
  })

  it('the list is paginated', async () => {
    const all = await alertRows('?state=all')
    const first = await world.api('GET', '/v1/alerts?state=all&limit=1')
    const second = await world.api(
      'GET',
      `/v1/alerts?state=all&limit=1&cursor=${first.body.next_cursor}`,
    )
    expect([first.body.data[0].id, second.body.data[0].id]).toEqual([all[0].id, all[1].id])
    expect((await world.api('GET', '/v1/alerts?cursor=x')).status).toBe(422)
  })
})
