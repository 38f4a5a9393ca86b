import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { launchChromium } from '../browser/chromium.ts'
import { CHALLENGE_CARD, callGateway, setSandbox } from '../support/merchant.ts'
import { CARDS, eventually, type Json } from '../support/world.ts'
import { isPaidOnce as isPaidOnceOf, paid as paidOf } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { type ShopAdmin, shopAdminIn } from './shop-admin.ts'
import { type Shopper, shopperIn } from './shopper.ts'

const PATIENCE_MS = 120_000
/** Longer than one wait, so that a failed wait can report itself. */
const TEST_MS = 360_000
// Test shops have self-signed certificates. With an exception per page, Chromium restarts each
// request, and gives up if there are many.
const launched = givenShop ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

let real: RealShop
let admin: ShopAdmin
let ana: Shopper

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser

const paid = (id: number) => paidOf(real, id)
const isPaidOnce = (id: number) => isPaidOnceOf(real, id)
const refunded = (id: number, amounts: string[]) =>
  eventually(async () => {
    const { refunds } = await real.shop.look(String(id))
    return refunds.map(({ amount }) => amount).join() === amounts.join()
  }, PATIENCE_MS)
const paidOrder = async (order?: Record<string, unknown>) => {
  const { id, payUrl } = await real.orderToPay(order)
  await ana.openPayPage(payUrl)
  await ana.placeOrder()
  await ana.isLedAway()
  await ana.payAtGateway(CARDS.approved)
  const { transaction_id } = await paid(id)
  return { id, transaction_id }
}
const settle = () => real.world.control('/sandbox/settle', {})
const faults = (webhooks: Json) => setSandbox(real.world, 'faults', { webhooks })

describe.skipIf(!givenShop || !launched)('a real shop in a browser', { timeout: TEST_MS }, () => {
  beforeAll(async () => {
    real = await startRealShop(given)
    admin = await shopAdminIn(browser, { siteUrl: given.url, user: given.admin })
  }, TEST_MS)
  afterAll(async () => {
    await admin?.disconnect()
    await admin?.leave()
    await real?.close()
  }, PATIENCE_MS)
  afterEach(() => ana?.leave())
  const anaComes = async (siteUrl = given.url) => {
    ana = await shopperIn(browser, siteUrl)
  }

  it("a pairing code in the plugin's settings connects the shop", async () => {
    await anaComes()
    const said = await admin.pair(await real.connect(given.url))
    expect(said).toContain('Connected to')
    expect(said.match(/Works\./g)?.length).toBeGreaterThanOrEqual(4)
    expect(said).not.toContain('Does not work')
    await admin.takePayments({ way: 'redirect' })
  })

  it('the settings fit on a phone', async () => {
    expect(await admin.tooWideOnPhone()).toEqual([])
  })

  it('an order from the checkout block is paid on the gateway’s page', async () => {
    await anaComes()
    await ana.putIntoCart(given.productId)
    await ana.fillBlock()
    await ana.placeOrder()
    await ana.isLedAway()
    await ana.payAtGateway(CARDS.approved)
    const id = await ana.isThanked()
    await ana.seesItPaid()
    await isPaidOnce(id)
  })

  it('an order from the classic checkout is paid after a declined card', async () => {
    await anaComes()
    await ana.putIntoCart(given.productId)
    await ana.fillClassic(await admin.makeClassicCheckout())
    await ana.placeOrder()
    await ana.isLedAway()
    await ana.payAtGateway(CARDS.declined)
    await ana.page.getByRole('alert').waitFor()
    await ana.payAtGateway(CARDS.approved)
    const id = await ana.isThanked()
    await ana.seesItPaid()
    await isPaidOnce(id)
    expect((await real.shop.look(String(id))).notes).toEqual([
      expect.stringContaining('The card was declined. The order'),
    ])
  })

  it.each(['block', 'pay page'])('a double click makes one payment: %s', async (where) => {
    await anaComes()
    if (where === 'block') {
      await ana.putIntoCart(given.productId)
      await ana.fillBlock()
    } else {
      await ana.openPayPage((await real.orderToPay()).payUrl)
    }
    await ana.placeOrder(2)
    await ana.isLedAway()
    await ana.payAtGateway(CARDS.approved)
    const id = await ana.isThanked()
    await isPaidOnce(id)
    expect(await real.atGateway(id)).toHaveLength(1)
  })

  it('the pay link of a changed cart is closed', async () => {
    await anaComes()
    const payLinks: string[] = []
    ana.page.on('request', (request) => {
      if (request.url().startsWith(`${real.world.url}/pay/`)) payLinks.push(request.url())
    })
    await ana.putIntoCart(given.productId)
    await ana.fillBlock()
    await ana.placeOrder()
    await ana.isLedAway()
    await ana.page.goBack()
    await ana.putIntoCart(given.productId)
    await ana.fillBlock()
    await ana.placeOrder()
    await ana.isLedAway()
    const [older = ''] = payLinks
    expect((await fetch(older, { redirect: 'manual' })).status).toBe(410)
    await ana.payAtGateway(CARDS.approved)
    await isPaidOnce(await ana.isThanked())
  })

  it('the previous pay link is closed even after two concurrent requests of the visit', async () => {
    await anaComes()
    for (let round = 0; round < 4; round += 1) {
      await ana.putIntoCart(given.productId)
      const older = await ana.checkOutAmidCartUpdates()
      await ana.putIntoCart(given.productId)
      const newer = await ana.checkOutAmidCartUpdates()
      expect(newer).not.toBe(older)
      expect((await fetch(older, { redirect: 'manual' })).status).toBe(410)
      expect((await fetch(newer, { redirect: 'manual' })).status).toBe(303)
    }
  })

  it.each([
    ['held', 'hold', 'paid'],
    ['given back', 'refund', 'voided'],
  ] as const)('a payment after cancellation is %s by policy', async (_, onConflict, status) => {
    await anaComes()
    await real.connect(given.url, { on_conflict: onConflict })
    const { id, payUrl } = await real.orderToPay()
    await ana.openPayPage(payUrl)
    await ana.placeOrder()
    await ana.isLedAway()
    await real.shop.change(String(id), { status: 'cancelled' })
    await ana.payAtGateway(CARDS.approved)
    await eventually(async () => {
      const [payment] = await real.atGateway(id)
      return payment.status === status
    }, PATIENCE_MS)
    await eventually(async () => (await real.shop.look(String(id))).notes.length > 0, PATIENCE_MS)
    expect(await real.shop.look(String(id))).toMatchObject({ status: 'cancelled', refunds: [] })
    await real.connect(given.url)
  })

  it('each refund has one row, with concurrent refunds from the order page and the portal', async () => {
    await anaComes()
    const { id, transaction_id } = await paidOrder()
    await settle()
    await real.world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await refunded(id, ['40.00'])
    await admin.openOrder(id)
    const [said] = await Promise.all([
      admin.refund('25.00'),
      real.world.control('/sandbox/portal/refund', { transaction_id, amount: 15 }),
    ])
    if (said !== 'done') {
      // The portal's row came first: WooCommerce does not refund on a stale page.
      expect(said).toContain('Please try again')
      await admin.openOrder(id)
      expect(await admin.refund('25.00')).toBe('done')
    }
    await eventually(async () => {
      const { refunds } = await real.shop.look(String(id))
      return refunds.length === 3
    }, PATIENCE_MS)
    await admin.openOrder(id)
    expect(await admin.refund('20.00')).toBe('done')
    await eventually(
      async () => (await real.shop.look(String(id))).status === 'refunded',
      PATIENCE_MS,
    )
    const { refunds } = await real.shop.look(String(id))
    expect(refunds.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual([
      15, 20, 25, 40,
    ])
    expect(await real.atGateway(id)).toMatchObject([{ status: 'refunded', refunded_amount: 100 }])
  })

  it('a partial refund waits on the day of the charge, is cancelled, and a full one voids the charge', async () => {
    await anaComes()
    const { id } = await paidOrder()
    await admin.openOrder(id)
    expect(await admin.refund('30.00')).toBe('done')
    await admin.openOrder(id)
    expect(await admin.refund('20.00')).toContain('another refund of this order is in progress')
    await refunded(id, ['30.00'])
    await admin.openOrder(id)
    await admin.deleteRefund()
    await refunded(id, [])
    await admin.openOrder(id)
    expect(await admin.refund('100.00')).toBe('done')
    await refunded(id, ['100.00'])
    expect(await real.atGateway(id)).toMatchObject([{ status: 'voided' }])
  })

  it('a refund row stays while its money may move', async () => {
    await anaComes()
    const { id } = await paidOrder()
    await admin.openOrder(id)
    expect(await admin.refund('30.00')).toBe('done')
    const [row] = (await real.shop.look(String(id))).refunds
    const refunds = real.world.puente.ctx.db.query
    const goesOn = (state: 'requested' | 'waiting') =>
      refunds
        .updateTable('refunds')
        .set({ state })
        .where('idempotency_key', '=', `woocommerce-refund-${row?.id}`)
        .returning('id')
        .executeTakeFirstOrThrow()
    const deleteByProgram = () =>
      real.shop.rest.delete(`orders/${id}/refunds/${row?.id}`, z.unknown(), { force: 'true' })
    // Newer than the state stored in the row.
    await goesOn('requested')
    await admin.openOrder(id)
    await admin.deleteRefund()
    await admin.page.getByRole('alert').getByText('can no longer be cancelled').waitFor()
    expect(await deleteByProgram()).toMatchObject({ code: 'puente_refund_not_deleted' })
    await refunded(id, ['30.00'])
    const { id: refundId } = await goesOn('waiting')
    expect(await deleteByProgram()).toMatchObject({ outcome: 'done' })
    await refunded(id, [])
    const { state } = await refunds
      .selectFrom('refunds')
      .select('state')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('cancelled')
  })

  it('a deleted row of a succeeded refund comes back with a note', async () => {
    await anaComes()
    const { id, transaction_id } = await paidOrder()
    await settle()
    await real.world.control('/sandbox/portal/refund', { transaction_id, amount: 40 })
    await refunded(id, ['40.00'])
    const [row] = (await real.shop.look(String(id))).refunds
    const path = `orders/${id}/refunds/${row?.id}`
    const gone = await real.shop.rest.delete(path, z.unknown(), { force: 'true' })
    expect(gone).toMatchObject({ outcome: 'done' })
    await refunded(id, [])
    await refunded(id, ['40.00'])
    const { notes } = await real.shop.look(String(id))
    expect(notes).toContainEqual(expect.stringMatching(/the customer already has the money/))
  })

  it('a full refund in the portal restocks the goods if the policy says so', async () => {
    await anaComes()
    await real.connect(given.url, { platform: { restock: 'full' } })
    const stock = z.object({ id: z.number(), stock_quantity: z.number() })
    const made = await real.shop.rest.post('products', stock, {
      name: 'Café en grano',
      regular_price: '100.00',
      status: 'publish',
      manage_stock: true,
      stock_quantity: 5,
    })
    if (made.outcome === 'failed') throw new Error(made.detail)
    const product = made.value.id
    const inStock = async () => {
      const read = await real.shop.rest.get(`products/${product}`, stock)
      return read.outcome === 'done' ? read.value.stock_quantity : undefined
    }
    const line = { product_id: product, quantity: 2, subtotal: '100.00', total: '100.00' }
    const { id, transaction_id } = await paidOrder({ line_items: [line] })
    expect(await inStock()).toBe(3)
    await settle()
    await real.world.control('/sandbox/portal/refund', { transaction_id, amount: 100 })
    await refunded(id, ['100.00'])
    await eventually(async () => (await inStock()) === 5, PATIENCE_MS)
    await real.connect(given.url)
  })

  it.skipIf(!given?.httpsUrl)('a copied site says so and refunds nothing', async () => {
    await anaComes()
    const { id } = await paidOrder()
    const siteUrl = given.httpsUrl ?? ''
    const copy = await shopAdminIn(browser, { siteUrl, user: given.admin })
    await copy.page.goto(`${siteUrl}/wp-admin/`)
    await copy.page.getByText('This site looks like a copy of').waitFor()
    await copy.openOrder(id)
    expect(await copy.refund('10.00')).toContain('Nothing was refunded.')
    expect((await real.shop.look(String(id))).refunds).toEqual([])
    await copy.page.goto(`${siteUrl}/wp-admin/`)
    await copy.page.getByRole('button', { name: 'Same shop' }).click()
    await copy.page.getByText('The connection also works at this address.').waitFor()
    expect(await copy.page.locator('.puente-connection').innerText()).not.toContain('not work')
    await copy.openOrder(id)
    expect(await copy.refund('100.00')).toBe('done')
    await refunded(id, ['100.00'])
    await copy.leave()
  })

  describe('card fields', () => {
    beforeAll(() => admin.takePayments({ way: 'fields' }), PATIENCE_MS)

    it.each(['block', 'classic', 'pay page'])(
      'an order is paid after a decline: %s',
      async (where) => {
        await anaComes()
        if (where === 'pay page') {
          await ana.openPayPage((await real.orderToPay()).payUrl)
        } else {
          await ana.putIntoCart(given.productId)
          if (where === 'block') await ana.fillBlock()
          else await ana.fillClassic(await admin.makeClassicCheckout())
        }
        await ana.typeCard(CARDS.declined)
        await ana.placeOrder()
        expect(await ana.isRefused()).toContain('You were not charged')
        // The card is still selected, rather than the shop's first method.
        await ana.typeCard(CARDS.approved)
        await ana.placeOrder()
        const id = await ana.isThanked()
        await ana.seesItPaid()
        await isPaidOnce(id)
      },
    )

    it.each(['block', 'classic', 'pay page'])(
      'an incomplete card is reported on a click of the button: %s',
      async (where) => {
        await anaComes()
        if (where === 'pay page') {
          await ana.openPayPage((await real.orderToPay()).payUrl)
        } else {
          await ana.putIntoCart(given.productId)
          if (where === 'block') await ana.fillBlock()
          else await ana.fillClassic(await admin.makeClassicCheckout())
        }
        await ana.cardFieldsAreThere()
        await ana.placeOrder()
        await ana.reads('Complete the card details')
        await ana.typeCard(CARDS.approved)
        await ana.placeOrder()
        await isPaidOnce(await ana.isThanked())
      },
    )

    it('the order-received page turns to "paid" even if the gateway’s webhook is lost', async () => {
      await anaComes()
      await faults({ drop: 1 })
      const { id, payUrl } = await real.orderToPay()
      await ana.openPayPage(payUrl)
      await ana.typeCard(CARDS.approved)
      await ana.placeOrder()
      await ana.isThanked()
      await ana.seesItPaid()
      await isPaidOnce(id)
      await faults({ drop: 0 })
    })
  })

  describe.skipIf(!given?.httpsUrl || !given.customer)('a shop over https', () => {
    const httpsUrl = given?.httpsUrl ?? ''
    beforeAll(async () => {
      await admin.disconnect()
      await admin.leave()
      admin = await shopAdminIn(browser, { siteUrl: httpsUrl, user: given.admin })
      await admin.pair(await real.connect(httpsUrl))
      await admin.takePayments({ way: 'fields', savedCards: true })
    }, PATIENCE_MS)

    it.each([
      ['is paid when the customer comes back', 'Autorizar la compra'],
      ['and says no is paid by another one', 'Rechazar la autenticación'],
    ])('a card whose bank asks %s', async (_, answer) => {
      await anaComes(httpsUrl)
      await ana.putIntoCart(given.productId)
      await ana.fillBlock()
      await ana.typeCard(CHALLENGE_CARD)
      await ana.placeOrder()
      await ana.isLedAway()
      await ana.page.getByRole('button', { name: answer }).click()
      if (answer === 'Rechazar la autenticación') {
        await ana.page.waitForURL(/puente_declined/)
        await ana.typeCard(CARDS.approved)
        await ana.placeOrder()
      }
      const id = await ana.isThanked()
      await ana.seesItPaid()
      await isPaidOnce(id)
    })

    it('a saved card is kept, chosen for the next order, and deleted at the gateway as well', async () => {
      await anaComes(httpsUrl)
      const { page } = ana
      const kept = async () => {
        await page.goto(`${httpsUrl}/my-account/payment-methods/`)
        return page.getByText(/1111/).count()
      }
      if (!given.customer) throw new Error('nobody has an account')
      await ana.logIn(given.customer)
      await ana.putIntoCart(given.productId)
      await ana.fillBlock()
      const email = await page.inputValue('#email')
      const cardsAtGateway = async () => {
        const path = `/v1/payment-methods?customer[email]=${encodeURIComponent(email)}`
        return (await callGateway(real.world, 'GET', path)).data.length
      }
      await page.locator('.wc-block-components-payment-methods__save-card-info input').click()
      await ana.typeCard(CARDS.approved)
      await ana.placeOrder()
      await isPaidOnce(await ana.isThanked())
      await eventually(async () => (await kept()) === 1, PATIENCE_MS)
      expect(await page.getByRole('link', { name: 'Add payment method' }).count()).toBe(0)
      await page.getByText('To save a card, pay with it').waitFor()

      // A card is hidden while another store is connected.
      await admin.pair(await real.connect(httpsUrl, {}, 'cafe-2'))
      expect(await kept()).toBe(0)
      await admin.pair(await real.connect(httpsUrl))
      expect(await kept()).toBe(1)

      await ana.putIntoCart(given.productId)
      await ana.openBlock()
      await page.getByText(/1111/).first().click()
      await ana.placeOrder()
      await isPaidOnce(await ana.isThanked())

      expect(await cardsAtGateway()).toBe(1)
      await kept()
      const isAsked = page.waitForResponse((response) => response.url().includes('delete-payment'))
      await page.getByRole('link', { name: 'Delete' }).first().click()
      await isAsked
      // Poll the list rather than the page's notice, which another request of the visit may
      // consume.
      await eventually(async () => (await kept()) === 0, PATIENCE_MS)
      await eventually(async () => (await cardsAtGateway()) === 0, PATIENCE_MS)
    })
  })
  it('a disconnected shop sends no webhooks to Puente and shows which key is left', async () => {
    await admin.disconnect()
    const said = await admin.page.locator('.puente-connection').innerText()
    expect(said).toContain('Disconnected.')
    expect(said).toContain(given.keys.consumer_key.slice(-7))
    expect(await real.webhooks()).toEqual([])
  })
})
