import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/runtime/clock.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { ENOUGH } from '../shopify-shop.ts'
import { storefrontConformance } from '../storefront-conformance.ts'
import { paid, told, useShopifyShop } from './use-shopify-shop.ts'

const { shop, toPay, amountToPay, noteOf, read } = useShopifyShop()

storefrontConformance('a Shopify shop', () => shop)

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
