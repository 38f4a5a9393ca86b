import { describe, expect, it, vi } from 'vitest'
import { OrderId, PaymentId } from '../../../src/domain/ids.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { notificationOf, refund } from '../messages.ts'
import { cancelled, paid, person, told, useShopifyShop } from './use-shopify-shop.ts'

const { shop, noteOf, read } = useShopifyShop()

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
    expect(noteOf(id)).toContain('L\u00a0130.00')
  })

  it('an order edited while it is marked as paid needs an operator, because more is marked than was charged', async () => {
    const id = shop.place()
    shop.standIn.onNext(/ MarkPaid$/, () => shop.shop.editInAdmin(id, '130.00'))
    expect(await shop.storefront.notify(paid(id))).toMatchObject(person)
    expect(noteOf(id)).toContain('L\u00a0130.00')
    expect(noteOf(id)).toContain('L\u00a0100.00')
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
    expect(noteOf(id).match(/L\s105\.25/g)).toHaveLength(1)
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
