import { describe, expect, it } from 'vitest'
import { headerText, startMailServer } from '../../support/mail-server.ts'
import { mailSettings } from '../../support/mailed-world.ts'
import { DAY_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../../support/world.ts'

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const merchant = merchantOf(world, { prefix: 'REQ' })
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

let keys = 0
const requested = (email: string | undefined, more: Json = {}) =>
  world.api(
    'POST',
    '/v1/payment-requests',
    {
      amount: '320.50',
      currency: 'HNL',
      description: 'Café de altura',
      locale: 'es',
      customer: { name: 'Ana', ...(email === undefined ? {} : { email }) },
      send_email: true,
      ...more,
    },
    { 'idempotency-key': `mailed-${++keys}` },
  )

describe('a payment request by e-mail', () => {
  it('a request by e-mail has the pay link, amount, reason and deadline, and leads to the payment', async () => {
    const { status, body } = await requested('ask@example.hn', { expires_in_minutes: 60 })
    expect(status).toBe(201)
    await eventually(async () => mailsTo('ask@example.hn').length === 1)
    const [asked] = mailsTo('ask@example.hn')
    expect(headerText(asked?.headers.get('subject'))).toMatch(/le envía un cobro de L 320\.50$/)
    for (const part of ['Pague L 320.50', 'Café de altura', 'Pague antes de', body.pay_url]) {
      expect(asked?.text).toContain(part)
    }
    expect(asked?.html).toContain(`href="${body.pay_url}"`)
    const link = await fetch(body.pay_url, { redirect: 'manual' })
    expect(link.status).toBe(303)
    await settled(world)
    const read = await world.api('GET', `/v1/payment-requests/${body.id}`)
    expect(read.body.email).toBe('sent')
  })

  it('a request repeated with its key sends no second e-mail', async () => {
    const body = {
      amount: '10.00',
      customer: { email: 'twice@example.hn' },
      send_email: true,
    }
    const key = { 'idempotency-key': 'mailed-twice' }
    const ids = new Set<string>()
    for (let times = 0; times < 2; times++) {
      const answer = await world.api('POST', '/v1/payment-requests', body, key)
      ids.add(answer.body.id)
    }
    expect(ids.size).toBe(1)
    await settled(world)
    await eventually(async () => mailsTo('twice@example.hn').length === 1)
  })

  it('a request by e-mail without an address is refused, and nothing is created', async () => {
    const refused = await requested(undefined)
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'customer.email'])
    const wrong = await requested('ana@example,hn')
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'customer.email'])
  })
})

describe('the reminder', () => {
  it('a reminder comes once, a day before the request expires', async () => {
    await requested('remind@example.hn', { expires_in_minutes: 3 * 24 * 60 })
    await eventually(async () => mailsTo('remind@example.hn').length === 1)
    await pass(world, DAY_SECONDS)
    await settled(world)
    expect(mailsTo('remind@example.hn')).toHaveLength(1)
    await pass(world, DAY_SECONDS + 60)
    await eventually(async () => mailsTo('remind@example.hn').length === 2)
    const [, reminder] = mailsTo('remind@example.hn')
    expect(headerText(reminder?.headers.get('subject'))).toMatch(/Recordatorio: L 320\.50 para /)
    await pass(world, DAY_SECONDS / 2)
    await settled(world)
    expect(mailsTo('remind@example.hn')).toHaveLength(2)
  })

  it('a reminder also comes after a declined card, because the customer can still pay', async () => {
    const email = 'declined@example.hn'
    const { body } = await requested(email, { expires_in_minutes: 2 * 24 * 60 })
    await eventually(async () => mailsTo(email).length === 1)
    const [payment] = await merchant.atGateway(body.id)
    await world.control('/sandbox/pay', { payment_id: payment.id, card: cardOf(CARDS.declined) })
    await settled(world)
    await pass(world, DAY_SECONDS + 60)
    await eventually(async () => mailsTo(email).length === 2)
  })

  it.each(['paid', 'cancelled', 'paid otherwise'])(
    'no reminder comes for a request that is %s',
    async (how) => {
      const email = `${how.replace(' ', '-')}@example.hn`
      const { body } = await requested(email, { expires_in_minutes: 3 * 24 * 60 })
      await eventually(async () => mailsTo(email).length === 1)
      if (how === 'cancelled') await merchant.cancel(body.id)
      else if (how === 'paid') {
        const [payment] = await merchant.atGateway(body.id)
        await world.control('/sandbox/pay', {
          payment_id: payment.id,
          card: cardOf(CARDS.approved),
        })
        await merchant.readWhen(body.id, (now) => now.order.status === 'paid')
        await eventually(async () => mailsTo(email).length === 2)
      } else {
        await world.api('POST', `/v1/payment-requests/${body.id}/paid-otherwise`, { how: 'cash' })
      }
      const before = mailsTo(email).length
      await pass(world, 2 * DAY_SECONDS + 60)
      await settled(world)
      expect(mailsTo(email)).toHaveLength(before)
    },
  )
})
