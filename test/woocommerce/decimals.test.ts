import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StoreId } from '../../src/domain/ids.ts'
import { syncStoreOrder } from '../../src/payments/store-sync/sync-store-order.ts'
import { launchChromium } from '../browser/chromium.ts'
import { CARDS, eventually } from '../support/world.ts'
import { isPaidOnce } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { type ShopAdmin, shopAdminIn } from './shop-admin.ts'
import { type Shopper, shopperIn } from './shopper.ts'

const TEST_MS = 360_000

const launched = givenShop ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

let real: RealShop
let admin: ShopAdmin
let ana: Shopper

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser

const showDecimals = async (count: number) => {
  const path = 'settings/general/woocommerce_price_num_decimals'
  const set = await real.shop.rest.put(path, z.unknown(), { value: String(count) })
  if (set.outcome === 'failed') throw new Error(set.detail)
}
const goToPay = async (total: string) => {
  let link = ''
  ana.page.on('request', (request) => {
    if (request.url().startsWith(`${real.world.url}/pay/`)) link = request.url()
  })
  const line = { product_id: given.productId, quantity: 1, subtotal: total, total }
  const { id, payUrl } = await real.orderToPay({ line_items: [line] })
  await ana.openPayPage(payUrl)
  await ana.placeOrder()
  await ana.isLedAway()
  return { id, link }
}
const note = z.object({ note: z.string() })

const readAgain = async (id: number) => {
  const about = { storeId: StoreId.parse('cafe'), externalId: String(id) }
  expect(await syncStoreOrder(real.world.puente.ctx, about)).toEqual({ outcome: 'done' })
}

describe.skipIf(!launched)('a real shop that hides decimals', { timeout: TEST_MS }, () => {
  beforeAll(async () => {
    real = await startRealShop(given)
    admin = await shopAdminIn(browser, { siteUrl: given.url, user: given.admin })
    await admin.pair(await real.connect(given.url))
    await admin.takePayments({ way: 'redirect' })
  }, TEST_MS)
  afterAll(async () => {
    await showDecimals(2)
    await admin?.disconnect()
    await admin?.leave()
    await real?.close()
  }, TEST_MS)
  beforeEach(async () => {
    ana = await shopperIn(browser, given.url)
  })
  afterEach(() => ana.leave())

  it.each([
    [0, '27.50'],
    [1, '27.46'],
  ])(
    'with %s decimals, the link of an order of %s stays open, and payment and partial refund are exact',
    async (decimals, total) => {
      await showDecimals(2)
      const { id, link } = await goToPay(total)
      await showDecimals(decimals)
      await real.shop.change(String(id), { customer_note: 'Gracias' })
      await readAgain(id)
      await ana.page.goto(link)
      await ana.payAtGateway(CARDS.approved)
      await isPaidOnce(real, id)
      const seen = await real.shop.look(String(id))
      expect(seen.notes).toEqual([])
      const [payment] = await real.atGateway(id)
      expect(payment.amount).toBe(Number(total))
      await real.world.control('/sandbox/settle', {})
      const { transaction_id } = seen
      await real.world.control('/sandbox/portal/refund', { transaction_id, amount: 10.25 })
      await eventually(async () => {
        const { refunds } = await real.shop.look(String(id))
        return refunds.map(({ amount }) => amount).join() === '10.25'
      }, TEST_MS)
    },
  )

  it.each([
    ['27.50', '28'],
    ['27.40', '27'],
  ])(
    'a full refund of an order of %s succeeds on the order page, which shows %s',
    async (total, shown) => {
      await showDecimals(2)
      const { id } = await goToPay(total)
      await ana.payAtGateway(CARDS.approved)
      await isPaidOnce(real, id)
      await showDecimals(0)
      await admin.openOrder(id)
      expect(await admin.refund(shown)).toBe('done')
      await eventually(
        async () => (await real.shop.look(String(id))).status === 'refunded',
        TEST_MS,
      )
      expect(await real.atGateway(id)).toMatchObject([{ status: 'voided' }])
      const { refunds } = await real.shop.look(String(id))
      expect(refunds.map(({ amount }) => Number(amount))).toEqual([Number(shown)])
      const notes = await real.shop.rest.get(`orders/${id}/notes`, z.array(note))
      const said = notes.outcome === 'done' ? notes.value.map((one) => one.note).join() : ''
      expect(said).toContain(`The charge of ${total} `)
    },
  )

  it('an order of 27.50, shown as 28, ends when the portal voids its charge', async () => {
    await showDecimals(2)
    const { id } = await goToPay('27.50')
    await showDecimals(0)
    await ana.payAtGateway(CARDS.approved)
    await isPaidOnce(real, id)
    const { transaction_id } = await real.shop.look(String(id))
    await real.world.control('/sandbox/portal/void', { transaction_id })
    const seen = await eventually(async () => {
      const order = await real.shop.look(String(id))
      return order.status === 'refunded' && order
    }, TEST_MS)
    expect(seen.refunds.map(({ amount }) => amount)).toEqual(['27.50'])
  })
})
