import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { launchChromium } from '../browser/chromium.ts'
import { setSandbox } from '../support/merchant.ts'
import { CARDS, eventually } from '../support/world.ts'
import { isPaidOnce } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { type ShopAdmin, shopAdminIn } from './shop-admin.ts'
import { type Shopper, shopperIn } from './shopper.ts'

const PATIENCE_MS = 120_000
const TEST_MS = 360_000
/** Ten seconds, plus the shop's own time on a busy machine. */
const MOST_PATIENCE_MS = 16_000
const NOTHING_CHARGED = 'Nothing was charged'
const BEING_CHECKED = 'We are checking your payment'

const launched = givenShop ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

let real: RealShop
let admin: ShopAdmin
let ana: Shopper
let classicCheckout: string

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser

const slowly = (only: string | undefined) =>
  setSandbox(real.world, 'faults', { api: only ? { latency_ms: 30_000, only } : { latency_ms: 0 } })
const CHECKOUTS = ['block', 'classic'] as const
const comeTo = async (checkout: (typeof CHECKOUTS)[number] | 'pay page') => {
  if (checkout === 'pay page') return ana.openPayPage((await real.orderToPay()).payUrl)
  await ana.putIntoCart(given.productId)
  if (checkout === 'block') await ana.fillBlock()
  else await ana.fillClassic(classicCheckout)
}
const errorInTime = async () => {
  const clickedAt = Date.now()
  await ana.placeOrder()
  const said = await ana.isRefused()
  expect(Date.now() - clickedAt).toBeLessThan(MOST_PATIENCE_MS)
  return said
}
const pressUntilThanked = (prepare: () => Promise<void>) =>
  eventually(async () => {
    await prepare()
    return ana.placeOrderAgain()
  }, PATIENCE_MS)

const paidSince = async (startedAt: Date) => {
  // WooCommerce has whole seconds.
  const after = new Date(startedAt.getTime() - 2_000).toISOString()
  const since = { after, dates_are_gmt: 'true', status: 'processing' }
  const read = await real.shop.rest.get('orders', z.array(z.object({ id: z.number() })), since)
  if (read.outcome === 'failed') throw new Error(read.detail)
  return read.value.map(({ id }) => id)
}

describe.skipIf(!givenShop || !launched)(
  'a hanging gateway, at a real shop in a browser',
  { timeout: TEST_MS },
  () => {
    beforeAll(async () => {
      real = await startRealShop(given, { GATEWAY_TIMEOUT_MS: '3000' })
      admin = await shopAdminIn(browser, { siteUrl: given.url, user: given.admin })
      await admin.pair(await real.connect(given.url))
      classicCheckout = await admin.makeClassicCheckout()
    }, TEST_MS)
    afterAll(async () => {
      await admin?.disconnect()
      await admin?.leave()
      await real?.close()
    }, PATIENCE_MS)
    beforeEach(async () => {
      ana = await shopperIn(browser, given.url)
    })
    afterEach(async () => {
      await slowly(undefined)
      await ana.leave()
    })

    describe('the gateway’s page', () => {
      beforeAll(() => admin.takePayments({ way: 'redirect' }), PATIENCE_MS)

      it.each(CHECKOUTS)(
        'a click takes ten seconds at most, charges nothing, and the next one continues: %s',
        async (checkout) => {
          await comeTo(checkout)
          await slowly('POST /v1/payments')
          expect(await errorInTime()).toContain(NOTHING_CHARGED)
          await slowly(undefined)
          await eventually(async () => {
            await ana.placeOrder()
            return ana.isLedAwaySoon()
          }, PATIENCE_MS)
          await ana.payAtGateway(CARDS.approved)
          await isPaidOnce(real, await ana.isThanked())
        },
      )
    })

    describe('card fields', () => {
      beforeAll(() => admin.takePayments({ way: 'fields' }), PATIENCE_MS)

      const isBeingChecked = async (checkout: Parameters<typeof comeTo>[0]) => {
        await comeTo(checkout)
        await ana.typeCard(CARDS.approved)
        await slowly('POST /embed/v1/confirm')
        expect(await errorInTime()).toContain(BEING_CHECKED)
        await slowly(undefined)
      }

      it.each([...CHECKOUTS, 'pay page'] as const)(
        'a slow charge is being checked, and the next click resolves it without the card: %s',
        async (checkout) => {
          const startedAt = new Date()
          await isBeingChecked(checkout)
          await ana.cardFieldsAreThere()
          const id = await pressUntilThanked(async () => {})
          await isPaidOnce(real, id)
          expect(await paidSince(startedAt)).toEqual([id])
        },
      )

      it.each(CHECKOUTS)(
        'a slow charge is made once, even if the customer enters the card again: %s',
        async (checkout) => {
          const startedAt = new Date()
          await isBeingChecked(checkout)
          const id = await pressUntilThanked(() => ana.typeCard(CARDS.approved))
          await isPaidOnce(real, id)
          expect(await paidSince(startedAt)).toEqual([id])
        },
      )
    })

    describe.skipIf(!given?.customer)('a saved card', () => {
      beforeAll(() => admin.takePayments({ way: 'fields', savedCards: true }), PATIENCE_MS)

      it.each(CHECKOUTS)(
        'a slow charge of a saved card is being checked, and the next click charges it once: %s',
        async (checkout) => {
          if (!given.customer) throw new Error('nobody has an account')
          await ana.logIn(given.customer)
          await ana.deleteSavedCards()
          await comeTo(checkout)
          await ana.askToSaveCard()
          await ana.typeCard(CARDS.approved)
          await ana.placeOrder()
          await isPaidOnce(real, await ana.isThanked())
          await eventually(async () => (await ana.savedCards()) === 1, PATIENCE_MS)

          const startedAt = new Date()
          await comeTo(checkout)
          await ana.chooseSavedCard()
          await slowly('POST /v1/payment-methods/*/charge')
          expect(await errorInTime()).toContain(BEING_CHECKED)
          await slowly(undefined)
          const id = await pressUntilThanked(() => ana.chooseSavedCard())
          await isPaidOnce(real, id)
          expect(await paidSince(startedAt)).toEqual([id])
        },
      )
    })
  },
)
