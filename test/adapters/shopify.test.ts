import { describe, expect, it, vi } from 'vitest'
import { OrderId, PaymentId } from '../../src/domain/ids.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import { useStarted } from '../support/use-world.ts'
import { notificationOf, refund } from './messages.ts'
import { ENOUGH, startShopifyShop } from './shopify-shop.ts'
import { storefrontConformance } from './storefront-conformance.ts'

const shop = useStarted(() => startShopifyShop({ rates: { USD: 25 } }))

storefrontConformance('a Shopify shop', () => shop)

const told = { outcome: 'delivered' }
const person = { outcome: 'failed', retry: 'ask-a-person' }
const paid = (id: string, order: object = {}) => notificationOf(id, { type: 'order.paid', order })
const cancelled = (id: string) =>
  notificationOf(id, {
    type: 'order.cancelled',
    order: { status: 'cancelled', paid_at: null, current_payment_id: null },
    payment: null,
  })
const refunded = (id: string, ...refunds: ReturnType<typeof refund>[]) =>
  notificationOf(id, {
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

describe('the payable amount of a Shopify order', () => {
  it('the request contains what the buyer sees: amount, name, language and items', async () => {
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

  it('the description of hundreds of HTML-encoded lines names the first and counts on with "and more"', async () => {
    const lineItems = Array.from({ length: 300 }, () => ({
      name: 'Caf&eacute; &#8211; 250 g',
      quantity: 3,
    }))
    const id = shop.place({ lineItems, customerLocale: 'en' })
    const { request } = (await toPay(id)) as { request: { description: string } }
    expect(request.description).toMatch(/^(3 × Café – 250 g, )+and more$/)
  })

  it('a gift card reduces the payable amount, and the rest pays the order', async () => {
    const id = shop.place({ total: '100.00', giftCard: '40.00' })
    expect(await amountToPay(id)).toBe('60.00 HNL')
    expect(await shop.storefront.notify(paid(id, { amount_minor: 6_000n }))).toEqual(told)
    expect(moneyOf(shop.shop.order(id)).outstanding).toBe(0n)
    expect(await read(id)).toMatchObject({ status: 'paid', amount: { minor: 6_000n } })
  })

  it("the amount is in the buyer's currency rather than the shop's", async () => {
    const id = shop.place({ total: '20.00', currency: 'USD' })
    expect(await amountToPay(id)).toBe('20.00 USD')
  })

  it('an edited order is payable with its new amount', async () => {
    const id = shop.place()
    shop.shop.editInAdmin(id, '80.00')
    expect(await amountToPay(id)).toBe('80.00 HNL')
  })

  it.each([
    ['was cancelled', (id: string) => shop.shop.cancelInAdmin(id)],
    ['was marked as paid by hand', (id: string) => shop.shop.markPaidInAdmin(id)],
    ['was deleted', (id: string) => shop.shop.deleteInAdmin(id)],
  ])('an order that %s is not payable', async (_how, happen) => {
    const id = shop.place()
    happen(id)
    expect(await amountToPay(id)).toBe('over')
  })

  it('an order with another payment method is not payable', async () => {
    expect(await amountToPay(shop.place({ method: 'Bank Deposit' }))).toBe('over')
  })

  it("the merchant's name of the payment method matches regardless of case", async () => {
    const id = shop.place({ method: 'TARJETA DE CRÉDITO' })
    const policy = { payment_method: 'Tarjeta de crédito' }
    const storefront = shop.storefrontWith({ policy })
    expect(await toPay(id, storefront)).toMatchObject({ outcome: 'payable' })
  })

  it('an overdue order is not payable, and a checkout expires at the deadline', async () => {
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

  it('an order is payable without fields that Shopify has not approved for the app', async () => {
    shop.shop.facts.unapproved.add('email').add('phone').add('billingAddress')
    const read = await toPay(shop.place())
    shop.shop.facts.unapproved.clear()
    expect(read).toMatchObject({
      outcome: 'payable',
      request: { customer: { name: undefined, email: undefined, phone: undefined } },
    })
  })
})

describe('the pay link of a Shopify order', () => {
  const url = 'https://puente.example/pay/abc'

  it('the pay link is stored on the order and appended to its note once', async () => {
    const id = shop.place({ note: 'Sin azúcar' })
    for (const _ of [1, 2]) expect(await shop.storefront.offerPayLink?.(id, url)).toEqual(told)
    expect(noteOf(id)).toBe(`Sin azúcar\nEnlace de pago: ${url}`)
    expect(shop.shop.order(id).metafields.get('$app.payment')).toBe(JSON.stringify({ url }))
  })

  it('the pay link stays out of the note if the policy says so', async () => {
    const id = shop.place()
    const storefront = shop.storefrontWith({ policy: { note_pay_link: false } })
    expect(await storefront.offerPayLink?.(id, url)).toEqual(told)
    expect(noteOf(id)).toBe('')
  })
})

describe('a paid notification of a Shopify order', () => {
  it('an order paid in the meantime is paid, and a rejected second marking is no failure', async () => {
    const id = shop.place()
    shop.standIn.onNext(/ MarkPaid$/, () => shop.shop.markPaidInAdmin(id))
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
    expect(moneyOf(shop.shop.order(id)).received).toBe(10_000n)
  })

  it('an order marked as paid by hand needs an operator, because the buyer may have paid twice', async () => {
    const id = shop.place()
    shop.shop.markPaidInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
  })

  it('an order paid through another store of the shop needs an operator, because the buyer was charged twice', async () => {
    const id = shop.place()
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
    const other = {
      id: OrderId.parse('ord_of_the_live_store'),
      current_payment_id: PaymentId.parse('pay_live'),
    }
    expect(await shop.storefront.notify(paid(id, other))).toMatchObject(person)
    const voided = notificationOf(id, {
      order: { ...other, status: 'voided' },
      refunds: [refund('ref_live', 10_000n, { payment_id: PaymentId.parse('pay_live') })],
    })
    expect(await shop.storefront.notify(voided)).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'paid', refunded: '0.00' })
    // Another payment may become effective, because the first one was refunded.
    expect(await shop.storefront.notify(paid(id, { current_payment_id: 'pay_2' }))).toEqual(told)
  })

  it('a notification that takes too long stops, because another one may have begun', async () => {
    const id = shop.place()
    let passedMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    shop.standIn.onNext(/ SetMeta$/, () => {
      passedMs = 20_000
    })
    const outcome = await shop.storefront.notify(paid(id))
    clock.mockRestore()
    expect(outcome).toMatchObject({ outcome: 'failed', retry: 'retry' })
    expect(moneyOf(shop.shop.order(id)).received).toBe(0n)
    expect(await shop.storefront.notify(paid(id))).toEqual(told)
  })

  it('an edited order is not marked as paid, and its note says why', async () => {
    const id = shop.place()
    shop.shop.editInAdmin(id, '130.00')
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
    expect(moneyOf(shop.shop.order(id)).received).toBe(0n)
    expect(noteOf(id)).toContain('130.00 HNL')
  })

  it('an order edited while it is marked as paid needs an operator, because more is marked than was charged', async () => {
    const id = shop.place()
    shop.standIn.onNext(/ MarkPaid$/, () => shop.shop.editInAdmin(id, '130.00'))
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
    expect(noteOf(id)).toContain('130.00 HNL')
    expect(noteOf(id)).toContain('100.00 HNL')
  })

  it('a cancelled order accepts no payment', async () => {
    const id = shop.place()
    shop.shop.cancelInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toEqual({ outcome: 'cancelled-at-store' })
  })

  it('a deleted order needs an operator', async () => {
    const id = shop.place()
    shop.shop.deleteInAdmin(id)
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
  })

  it("the note names a charge above the order's total once", async () => {
    const id = shop.place()
    const message = notificationOf(id, { type: 'order.paid', payment: { total_minor: 10_525n } })
    for (const _ of [1, 2]) expect(await shop.storefront.notify(message)).toEqual(told)
    expect(noteOf(id).match(/105\.25 HNL/g)).toHaveLength(1)
  })

  it('an order is captured if Shopify offers it, and marked as paid if Shopify refuses that', async () => {
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

describe('a paid notification in a shop on Plus', () => {
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

  it('the payment has the exact amount, the name of its method and its date', () =>
    onPlus(async () => {
      const asked = askedOf()
      const id = shop.place({ method: 'TARJETA (puente)', giftCard: '40.00' })
      const at = new Date('2026-11-20T10:30:00Z')
      const message = notificationOf(id, {
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

  it('an order edited at that moment gets the charged amount and no more', () =>
    onPlus(async () => {
      const id = shop.place()
      shop.standIn.onNext(/ ManualPayment$/, () => shop.shop.editInAdmin(id, '130.00'))
      expect(await storefrontOfPlus().notify(paid(id))).toEqual(told)
      expect(moneyOf(shop.shop.order(id))).toMatchObject({ received: 10_000n, outstanding: 3_000n })
    }))

  it('an order with a lost response gets one payment', () =>
    onPlus(async () => {
      const id = shop.place()
      const storefront = storefrontOfPlus()
      shop.standIn.failNext(/ ManualPayment$/, 'lost-answer')
      expect(await storefront.notify(paid(id))).toMatchObject({ retry: 'retry' })
      expect(await storefront.notify(paid(id))).toEqual(told)
      expect(salesOf(id)).toHaveLength(1)
    }))

  it('refunds of the payment count, and refunds of cash added later do not', () =>
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

  it('the order is marked as paid if Shopify denies or refuses a manual payment', () =>
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

  it('a shop without Plus gets no manual payment, and its plan is queried once', async () => {
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

describe('refunds in Shopify', () => {
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
    'a cash refund of a difference paid in cash %s is not a refund of the card',
    async (_, gateway) => {
      const id = await paidOrder()
      shop.shop.editInAdmin(id, '130.00')
      shop.shop.markPaidInAdmin(id, gateway === undefined ? {} : { gateway })
      expect(await read(id)).toMatchObject({ status: 'paid', amount: { minor: 10_000n } })
      shop.shop.refundInAdmin(id, '30.00')
      const seen = await read(id)
      expect(seen).toMatchObject({ status: 'paid', refunded: { minor: 0n } })
      expect(seen?.refunds?.filter(({ amount }) => amount.minor > 0n)).toEqual([])
      // After another notification, or a refund of the card, the cash still does not count.
      expect(await shop.storefront.notify(paid(id))).toEqual(told)
      shop.shop.refundInAdmin(id, '40.00', { isOfFirst: true })
      expect(await read(id)).toMatchObject({ refunded: { minor: 4_000n } })
    },
  )

  it('a cash refund is not a refund of the card even if Puente crashed before it read the order again', async () => {
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
    'a refund as %s is not a refund of the card',
    async (by) => {
      const id = await paidOrder()
      shop.shop.refundInAdmin(id, '30.00', { by })
      const seen = await read(id)
      expect(seen).toMatchObject({ status: 'paid', refunded: { minor: 0n } })
      expect(seen?.refunds?.filter(({ amount }) => amount.minor > 0n)).toEqual([])
    },
  )

  it("cash received before the card does not reduce the card's refund", async () => {
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

  it('a second partial refund is entered as well', async () => {
    const id = await paidOrder()
    const [first, second] = [refund('ref_a', 2_500n), refund('ref_b', 1_000n)]
    await shop.storefront.notify(refunded(id, first))
    expect(await shop.storefront.notify(refunded(id, first, second))).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'partially_refunded', refunded: '35.00' })
  })

  it('a refund requested in Shopify is not entered again', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [inShopify] = (await read(id))?.refunds ?? []
    expect(inShopify).toMatchObject({ amount: { minor: 2_500n }, refundId: null, isRequest: true })
    const ours = refund('ref_c', 2_500n, { idempotency_key: inShopify?.requestKey ?? null })
    expect(await shop.storefront.notify(refunded(id, ours))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
  })

  it('a refund just recorded by hand in Shopify is not entered again', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [first, second] = [refund('ref_h', 2_500n), refund('ref_i', 2_500n)]
    expect(await shop.storefront.notify(refunded(id, first))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
    // Each counts once.
    expect(await shop.storefront.notify(refunded(id, first, second))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '50.00' })
  })

  it("a throttled refund is entered later, against the order's state at that time", async () => {
    const id = await paidOrder()
    const back = refunded(id, refund('ref_j', 9_000n))
    shop.standIn.failNext(/ Refund$/, { status: 429, headers: { 'retry-after': '0' } }, 3)
    expect(await shop.storefront.notify(back)).toMatchObject({
      outcome: 'failed',
      retry: 'retry',
    })
    expect(shop.standIn.pending()).toBe(0)
    shop.shop.refundInAdmin(id, '60.00')
    expect(await shop.storefront.notify(back)).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '100.00' })
  })

  it('a refund is retried while Shopify may still be processing the earlier request', async () => {
    const id = await paidOrder()
    const back = refunded(id, refund('ref_k', 2_500n))
    shop.standIn.failNext(/ Refund$/, 'reset', 3)
    const later = { outcome: 'failed', retry: 'retry' }
    expect(await shop.storefront.notify(back)).toMatchObject(later)
    const userErrors = [{ field: null, message: 'Wait for the other one', code: null }]
    const body = { data: { refundCreate: { refund: null, order: null, userErrors } } }
    shop.standIn.failNext(/ Refund$/, { status: 200, body })
    expect(await shop.storefront.notify(back)).toMatchObject(later)
    expect(shop.standIn.pending()).toBe(0)
    expect(await shop.storefront.notify(back)).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ refunded: '25.00' })
    expect(noteOf(id)).not.toContain('ref_k')
  })

  it('a refund entered by Puente is not a request of the store', async () => {
    const id = await paidOrder()
    await shop.storefront.notify(refunded(id, refund('ref_d', 2_500n)))
    expect((await read(id))?.refunds).toMatchObject([{ refundId: 'ref_d', isRequest: false }])
  })

  it('a refund beyond the order is entered up to its total and noted', async () => {
    const id = await paidOrder()
    const all = notificationOf(id, {
      type: 'order.refunded',
      order: { status: 'refunded' },
      refunds: [refund('ref_e', 10_525n)],
    })
    for (const _ of [1, 2]) expect(await shop.storefront.notify(all)).toEqual(told)
    expect(await shop.see(id)).toEqual({ status: 'refunded', refunded: '100.00' })
    expect(noteOf(id).match(/ 5\.25 HNL/g)).toHaveLength(1)
  })

  it('a refund that Shopify rejects is noted and needs an operator', async () => {
    const id = await paidOrder()
    shop.standIn.onNext(/ Refund$/, () => shop.shop.refundInAdmin(id, '90.00'))
    const outcome = await shop.storefront.notify(refunded(id, refund('ref_f', 2_500n)))
    expect(outcome).toMatchObject({
      ...person,
      detail: expect.stringContaining('greater than net payment received $10.00'),
    })
    expect(noteOf(id)).toContain('ref_f')
  })

  it('a refund entered in Shopify that was never made is noted', async () => {
    const id = await paidOrder()
    shop.shop.refundInAdmin(id, '25.00')
    const [{ requestKey } = { requestKey: '' }] = (await read(id))?.refunds ?? []
    const never = refund('ref_g', 2_500n, { idempotency_key: requestKey, state: 'failed' })
    const message = notificationOf(id, { type: 'order.updated', refunds: [never] })
    expect(await shop.storefront.notify(message)).toEqual(told)
    expect(noteOf(id)).toContain('no se hizo')
  })

  it('an order with very many refunds is read to the last one', async () => {
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

  it('an order with more transactions than Shopify returns is unreadable', async () => {
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

  it('a refund to a gift card is not ours', async () => {
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

describe('an unpaid Shopify order that expired', () => {
  it('an expired order stays as it is by default', async () => {
    const id = shop.place()
    expect(await shop.storefront.notify(cancelled(id))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ status: 'unpaid' })
  })

  it.each([true, false])(
    'the policy cancels an expired order, with restock %s',
    async (restock) => {
      const id = shop.place()
      const storefront = shop.storefrontWith({ policy: { expired: 'cancel', restock } })
      shop.shop.holdJobs = true
      // Shopify cancels in a job, so the outcome needs another check.
      expect(await storefront.notify(cancelled(id))).toMatchObject({
        outcome: 'failed',
        retry: 'retry',
      })
      shop.shop.finishJobs()
      shop.shop.holdJobs = false
      expect(await storefront.notify(cancelled(id))).toEqual(told)
      expect(shop.shop.order(id)).toMatchObject({ restocked: restock })
      expect(await shop.see(id)).toMatchObject({ status: 'cancelled' })
    },
  )

  it('an order cancelled in the meantime is no failure', async () => {
    const id = shop.place()
    const storefront = shop.storefrontWith({ policy: { expired: 'cancel' } })
    shop.standIn.onNext(/ Cancel$/, () => shop.shop.cancelInAdmin(id))
    expect(await storefront.notify(cancelled(id))).toEqual(told)
  })

  it('an expired order that was paid in another way stays open', async () => {
    const id = shop.place()
    shop.shop.markPaidInAdmin(id)
    const storefront = shop.storefrontWith({ policy: { expired: 'cancel' } })
    expect(await storefront.notify(cancelled(id))).toEqual(told)
    expect(await shop.see(id)).toMatchObject({ status: 'paid' })
  })
})

describe('changed orders of Shopify', () => {
  it('changed orders are read page by page, and orders with another payment method are not payable', async () => {
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

  it('an order at which Shopify fails does not hide the others and is read separately', async () => {
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

  it('the poll stops when the points run out and resumes from there', async () => {
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
    // Retryable but reachable, so notifications about money go on.
    const refusal = { retry: 'retry', unreachable: false }
    expect(await walkOn()).toMatchObject({ isLast: false, refusal })
    const seenFirst = seen.length
    // The poll leaves points for notifications about money.
    expect(shop.shop.bucket.available).toBeGreaterThan(200)

    await shop.givePoints(ENOUGH)
    expect((await walkOn()).isLast).toBe(true)
    expect(seenFirst).toBeGreaterThan(0)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(ids))
  })
})
