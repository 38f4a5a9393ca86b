import { describe, expect, it } from 'vitest'
import { notificationOf, refund } from '../messages.ts'
import { paid, person, refunded, told, useShopifyShop } from './use-shopify-shop.ts'

const { shop, noteOf, read } = useShopifyShop()

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
    expect(noteOf(id).match(/L\s5\.25/g)).toHaveLength(1)
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
