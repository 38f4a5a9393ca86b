import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import {
  CHALLENGE_CARD,
  DAY_SECONDS,
  HOUR_SECONDS,
  type Merchant,
  merchantOf,
  pass,
  send,
  setSandbox,
} from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'L' })
})
afterEach(() => settled(world))

const PROCESSOR_ERROR = '4000000000000119'

const waitOnReturnPage = (payUrl: string) => fetch(`${payUrl}/return?waited=1`)
const openLink = (payUrl: string) => fetch(payUrl, { redirect: 'manual' })
const answerBank = (transactionId: string | undefined, outcome: string) =>
  world.control(`/sandbox/challenges/${transactionId}`, { outcome })
const loseNext = (event: string) =>
  setSandbox(world, 'faults', { next: [{ on: event, fault: 'drop' }] })
const statusAtGateway = async (gatewayId: string) =>
  (await paymentAtGateway(world, gatewayId)).status
const expiring = (minutes: number) => merchant.open({}, { expires_in_minutes: minutes })

describe('a customer whose card is not charged', () => {
  it.each([
    ['declined', CARDS.declined],
    ['without funds', CARDS.noFunds],
    ['not processed', PROCESSOR_ERROR],
  ])(
    'a customer whose card was %s has not paid, and pays by the same link with another card',
    async (_, card) => {
      const { id, payUrl, checkoutUrl, gatewayId } = await merchant.open()
      expect((await world.pay(checkoutUrl, card)).status).toBe('declined')
      await eventually(async () => merchant.notifications(id).length === 1)
      // The gateway gives a failed attempt a transaction id too.
      const pending = await paymentAtGateway(world, gatewayId)
      expect(pending).toMatchObject({ status: 'pending', transaction_id: expect.any(String) })
      expect(await merchant.read(id)).toMatchObject({
        order: { status: 'awaiting_payment', paid_at: null },
        payment: { state: 'pending', transaction_id: null },
      })
      expect((await world.api('GET', `/v1/orders/${id}/receipt`)).body.code).toBe(
        'order_not_charged',
      )
      expect((await merchant.refundInFull(id)).body.code).toBe('refund_not_paid')

      expect((await openLink(payUrl)).headers.get('location')).toBe(checkoutUrl)
      await world.pay(checkoutUrl)
      await eventually(async () => merchant.notifications(id).length === 2)
      expect(merchant.notifications(id)).toEqual(['order.payment_failed', 'order.paid'])
    },
  )
})

describe('a customer who has paid', () => {
  it('a customer who has paid cannot pay by the same link again, wherever they kept it', async () => {
    const { id, payUrl, checkoutUrl, gatewayId } = await merchant.paid()
    await expect(world.pay(checkoutUrl)).rejects.toThrow('422')
    expect((await openLink(payUrl)).headers.get('location')).toBe(`${payUrl}/return`)
    expect((await merchant.checkout(id)).body.payment.gateway_payment_id).toBe(gatewayId)
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'paid', reusable: false }])
    await settled(world)
    expect(merchant.notifications(id)).toEqual(['order.paid'])
  })

  it('a customer whose event was lost has paid: the return page queries the gateway', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await loseNext('payment.approved')
    await world.pay(checkoutUrl)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    await waitOnReturnPage(payUrl)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(id).length === 1)
    expect(merchant.notifications(id)).toEqual(['order.paid'])
  })

  it('opening the success page pays nothing: only the gateway’s word counts', async () => {
    const { id, payUrl } = await merchant.open()
    for (let visits = 0; visits < 3; visits++) {
      expect((await waitOnReturnPage(payUrl)).status).toBe(200)
    }
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    expect(merchant.notifications(id)).toEqual([])
  })

  it('a late event of the same payment does not downgrade a paid order', async () => {
    const { id, gatewayId } = await merchant.open()
    const before = await paymentAtGateway(world, gatewayId)
    await send(world, eventOf(before, 'approved'))
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    for (const old of ['expired', 'failed', 'approved'] as const) {
      await send(world, eventOf(before, old))
      await settled(world)
      expect(await merchant.read(id)).toMatchObject({
        order: { status: 'paid', conflict: null },
        payment: { state: 'paid' },
      })
    }
    expect(merchant.notifications(id)).toEqual(['order.paid'])
  })
})

describe('an order that has missed its payment deadline', () => {
  it('the order expires after declined cards: the link ends, the store is notified, a new checkout opens it', async () => {
    const { id, payUrl, checkoutUrl, gatewayId } = await expiring(2)
    await world.pay(checkoutUrl, CARDS.declined)
    await eventually(async () => merchant.notifications(id).length === 1)
    await pass(world, 121)
    expect((await openLink(payUrl)).status).toBe(410)
    await pass(world, 6 * 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    expect(await statusAtGateway(gatewayId)).toBe('expired')
    await eventually(async () => merchant.notifications(id).length === 2)
    expect(merchant.notifications(id)).toEqual(['order.payment_failed', 'order.payment_expired'])

    const again = await merchant.checkout(id)
    expect(again).toMatchObject({ status: 201, body: { payment: { attempt: 2 } } })
    await world.pay(again.body.payment.checkout_url)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
  })

  it('an order whose approval comes after its expiry is paid, and the store is notified of both', async () => {
    const { id, gatewayId } = await expiring(2)
    const before = await paymentAtGateway(world, gatewayId)
    await send(world, eventOf(before, 'expired'))
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    await send(world, eventOf(before, 'approved'))
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(id).length === 2)
    expect(merchant.notifications(id)).toEqual(['order.payment_expired', 'order.paid'])
  })

  it('an expired order that its store had cancelled stays cancelled', async () => {
    const { id, gatewayId } = await expiring(2)
    await merchant.cancel(id)
    await pass(world, 10 * 60)
    await eventually(async () => (await statusAtGateway(gatewayId)) === 'expired')
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('cancelled')
    expect(merchant.notifications(id)).toEqual([])
  })
})

describe('a link that the merchant closes in the portal', () => {
  it('a closed link ends the order at the next check, and a new checkout leads to a link that works', async () => {
    const { id, payUrl, gatewayId } = await merchant.open()
    await world.control('/sandbox/portal/disable', { payment_id: Number(gatewayId) })
    await waitOnReturnPage(payUrl)
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    expect((await merchant.read(id)).payment.state).toBe('disabled')
    expect((await openLink(payUrl)).status).toBe(410)
    const again = await merchant.checkout(id)
    await world.pay(again.body.payment.checkout_url)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
  })

  it('a link that a decline has closed is not reused', async () => {
    await setSandbox(world, 'profile', { declined_charge: 'disables_payment' })
    const { id, checkoutUrl, gatewayId } = await merchant.open()
    await world.pay(checkoutUrl, CARDS.declined)
    await setSandbox(world, 'profile', { declined_charge: 'status_stays' })
    expect(await statusAtGateway(gatewayId)).toBe('disabled')
    await merchant.readWhen(id, ({ payment }) => payment.state === 'disabled')
    const again = await merchant.checkout(id)
    expect(again.status).toBe(201)
    await world.pay(again.body.payment.checkout_url)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
  })

  it('an undocumented event of a closed link is kept and changes nothing', async () => {
    await setSandbox(world, 'profile', { disabled_event: 'payment.disabled' })
    const { id, gatewayId } = await merchant.open()
    await world.control('/sandbox/portal/disable', { payment_id: Number(gatewayId) })
    const { query } = world.puente.ctx.db
    const kept = await eventually(() =>
      query
        .selectFrom('events')
        .select('body')
        .where('outcome', '=', 'type-without-effect')
        .executeTakeFirst(),
    )
    await setSandbox(world, 'profile', { disabled_event: 'none' })
    expect(JSON.parse(kept.body.toString())).toMatchObject({
      type: 'payment.disabled',
      data: { id: Number(gatewayId) },
    })
    expect((await merchant.checkout(id)).status).toBe(200)
  })
})

describe('a customer at the bank', () => {
  const toTheBank = async (checkoutUrl: string): Promise<string> => {
    const sent = await world.control('/sandbox/pay', {
      checkout_url: checkoutUrl,
      card: cardOf(CHALLENGE_CARD),
    })
    expect(sent).toMatchObject({ status: 'pending', transaction_id: expect.any(String) })
    return sent.transaction_id
  }

  it('a customer who stays at the bank until the link has expired has paid when the bank approves', async () => {
    const { id, checkoutUrl } = await expiring(2)
    const transaction = await toTheBank(checkoutUrl)
    await pass(world, 10 * 60)
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    await answerBank(transaction, 'authenticated')
    const paid = await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(paid.payment.transaction_id).toBe(transaction)
    expect(merchant.notifications(id)).not.toContain('order.payment_expired')
  })

  it('a charge that the bank approves after the store cancelled the order is held, and not sold', async () => {
    const { id, checkoutUrl } = await merchant.open()
    const transaction = await toTheBank(checkoutUrl)
    expect((await merchant.cancel(id)).status).toBe(200)
    await answerBank(transaction, 'authenticated')
    const held = await merchant.readWhen(id, ({ order }) => order.status === 'on_hold')
    expect(held.order.conflict).toBe('paid_after_cancellation')
    await eventually(async () => merchant.notifications(id).length === 1)
    expect(merchant.notifications(id)).toEqual(['order.attention_required'])
    expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'order_paid_after_cancellation' }])
  })

  it('a customer who never comes back can pay again soon, though all events are lost', async () => {
    const { id } = await merchant.open()
    const sent = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
    expect(sent.body.payment.state).toBe('authenticating')
    await loseNext('payment.failed')
    await eventually(async () => {
      await pass(world, 3 * 60)
      return (await merchant.read(id)).payment.state === 'declined'
    })
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    expect((await merchant.confirm(id, await merchant.token())).body.order.status).toBe('paid')
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('a customer whose charge counted as declined has paid once the bank approves it', async () => {
    const { id } = await merchant.open()
    const sent = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
    const transaction = new URL(sent.body.authentication_url).pathname.split('/').at(-1)
    await send(world, eventOf(await newestOf(id), 'failed'))
    await merchant.readWhen(id, ({ payment }) => payment.state === 'declined')
    await answerBank(transaction, 'authenticated')
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(id).includes('order.paid'))
  })

  const newestOf = async (id: string): Promise<Json & { id: number; amount: number }> =>
    (await merchant.atGateway(id)).at(-1)
})

describe('a day after the payment', () => {
  it('a settled order is still paid', async () => {
    const { id, gatewayId } = await merchant.paid()
    await pass(world, DAY_SECONDS + HOUR_SECONDS)
    await settled(world)
    expect(await statusAtGateway(gatewayId)).toBe('paid')
    expect((await merchant.read(id)).order.status).toBe('paid')
    expect(merchant.notifications(id)).toEqual(['order.paid'])
  })
})
