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

/** The customer waits on the page that they came back to. */
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
    'because it was %s has not paid, and pays by the same link with another one',
    async (_, card) => {
      const { id, payUrl, checkoutUrl, gatewayId } = await merchant.open()
      expect((await world.pay(checkoutUrl, card)).status).toBe('declined')
      await eventually(async () => merchant.told(id).length === 1)
      // The gateway gives the attempt a transaction: that does not mean paid.
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
      await eventually(async () => merchant.told(id).length === 2)
      expect(merchant.told(id)).toEqual(['order.payment_failed', 'order.paid'])
    },
  )
})

describe('a customer who has paid', () => {
  it('cannot pay by the same link again, wherever it was kept', async () => {
    const { id, payUrl, checkoutUrl, gatewayId } = await merchant.paid()
    await expect(world.pay(checkoutUrl)).rejects.toThrow('422')
    expect((await openLink(payUrl)).headers.get('location')).toBe(`${payUrl}/return`)
    expect((await merchant.checkout(id)).body.payment.gateway_payment_id).toBe(gatewayId)
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'paid', reusable: false }])
    await settled(world)
    expect(merchant.told(id)).toEqual(['order.paid'])
  })

  it('has paid although the news of it was lost: the page they wait on asks the gateway', async () => {
    const { id, payUrl, checkoutUrl } = await merchant.open()
    await loseNext('payment.approved')
    await world.pay(checkoutUrl)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    await waitOnReturnPage(payUrl)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.told(id).length === 1)
    expect(merchant.told(id)).toEqual(['order.paid'])
  })

  it('has not paid by opening the page of success: only the gateway’s word counts', async () => {
    const { id, payUrl } = await merchant.open()
    for (let visits = 0; visits < 3; visits++) {
      expect((await waitOnReturnPage(payUrl)).status).toBe(200)
    }
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    expect(merchant.told(id)).toEqual([])
  })

  it('stays a customer who has paid when old news of the same payment comes afterwards', async () => {
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
    expect(merchant.told(id)).toEqual(['order.paid'])
  })
})

describe('an order whose time to pay is over', () => {
  it('has expired, declined cards or not: the link ends, the shop hears it, a new checkout opens it', async () => {
    const { id, payUrl, checkoutUrl, gatewayId } = await expiring(2)
    await world.pay(checkoutUrl, CARDS.declined)
    await eventually(async () => merchant.told(id).length === 1)
    await pass(world, 121)
    // The gateway's event comes minutes later; nobody is sent to a dead checkout meanwhile.
    expect((await openLink(payUrl)).status).toBe(410)
    await pass(world, 6 * 60)
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    expect(await statusAtGateway(gatewayId)).toBe('expired')
    await eventually(async () => merchant.told(id).length === 2)
    expect(merchant.told(id)).toEqual(['order.payment_failed', 'order.payment_expired'])

    const again = await merchant.checkout(id)
    expect(again).toMatchObject({ status: 201, body: { payment: { attempt: 2 } } })
    await world.pay(again.body.payment.checkout_url)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
  })

  it('and whose approval comes after its expiry is paid, and the shop hears both', async () => {
    const { id, gatewayId } = await expiring(2)
    const before = await paymentAtGateway(world, gatewayId)
    await send(world, eventOf(before, 'expired'))
    await merchant.readWhen(id, ({ order }) => order.status === 'payment_expired')
    await send(world, eventOf(before, 'approved'))
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.told(id).length === 2)
    expect(merchant.told(id)).toEqual(['order.payment_expired', 'order.paid'])
  })

  it('and that its shop has cancelled stays cancelled', async () => {
    const { id, gatewayId } = await expiring(2)
    await merchant.cancel(id)
    await pass(world, 10 * 60)
    await eventually(async () => (await statusAtGateway(gatewayId)) === 'expired')
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('cancelled')
    expect(merchant.told(id)).toEqual([])
  })
})

describe('a link that the merchant closes in the portal', () => {
  it('ends the order once somebody looks, and a new checkout leads to a link that works', async () => {
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

  it('or that a decline has closed, is not given out again', async () => {
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

  it('told by an event that nobody has described, it is kept and does no harm', async () => {
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

describe('a customer who is at their bank', () => {
  /** The customer pays on the hosted page, and is sent to the bank. */
  const toTheBank = async (checkoutUrl: string): Promise<string> => {
    const sent = await world.control('/sandbox/pay', {
      checkout_url: checkoutUrl,
      card: cardOf(CHALLENGE_CARD),
    })
    expect(sent).toMatchObject({ status: 'pending', transaction_id: expect.any(String) })
    return sent.transaction_id
  }

  it('for longer than the link lives has paid when the bank says so', async () => {
    const { id, checkoutUrl } = await expiring(2)
    const transaction = await toTheBank(checkoutUrl)
    await pass(world, 10 * 60)
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
    await answerBank(transaction, 'authenticated')
    const paid = await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(paid.payment.transaction_id).toBe(transaction)
    expect(merchant.told(id)).not.toContain('order.payment_expired')
  })

  it('while the shop’s timer cancels the order: the charge is held, and not sold', async () => {
    const { id, checkoutUrl } = await merchant.open()
    const transaction = await toTheBank(checkoutUrl)
    expect((await merchant.cancel(id)).status).toBe(200)
    await answerBank(transaction, 'authenticated')
    const held = await merchant.readWhen(id, ({ order }) => order.status === 'on_hold')
    expect(held.order.conflict).toBe('paid_after_cancellation')
    await eventually(async () => merchant.told(id).length === 1)
    expect(merchant.told(id)).toEqual(['order.attention_required'])
    expect(await merchant.alertsOf(id)).toMatchObject([{ kind: 'order_paid_after_cancellation' }])
  })

  it('and never comes back, with all events lost, can pay again before long', async () => {
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

  it('and whose charge passed for declined has paid once the bank approves it after all', async () => {
    const { id } = await merchant.open()
    const sent = await merchant.confirm(id, await merchant.token(CHALLENGE_CARD))
    const transaction = new URL(sent.body.authentication_url).pathname.split('/').at(-1)
    await send(world, eventOf(await newestOf(id), 'failed'))
    await merchant.readWhen(id, ({ payment }) => payment.state === 'declined')
    await answerBank(transaction, 'authenticated')
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.told(id).includes('order.paid'))
  })

  const newestOf = async (id: string): Promise<Json & { id: number; amount: number }> =>
    (await merchant.atGateway(id)).at(-1)
})

describe('a day after the payment', () => {
  it('nothing has changed by itself: settled is still paid', async () => {
    const { id, gatewayId } = await merchant.paid()
    await pass(world, DAY_SECONDS + HOUR_SECONDS)
    await settled(world)
    expect(await statusAtGateway(gatewayId)).toBe('paid')
    expect((await merchant.read(id)).order.status).toBe('paid')
    expect(merchant.told(id)).toEqual(['order.paid'])
  })
})
