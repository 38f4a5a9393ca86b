import { describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { pass } from '../../support/merchant.ts'
import { CARDS, useCardPage } from './use-card-page.ts'

const { world, newId, checkout, read, visit, token, send, payBy, opened, confirmations } =
  useCardPage()

/** Repeats while the database is too busy. */
const charge = async (payUrl: string, payment_token: string | undefined) => {
  let repeats = 0
  const { status } = await eventually(async () => {
    const answer = await send(payUrl, { payment_token })
    if (answer.status !== 503) return answer
    repeats += 1
    return false
  })
  return { status, repeats }
}

describe('the limits of cards', () => {
  it('ten declines block further cards of the order for an hour', async () => {
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 9; tries++) await payBy(payUrl, CARDS.noFunds)
    const last = await Promise.all([1, 2, 3].map(() => payBy(payUrl, CARDS.noFunds)))
    const wasSent = ({ status }: { status: number }) => status === 402
    expect(last.filter(wasSent)).toHaveLength(1)

    expect(await payBy(payUrl)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    const page = await visit(`${payUrl}/card?lang=en`)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(await page.text()).toContain('Too many cards were declined')
    expect(await (await visit(`${payUrl}/card`)).text()).toContain('demasiadas tarjetas')

    await pass(world, 3_601)
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('ten declines of a customer block further cards on all of their orders', async () => {
    const [first, last] = [newId(), newId()]
    const one = await checkout(first, {}, { customer: { email: 'Prueba@Correo.example' } })
    for (let tries = 1; tries <= 10; tries++) await payBy(one.body.pay_url, CARDS.noFunds)
    const other = await checkout(last, {}, { customer: { email: 'prueba@correo.example' } })
    expect(await payBy(other.body.pay_url)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    expect((await visit(`${other.body.pay_url}/card`)).status).toBe(429)
    expect((await payBy((await opened()).payUrl)).status).toBe(200)
    await pass(world, 3_601)
    expect((await payBy(other.body.pay_url)).status).toBe(200)
  })

  it('a store blocks cards for ten minutes after 30 declines across its orders', async () => {
    await pass(world, 3_601)
    for (let tries = 0; tries < 30; tries++) {
      const { payUrl } = await opened()
      expect((await payBy(payUrl, CARDS.noFunds)).status).toBe(402)
    }
    const { payUrl } = await opened()
    expect(await payBy(payUrl)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'cards-paused' },
    })
    const page = await visit(`${payUrl}/card?lang=en`)
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect(await page.text()).toContain('Card payments are paused')
    expect(await (await visit(`${payUrl}/card`)).text()).toContain(
      'Los pagos con tarjeta están en pausa',
    )
    await pass(world, 601)
    expect((await payBy(payUrl)).status).toBe(200)
  })

  it('no more than ten cards of a customer reach the gateway when many orders are paid concurrently', async () => {
    await pass(world, 3_601)
    const customer = { email: 'a.la.vez@correo.example' }
    const opened = await Promise.all(
      Array.from({ length: 16 }, () => checkout(newId(), {}, { customer })),
    )
    const tokens = await Promise.all(opened.map(() => token(CARDS.noFunds)))
    const before = confirmations()
    const answers = await Promise.all(opened.map(({ body }, n) => charge(body.pay_url, tokens[n])))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
    expect(confirmations() - before).toBe(10)
  })

  it('no more than thirty cards of a store reach the gateway when many orders are paid concurrently', async () => {
    await pass(world, 3_601)
    const many = await Promise.all(Array.from({ length: 40 }, () => opened()))
    const tokens = await Promise.all(many.map(() => token(CARDS.noFunds)))
    const before = confirmations()
    const answers = await Promise.all(many.map(({ payUrl }, n) => charge(payUrl, tokens[n])))
    const sent = confirmations() - before
    expect(sent).toBeLessThanOrEqual(30)
    // A charge that met a busy database counts from its first try.
    const repeats = answers.reduce((sum, answer) => sum + answer.repeats, 0)
    expect(sent).toBeGreaterThanOrEqual(30 - repeats)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
  })

  it('cards that wait for their customer at the bank count towards the limit', async () => {
    await pass(world, 3_601)
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 10; tries++) {
      expect((await payBy(payUrl, CARDS.challenge)).body.next).toBe('leave')
    }
    expect(await payBy(payUrl, CARDS.challenge)).toEqual({
      status: 429,
      body: { next: 'again', reason: 'too-many-declines' },
    })
    await pass(world, 3_601)
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('ten declines on the page do not block a confirmation by the store’s API key', async () => {
    const { id, payUrl } = await opened()
    for (let tries = 1; tries <= 10; tries++) await payBy(payUrl, CARDS.noFunds)
    expect((await payBy(payUrl)).status).toBe(429)
    const body = { payment_token: await token() }
    expect((await world.api('POST', `/v1/orders/${id}/confirm`, body)).status).toBe(200)
  })
})
