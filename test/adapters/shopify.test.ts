import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OrderId, PaymentId } from '../../src/domain/ids.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import { newsOf, refund } from './messages.ts'
import { ENOUGH, type ShopifyTestShop, startShopifyShop } from './shopify-shop.ts'
import { storefrontConformance } from './storefront-conformance.ts'

let shop: ShopifyTestShop
beforeAll(async () => {
  shop = await startShopifyShop({ rates: { USD: 25 } })
})
afterAll(() => shop.close())

storefrontConformance('a Shopify shop', () => shop)

const told = { outcome: 'told' }
const person = { outcome: 'not-told', retry: 'ask-a-person' }
const paid = (id: string, order: object = {}) => newsOf(id, { type: 'order.paid', order })
const cancelled = (id: string) =>
  newsOf(id, {
    type: 'order.cancelled',
    order: { status: 'cancelled', paid_at: null, current_payment_id: null },
    payment: null,
  })
const refunded = (id: string, ...refunds: ReturnType<typeof refund>[]) =>
  newsOf(id, {
    type: 'order.partially_refunded',
    order: { status: 'partially_refunded' },
    refunds,
  })
const toPay = async (id: string, storefront = shop.storefront) => storefront.orderToPay?.(id)
const amountToPay = async (id: string): Promise<string> => {
  const read = await toPay(id)
  if (read?.outcome !== 'payable') return String(read?.outcome)
  const { amount } = read.request
  return `${formatMoney(amount)} ${amount.currency.code}`
}
const noteOf = (id: string) => shop.shop.order(id).note ?? ''
const read = async (id: string) => {
  const said = await shop.storefront.readOrders?.([id])
  return said?.outcome === 'read' ? said.orders[0] : undefined
}

describe('what is to be paid of an order in Shopify', () => {
  it('is what the buyer sees, with their name, their language and the items', async () => {
    const id = shop.place({
      total: '125.5',
      lineItems: [
        { name: 'Café de altura', quantity: 2 },
        { name: 'Miel', quantity: 1 },
      ],
      customerLocale: 'en-US',
    })
    expect(await toPay(id)).toMatchObject({
      outcome: 'payable',
      payBy: null,
      request: {
        externalId: id,
        number: shop.shop.order(id).name,
        amount: { minor: 12_550n },
        description: '2 × Café de altura, 1 × Miel',
        customer: { name: 'Ana Pérez', email: 'ana@example.com' },
        locale: 'en',
        expiresInMinutes: 30,
      },
    })
  })

  it('names the first of hundreds of HTML-encoded lines and says that there are more', async () => {
    const lineItems = Array.from({ length: 300 }, () => ({
      name: 'Caf&eacute; &#8211; 250 g',
      quantity: 3,
    }))
    const id = shop.place({ lineItems, customerLocale: 'en' })
    const { request } = (await toPay(id)) as { request: { description: string } }
    expect(request.description).toMatch(/^(3 × Café – 250 g, )+and more$/)
  })

  it('is the rest after a gift card, and paid with that the order is paid', async () => {
    const id = shop.place({ total: '100.00', giftCard: '40.00' })
    expect(await amountToPay(id)).toBe('60.00 HNL')
    expect(await shop.storefront.notify(paid(id, { amount_minor: 6_000n }))).toEqual(told)
    expect(moneyOf(shop.shop.order(id)).outstanding).toBe(0n)
    expect(await read(id)).toMatchObject({ status: 'paid', amount: { minor: 6_000n } })
  })

  it("is in the buyer's currency, not in the shop's", async () => {
    const id = shop.place({ total: '20.00', currency: 'USD' })
    expect(await amountToPay(id)).toBe('20.00 USD')
  })

  it('is what it comes to after the order was edited', async () => {
    const id = shop.place()
    shop.shop.editInAdmin(id, '80.00')
    expect(await amountToPay(id)).toBe('80.00 HNL')
  })

  it.each([
    ['was cancelled', (id: string) => shop.shop.cancelInAdmin(id)],
    ['was marked as paid by hand', (id: string) => shop.shop.markPaidInAdmin(id)],
    ['was deleted', (id: string) => shop.shop.deleteInAdmin(id)],
  ])('is nothing when it %s', async (_how, happen) => {
    const id = shop.place()
    happen(id)
    expect(await amountToPay(id)).toBe('over')
  })

  it('is nothing when the buyer chose another way to pay', async () => {
    expect(await amountToPay(shop.place({ method: 'Bank Deposit' }))).toBe('over')
  })

  it('is found by the name that the merchant gave the payment method, however it is written', async () => {
    const id = shop.place({ method: 'TARJETA DE CRÉDITO' })
    const policy = { payment_method: 'Tarjeta de crédito' }
    const storefront = shop.storefrontWith({ policy })
    expect(await toPay(id, storefront)).toMatchObject({ outcome: 'payable' })
  })

  it('is nothing once its time is over, and a checkout ends by then', async () => {
    const id = shop.place()
    const at = (minutes: number) =>
      shop.storefrontWith({
        policy: { pay_within_hours: 2 },
        clock: { ...systemClock, now: () => new Date(Date.now() + minutes * 60_000) },
      })
    const soon = await toPay(id, at(100))
    expect(soon).toMatchObject({ outcome: 'payable', payBy: expect.any(Date) })
    if (soon?.outcome === 'payable') {
      expect(soon.request.expiresInMinutes).toBeLessThanOrEqual(20)
    }
    expect(await toPay(id, at(121))).toEqual({ outcome: 'overdue' })
  })

  it('is known without what Shopify has not approved the app for', async () => {
    shop.shop.facts.unapproved.add('email').add('phone').add('billingAddress')
    const read = await toPay(shop.place())
    shop.shop.facts.unapproved.clear()
    expect(read).toMatchObject({
      outcome: 'payable',
      request: { customer: { name: undefined, email: undefined, phone: undefined } },
    })
  })
})

describe('the pay link of an order in Shopify', () => {
  const url = 'https://puente.example/pay/abc'

  it('is kept at the order and written into its note once, below what stands there', async () => {
    const id = shop.place({ note: 'Sin azúcar' })
    for (const _ of [1, 2]) expect(await shop.storefront.offerPayLink?.(id, url)).toEqual(told)
    expect(noteOf(id)).toBe(`Sin azúcar\nEnlace de pago: ${url}`)
    expect(shop.shop.order(id).metafields.get('$app.payment')).toBe(JSON.stringify({ url }))
  })

  it('is not in the note of a shop that does not want it there', async () => {
    const id = shop.place()
    const storefront = shop.storefrontWith({ policy: { note_pay_link: false } })
    expect(await storefront.offerPayLink?.(id, url)).toEqual(told)
    expect(noteOf(id)).toBe('')
  })
})

describe('an order in Shopify that is told paid', () => {
  it('and was paid in the meantime is paid: that it cannot be marked again is no failure', async () => {
    const id = shop.place()
    shop.standIn.meanwhile(/ MarkPaid$/, () => shop.shop.markPaidInAdmin(id))
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
    expect(moneyOf(shop.shop.order(id)).received).toBe(10_000n)
  })

  it('and was marked as paid by hand before is for a person: the buyer may have paid twice', async () => {
    const id = shop.place()
    shop.shop.markPaidInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
  })

  it('and was paid by a payment of another store of the shop is for a person: it was charged twice', async () => {
    const id = shop.place()
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
    const other = {
      id: OrderId.parse('ord_of_the_live_store'),
      current_payment_id: PaymentId.parse('pay_live'),
    }
    expect(await shop.storefront.notify(paid(id, other))).toMatchObject(person)
    const voided = newsOf(id, {
      order: { ...other, status: 'voided' },
      refunds: [refund('ref_live', 10_000n, { payment_id: PaymentId.parse('pay_live') })],
    })
    expect(await shop.storefront.notify(voided)).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'paid', refunded: '0.00' })
    // Another payment of the same order may speak for it: the one that paid it was given back.
    expect(await shop.storefront.notify(paid(id, { current_payment_id: 'pay_2' }))).toEqual(told)
  })

  it('and takes too long about it changes nothing more: another notification may have begun', async () => {
    const id = shop.place()
    let passedMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    shop.standIn.meanwhile(/ SetMeta$/, () => {
      passedMs = 20_000
    })
    const outcome = await shop.storefront.notify(paid(id))
    clock.mockRestore()
    expect(outcome).toMatchObject({ outcome: 'not-told', retry: 'retry' })
    expect(moneyOf(shop.shop.order(id)).received).toBe(0n)
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
  })

  it('and was edited since is not marked as paid: a person has to look, and reads why', async () => {
    const id = shop.place()
    shop.shop.editInAdmin(id, '130.00')
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
    expect(moneyOf(shop.shop.order(id)).received).toBe(0n)
    expect(noteOf(id)).toContain('130.00 HNL')
  })

  it('and is edited while it is marked as paid is for a person: more is marked than was charged', async () => {
    const id = shop.place()
    shop.standIn.meanwhile(/ MarkPaid$/, () => shop.shop.editInAdmin(id, '130.00'))
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
    expect(noteOf(id)).toContain('130.00 HNL')
    expect(noteOf(id)).toContain('100.00 HNL')
  })

  it('and was cancelled takes no payment', async () => {
    const id = shop.place()
    shop.shop.cancelInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toEqual({ outcome: 'cancelled-at-store' })
  })

  it('and was deleted is for a person', async () => {
    const id = shop.place()
    shop.shop.deleteInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
  })

  it('says what was charged beyond it, once', async () => {
    const id = shop.place()
    const message = newsOf(id, { type: 'order.paid', payment: { total_minor: 10_525n } })
    for (const _ of [1, 2]) expect(await shop.storefront.notify(message)).toEqual(told)
    expect(noteOf(id).match(/105\.25 HNL/g)).toHaveLength(1)
  })

  it('is captured where Shopify offers that, and marked as paid where that is refused', async () => {
    shop.shop.facts.manuallyCapturable = true
    const [captured, marked] = [shop.place(), shop.place()]
    expect(await shop.storefront.notify(paid(captured))).toEqual(told)
    shop.shop.denied.add('orderCapture')
    expect(await shop.storefront.notify(paid(marked))).toEqual(told)
    shop.shop.denied.clear()
    shop.shop.facts.manuallyCapturable = false
    for (const id of [captured, marked]) {
      expect(moneyOf(shop.shop.order(id))).toMatchObject({ received: 10_000n, outstanding: 0n })
    }
    const asked = shop.standIn.requests.filter((name) => / (CapturePending|MarkPaid)$/.test(name))
    expect(asked.slice(-3).map((name) => name.split(' ')[1])).toEqual([
      'CapturePending',
      'CapturePending',
      'MarkPaid',
    ])
  })
})

describe('an order of a shop on Plus that is told paid', () => {
  const onPlus = async (work: () => Promise<void>) => {
    const { facts } = shop.shop
    const { plan } = facts
    facts.plan = { shopifyPlus: true, partnerDevelopment: false }
    await work()
    facts.plan = plan
  }
  const storefrontOfPlus = () => shop.storefrontWith({})
  const salesOf = (id: string) =>
    shop.shop.order(id).transactions.filter(({ status }) => status === 'SUCCESS')
  const askedOf = () => {
    const from = shop.standIn.requests.length
    return () =>
      shop.standIn.requests
        .slice(from)
        .map((name) => name.split(' ')[1])
        .filter((name) => name === 'ManualPayment' || name === 'MarkPaid')
  }

  it('has the payment with the exact amount, the method by its name and when it was paid', () =>
    onPlus(async () => {
      const asked = askedOf()
      const id = shop.place({ method: 'TARJETA (puente)', giftCard: '40.00' })
      const at = new Date('2026-11-20T10:30:00Z')
      const message = newsOf(id, {
        order: { amount_minor: 6_000n },
        payment: { paid_at: at, amount_minor: 6_000n },
      })
      expect(await storefrontOfPlus().notify(message)).toEqual(told)
      expect(asked()).toEqual(['ManualPayment'])
      expect(salesOf(id).at(-1)).toMatchObject({
        amount: 6_000n,
        gateway: 'TARJETA (puente)',
        processedAt: at.toISOString(),
      })
      expect(await storefrontOfPlus().notify(message)).toEqual(told)
      expect(salesOf(id)).toHaveLength(2)
    }))

  it('that is edited at that moment is paid with what was charged, and no more', () =>
    onPlus(async () => {
      const id = shop.place()
      shop.standIn.meanwhile(/ ManualPayment$/, () => shop.shop.editInAdmin(id, '130.00'))
      expect(await storefrontOfPlus().notify(paid(id))).toEqual(told)
      expect(moneyOf(shop.shop.order(id))).toMatchObject({ received: 10_000n, outstanding: 3_000n })
    }))

  it('whose answer is lost is paid once', () =>
    onPlus(async () => {
      const id = shop.place()
      const storefront = storefrontOfPlus()
      shop.standIn.failNext(/ ManualPayment$/, 'lost-answer')
      expect(await storefront.notify(paid(id))).toMatchObject({ retry: 'retry' })
      expect(await storefront.notify(paid(id))).toEqual(told)
      expect(salesOf(id)).toHaveLength(1)
    }))

  it('refunds what the payment was, and leaves cash that was added later alone', () =>
    onPlus(async () => {
      const id = shop.place()
      const storefront = storefrontOfPlus()
      expect(await storefront.notify(paid(id))).toEqual(told)
      shop.shop.editInAdmin(id, '130.00')
      shop.shop.markPaidInAdmin(id, { gateway: 'Tarjeta (Puente)' })
      shop.shop.refundInAdmin(id, '30.00')
      expect(await read(id)).toMatchObject({ refunded: { minor: 0n } })
      shop.shop.refundInAdmin(id, '20.00', { isOfFirst: true })
      expect(await read(id)).toMatchObject({ refunded: { minor: 2_000n } })
    }))

  it('is marked as paid where Shopify does not allow it all the same, or refuses it', () =>
    onPlus(async () => {
      const asked = askedOf()
      const [denied, refused] = [shop.place(), shop.place()]
      shop.shop.denied.add('orderCreateManualPayment')
      expect(await storefrontOfPlus().notify(paid(denied))).toEqual(told)
      shop.shop.denied.clear()
      const userErrors = [{ field: ['amount'], message: 'no' }]
      const body = { data: { orderCreateManualPayment: { order: null, userErrors } } }
      shop.standIn.failNext(/ ManualPayment$/, { status: 200, body })
      expect(await storefrontOfPlus().notify(paid(refused))).toEqual(told)
      expect(asked()).toEqual(['ManualPayment', 'MarkPaid', 'ManualPayment', 'MarkPaid'])
      for (const id of [denied, refused]) expect(salesOf(id)).toHaveLength(1)
    }))

  it('is not tried in a shop that is not on Plus, which is asked about its plan once', async () => {
    const from = shop.standIn.requests.length
    const storefront = storefrontOfPlus()
    for (const id of [shop.place(), shop.place()]) {
      expect(await storefront.notify(paid(id))).toEqual(told)
    }
    const asked = shop.standIn.requests.slice(from).map((name) => name.split(' ')[1])
    expect(asked.filter((name) => name === 'ManualPayment')).toEqual([])
    expect(asked.filter((name) => name === 'ShopPlan')).toHaveLength(1)
  })
})

describe('money of an order in Shopify that goes back', () => {
  const paidOrder = async () => {
    const id = shop.place()
    await shop.storefront.notify(paid(id))
    return id
  }

  it.each([
    ['as Shopify names it by itself', 'manual'],
    ['by the name of our method', undefined],
    ['by the name of another method', 'Efectivo'],
  ])(
    'in cash, of a difference that was paid in cash %s, is no refund of the card',
    async (_, gateway) => {
      const id = await paidOrder()
      shop.shop.editInAdmin(id, '130.00')
      shop.shop.markPaidInAdmin(id, gateway === undefined ? {} : { gateway })
      expect(await read(id)).toMatchObject({ status: 'paid', amount: { minor: 10_000n } })
      shop.shop.refundInAdmin(id, '30.00')
      const seen = await read(id)
      expect(seen).toMatchObject({ status: 'paid', refunded: { minor: 0n } })
      expect(seen?.refunds?.filter(({ amount }) => amount.minor > 0n)).toEqual([])
      // Told once more, or what was paid by card goes back: the cash stays out of it.
      expect(await shop.storefront.notify(paid(id))).toEqual(told)
      shop.shop.refundInAdmin(id, '40.00', { isOfFirst: true })
      expect(await read(id)).toMatchObject({ refunded: { minor: 4_000n } })
    },
  )

  it('in cash is no refund of the card though Puente ended before it read the order again', async () => {
    const id = shop.place()
    shop.standIn.failNext(/ MarkPaid$/, 'lost-answer')
    const asked = shop.standIn.requests.length
    await shop.storefront.notify(paid(id))
    expect(shop.standIn.requests.slice(asked).some((name) => / MarkPaid$/.test(name))).toBe(true)
    shop.shop.editInAdmin(id, '130.00')
    shop.shop.markPaidInAdmin(id, { gateway: 'manual' })
    shop.shop.refundInAdmin(id, '30.00')
    expect(await read(id)).toMatchObject({ amount: { minor: 10_000n }, refunded: { minor: 0n } })
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
    expect(await read(id)).toMatchObject({ amount: { minor: 10_000n }, refunded: { minor: 0n } })
  })

  it.each(['shopify_store_credit', 'gift_card', 'exchange_credit'])(
    'as %s is no refund of the card, though it is of what the card paid',
    async (by) => {
      const id = await paidOrder()
      shop.shop.refundInAdmin(id, '30.00', { by })
      const seen = await read(id)
      expect(seen).toMatchObject({ status: 'paid', refunded: { minor: 0n } })
      expect(seen?.refunds?.filter(({ amount }) => amount.minor > 0n)).toEqual([])
    },
  )

  it('in cash that was taken before the card leaves the refund of the card whole', async () => {
    const id = shop.place({ isByApi: true })
    const order = shop.shop.order(id)
    order.transactions.push({
      id: 'gid://shopify/OrderTransaction/1',
      kind: 'SALE',
      status: 'SUCCESS',
      gateway: 'manual',
      amount: 4_000n,
      isManual: true,
      parentId: null,
      processedAt: order.createdAt,
    })
    order.transactions.push({
      id: 'gid://shopify/OrderTransaction/2',
      kind: 'SALE',
      status: 'PENDING',
      gateway: 'Tarjeta (Puente)',
      amount: 6_000n,
      isManual: true,
      parentId: null,
      processedAt: order.createdAt,
    })
    expect(await shop.storefront.notify(paid(id, { amount_minor: 6_000n }))).toEqual(told)
    expect(await read(id)).toMatchObject({ status: 'paid', amount: { minor: 6_000n } })
    shop.shop.refundInAdmin(id, '40.00', { isOfFirst: true })
    expect(await read(id)).toMatchObject({ refunded: { minor: 0n } })
    const back = refunded(id, refund('ref_cash_first', 6_000n))
    expect(await shop.storefront.notify(back)).toEqual(told)
    expect(await read(id)).toMatchObject({ refunded: { minor: 6_000n } })
  })

  it('in a second part is entered as well', async () => {
    const id = await paidOrder()
    const [first, second] = [refund('ref_a', 2_500n), refund('ref_b', 1_000n)]
    await shop.storefront.notify(refunded(id, first))
    expect(await shop.storefront.notify(refunded(id, first, second))).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'partially_refunded', refunded: '35.00' })
  })

  it('is not entered once more where it was entered in Shopify', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [inShopify] = (await read(id))?.refunds ?? []
    expect(inShopify).toMatchObject({ amount: { minor: 2_500n }, refundId: null, isRequest: true })
    const ours = refund('ref_c', 2_500n, { idempotency_key: inShopify?.requestKey ?? null })
    expect(await shop.storefront.notify(refunded(id, ours))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
  })

  it('is not entered where somebody has just written the same one down in Shopify', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [first, second] = [refund('ref_h', 2_500n), refund('ref_i', 2_500n)]
    expect(await shop.storefront.notify(refunded(id, first))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
    // Each counts once.
    expect(await shop.storefront.notify(refunded(id, first, second))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '50.00' })
  })

  it('that Shopify had no time for is entered later, as the order is by then', async () => {
    const id = await paidOrder()
    const back = refunded(id, refund('ref_j', 9_000n))
    shop.standIn.failNext(/ Refund$/, { status: 429, headers: { 'retry-after': '0' } }, 3)
    expect(await shop.storefront.notify(back)).toMatchObject({
      outcome: 'not-told',
      retry: 'retry',
    })
    expect(shop.standIn.unmet()).toBe(0)
    shop.shop.refundInAdmin(id, '60.00')
    expect(await shop.storefront.notify(back)).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '100.00' })
  })

  it('is not given up while Shopify may be at the one that was sent before, whatever it says', async () => {
    const id = await paidOrder()
    const back = refunded(id, refund('ref_k', 2_500n))
    shop.standIn.failNext(/ Refund$/, 'reset', 3)
    const later = { outcome: 'not-told', retry: 'retry' }
    expect(await shop.storefront.notify(back)).toMatchObject(later)
    const userErrors = [{ field: null, message: 'Wait for the other one', code: null }]
    const body = { data: { refundCreate: { refund: null, order: null, userErrors } } }
    shop.standIn.failNext(/ Refund$/, { status: 200, body })
    expect(await shop.storefront.notify(back)).toMatchObject(later)
    expect(shop.standIn.unmet()).toBe(0)
    expect(await shop.storefront.notify(back)).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
    expect(noteOf(id)).not.toContain('ref_k')
  })

  it('and that we entered is no request of the shop', async () => {
    const id = await paidOrder()
    await shop.storefront.notify(refunded(id, refund('ref_d', 2_500n)))
    expect((await read(id))?.refunds).toMatchObject([{ refundId: 'ref_d', isRequest: false }])
  })

  it('beyond what the order holds is entered as far as it goes, and noted', async () => {
    const id = await paidOrder()
    const all = newsOf(id, {
      type: 'order.refunded',
      order: { status: 'refunded' },
      refunds: [refund('ref_e', 10_525n)],
    })
    for (const _ of [1, 2]) expect(await shop.storefront.notify(all)).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'refunded', refunded: '100.00' })
    expect(noteOf(id).match(/ 5\.25 HNL/g)).toHaveLength(1)
  })

  it('and that Shopify does not take is noted, and for a person', async () => {
    const id = await paidOrder()
    shop.standIn.meanwhile(/ Refund$/, () => shop.shop.refundInAdmin(id, '90.00'))
    const outcome = await shop.storefront.notify(refunded(id, refund('ref_f', 2_500n)))
    expect(outcome).toMatchObject({
      ...person,
      detail: expect.stringContaining('greater than net payment received $10.00'),
    })
    expect(noteOf(id)).toContain('ref_f')
  })

  it('that was entered in Shopify and never made is noted', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [{ requestKey } = { requestKey: '' }] = (await read(id))?.refunds ?? []
    const never = refund('ref_g', 2_500n, { idempotency_key: requestKey, state: 'failed' })
    const message = newsOf(id, { type: 'order.updated', refunds: [never] })
    expect(await shop.storefront.notify(message)).toEqual(told)
    expect(noteOf(id)).toContain('no se hizo')
  })

  it('in very many parts is seen to the last of them', async () => {
    const id = await paidOrder()
    const order = shop.shop.order(id)
    for (let part = 1; part <= 52; part++) shop.shop.refundInAdmin(id, '1.00')
    const [parent] = order.transactions.slice(-1)
    if (!parent) throw new Error('Nothing was paid')
    const parts = Array.from({ length: 7 }, () => ({ parent, amount: 100n }))
    shop.shop.books.refund(order, parts)
    const said = await read(id)
    expect(said).toMatchObject({ status: 'partially_refunded', refunded: { minor: 5_900n } })
    expect(said?.refunds).toHaveLength(53)
    expect(said?.refunds?.at(-1)).toMatchObject({ amount: { minor: 700n } })
  })

  it('of an order of which Shopify does not show all is not guessed at', async () => {
    const id = await paidOrder()
    const { transactions } = shop.shop.order(id)
    const [failed] = transactions
    for (let n = transactions.length; failed && n < 200; n++) {
      transactions.push({ ...failed, id: `${failed.id}${n}`, status: 'FAILURE' })
    }
    expect(await shop.storefront.readOrders?.([id])).toMatchObject({
      orders: [],
      unreadable: [{ id, detail: expect.stringContaining('more transactions') }],
    })
  })

  it('to a gift card is none of ours', async () => {
    const id = shop.place({ giftCard: '40.00' })
    await shop.storefront.notify(paid(id, { amount_minor: 6_000n }))
    const order = shop.shop.order(id)
    const parent = order.transactions.find(({ gateway }) => gateway === 'gift_card')
    if (!parent) throw new Error('Nothing was paid with a gift card')
    shop.shop.books.refund(order, [{ parent, amount: 4_000n }])
    const said = await read(id)
    expect(said).toMatchObject({ status: 'paid', refunded: { minor: 0n } })
    expect(said?.refunds).toMatchObject([{ amount: { minor: 0n } }])
  })
})

describe('an order in Shopify that was not paid in time', () => {
  it('is left as it is', async () => {
    const id = shop.place()
    expect(await shop.storefront.notify(cancelled(id))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ status: 'unpaid' })
  })

  it.each([true, false])(
    'is cancelled by policy, its items in stock again: %s',
    async (restock) => {
      const id = shop.place()
      const storefront = shop.storefrontWith({ policy: { expired: 'cancel', restock } })
      shop.shop.holdJobs = true
      // Shopify cancels in a job: it is looked at again.
      expect(await storefront.notify(cancelled(id))).toMatchObject({
        outcome: 'not-told',
        retry: 'retry',
      })
      shop.shop.finishJobs()
      shop.shop.holdJobs = false
      expect(await storefront.notify(cancelled(id))).toEqual(told)
      expect(shop.shop.order(id)).toMatchObject({ restocked: restock })
      expect(await shop.see(id)).toMatchObject({ status: 'cancelled' })
    },
  )

  it('and was cancelled in the meantime is no failure', async () => {
    const id = shop.place()
    const storefront = shop.storefrontWith({ policy: { expired: 'cancel' } })
    shop.standIn.meanwhile(/ Cancel$/, () => shop.shop.cancelInAdmin(id))
    expect(await storefront.notify(cancelled(id))).toEqual(told)
  })

  it('and was paid in another way goes on', async () => {
    const id = shop.place()
    shop.shop.markPaidInAdmin(id)
    const storefront = shop.storefrontWith({ policy: { expired: 'cancel' } })
    expect(await storefront.notify(cancelled(id))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ status: 'paid' })
  })
})

describe('orders of Shopify that changed', () => {
  it('are read page by page, and those that are paid otherwise are left out', async () => {
    const started = new Date(Date.now() - 1_000)
    const other = shop.place({ method: 'Bank Deposit' })
    const ids = Array.from({ length: 55 }, () => shop.place())
    const storefront = shop.storefrontWith({})
    const seen: string[] = []
    let position: string | undefined
    for (let page = 1; ; page++) {
      const changed = await storefront.changedOrders?.(started, page, position)
      if (changed?.outcome !== 'read') throw new Error(changed?.detail)
      seen.push(...changed.orders.filter(({ toPay }) => toPay).map(({ id }) => id))
      position = changed.position
      if (changed.isLast) break
    }
    expect(seen).toEqual(expect.arrayContaining(ids))
    expect(seen).not.toContain(other)
  })

  it('are read though Shopify fails at one of them, which is looked at by itself', async () => {
    const started = new Date(Date.now() + 60_000)
    const [failing, other] = [shop.place(), shop.place()]
    for (const id of [failing, other]) shop.shop.order(id).updatedAt = started.toISOString()
    shop.shop.failing.add(failing)
    const changed = await shop.storefront.changedOrders?.(started, 1)
    const compared = await shop.storefront.readOrders?.([failing, other])
    const alone = await shop.storefront.readOrders?.([failing])
    shop.shop.failing.clear()
    if (changed?.outcome !== 'read' || compared?.outcome !== 'read') throw new Error('Not read')
    expect(changed.refusal).toBeUndefined()
    expect(changed.failing).toMatchObject([{ id: failing }])
    expect(changed.orders.map(({ id }) => id)).toContain(other)
    expect(compared).toMatchObject({ orders: [{ id: other }], unreadable: [{ id: failing }] })
    expect(alone).toMatchObject({ outcome: 'not-read', retry: 'retry', unreachable: false })
  })

  it('are read as far as the points go, and read on from there', async () => {
    const started = new Date(Date.now() - 1_000)
    const ids = Array.from({ length: 20 }, () => shop.place())
    const seen: string[] = []
    let position: string | undefined
    const walkOn = async () => {
      for (;;) {
        const page = await shop.storefront.changedOrders?.(started, 1, position)
        if (page?.outcome !== 'read') throw new Error(page?.detail)
        seen.push(...page.orders.map(({ id }) => id))
        position = page.position
        if (page.isLast || page.refusal) return page
      }
    }
    await shop.givePoints({ available: 1_000, restoreRate: 1 })
    // It works: what is to be told of money goes on meanwhile.
    const refusal = { retry: 'retry', unreachable: false }
    expect(await walkOn()).toMatchObject({ isLast: false, refusal })
    const seenFirst = seen.length
    // Who tells of money finds points left.
    expect(shop.shop.bucket.available).toBeGreaterThan(200)

    await shop.givePoints(ENOUGH)
    expect((await walkOn()).isLast).toBe(true)
    expect(seenFirst).toBeGreaterThan(0)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(ids))
  })
})
