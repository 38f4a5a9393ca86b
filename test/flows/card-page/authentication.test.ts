import { afterEach, describe, expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../../support/gateway-events.ts'
import { eventually, type Json } from '../../support/world.ts'
import { CARDS, pathOf, useCardPage } from './use-card-page.ts'

const {
  world,
  logged,
  checkout,
  read,
  visit,
  leadsTo,
  token,
  send,
  payBy,
  opened,
  webhooksAreLost,
  paidAtGateway,
} = useCardPage()

describe('a customer who has to authenticate', () => {
  afterEach(() => webhooksAreLost(0))

  const challenged = async () => {
    const page = await opened()
    const { body } = await payBy(page.payUrl, CARDS.challenge)
    const transactionId = pathOf(body.url).split('/').at(-1) ?? ''
    const conclude = (outcome: string) =>
      world.control(`/sandbox/challenges/${transactionId}`, { outcome })
    return { ...page, body, conclude }
  }

  it('the customer is sent to the bank immediately, and Puente stores neither that address nor the token', async () => {
    const { id, payUrl } = await opened()
    const used = await token(CARDS.challenge)
    const { status, body } = await send(payUrl, { payment_token: used })
    expect({ status, next: body.next }).toEqual({ status: 200, next: 'leave' })
    const signature = new URL(body.url).searchParams.get('signature') ?? ''
    expect(signature).not.toBe('')

    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT row_to_json(payments)::text AS row FROM payments
       UNION ALL SELECT row_to_json(timeline)::text FROM timeline
       UNION ALL SELECT row_to_json(orders)::text FROM orders
       UNION ALL SELECT row_to_json(tasks)::text FROM tasks`,
    )
    const kept = rows.map(({ row }: { row: string }) => row).join('\n')
    expect(kept).toContain(id)
    expect(kept).toContain('/card?failed=1')
    for (const secret of [signature, used]) {
      expect(kept).not.toContain(secret)
      expect(logged.join('')).not.toContain(secret)
    }
    expect(logged.join('')).toContain('order charged')
  })

  it('a customer who passes the challenge has paid, whichever address they come back to', async () => {
    const { id, payUrl, link, conclude } = await challenged()
    await conclude('authenticated')
    await eventually(async () => (await leadsTo(`${payUrl}/card?failed=1`)).status === 303)
    expect((await leadsTo(`${payUrl}/card?failed=1`)).location).toBe(`${link}/return`)
    expect((await read(id)).order.status).toBe('paid')
  })

  it('opening the return page pays nothing', async () => {
    const { id, payUrl } = await challenged()
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    expect((await read(id)).order.status).toBe('awaiting_payment')
  })

  it('a customer who passes has paid even if no event arrives', async () => {
    await webhooksAreLost(1)
    const { id, payUrl, conclude } = await challenged()
    await conclude('authenticated')
    await eventually(async () => {
      const answer = await visit(`${payUrl}/return/status?waited=1`)
      return ((await answer.json()) as Json).kind === 'paid'
    })
    expect((await read(id)).order.status).toBe('paid')
  })

  it('a customer who comes back by the failure address reads that nothing was charged', async () => {
    const { id, payUrl, conclude } = await challenged()
    await conclude('failed')
    const page = await visit(`${payUrl}/card?failed=1`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('No se le cobró nada. Inténtelo otra vez')
    expect((await payBy(payUrl)).status).toBe(200)
    expect(await paidAtGateway(id)).toBe(1)
  })

  it('a customer who passed in one window and pays again in another is charged once', async () => {
    await webhooksAreLost(1)
    const { id, payUrl, link, conclude } = await challenged()
    await conclude('authenticated')
    expect(await payBy(payUrl)).toMatchObject({ body: { url: expect.stringContaining(link) } })
    expect(await paidAtGateway(id)).toBe(1)
  })
})

describe('a charge that the gateway lets expire while its customer is at the bank', () => {
  it('an expired charge closes the page, and a new checkout opens it again', async () => {
    const { id, payUrl } = await opened()
    await payBy(payUrl, CARDS.challenge)
    await visit(`${payUrl}/card?failed=1`)
    const { payment } = await read(id)
    const atGateway = await paymentAtGateway(world, payment.gateway_payment_id)
    await deliver(world.url, { body: eventOf(atGateway, 'expired') })
    await eventually(async () => (await read(id)).order.status === 'payment_expired')
    expect((await visit(`${payUrl}/card`)).status).toBe(410)

    expect((await checkout(id)).body.order.status).toBe('awaiting_payment')
    expect((await payBy(payUrl)).status).toBe(200)
    expect((await read(id)).order.status).toBe('paid')
  })
})
