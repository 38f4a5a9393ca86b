import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../browser/chromium.ts'
import { setSandbox } from '../support/merchant.ts'
import { CARDS } from '../support/world.ts'
import { isPaidOnce } from './paid-order.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { type ShopAdmin, shopAdminIn } from './shop-admin.ts'
import { type Shopper, shopperIn } from './shopper.ts'

const PATIENCE_MS = 120_000
const TEST_MS = 360_000
const HNL = '340'
const USD = '840'

const launched = givenShop ? await launchChromium(['--ignore-certificate-errors']) : undefined
afterAll(() => launched?.close())

let real: RealShop
let admin: ShopAdmin
let ana: Shopper
let classicCheckout: string

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
const browser = launched as Browser

const offered = async () => ({
  block: (await ana.waysToPayInBlock()).includes('puente'),
  classic: (await ana.waysToPayInClassic(classicCheckout)).includes('puente'),
})
const currencyRow = async (said: Promise<string>) =>
  (await said).split('\n').find((line) => line.includes('Currency'))

describe.skipIf(!givenShop || !launched)(
  'the currency of a real shop in a browser',
  { timeout: TEST_MS },
  () => {
    beforeAll(async () => {
      real = await startRealShop(given)
      admin = await shopAdminIn(browser, { siteUrl: given.url, user: given.admin })
      await admin.pair(await real.connect(given.url))
      await admin.takePayments({ way: 'redirect' })
      classicCheckout = await admin.makeClassicCheckout()
    }, TEST_MS)
    afterAll(async () => {
      await admin?.takePayments({ way: 'redirect' })
      await admin?.disconnect()
      await admin?.leave()
      await real?.close()
    }, PATIENCE_MS)
    beforeEach(async () => {
      ana = await shopperIn(browser, given.url)
    })
    afterEach(() => ana.leave())

    it.each(['redirect', 'fields'] as const)(
      'a currency that the gateway refused is hidden until it is enabled: %s',
      async (way) => {
        await admin.takePayments({ way })
        expect(await currencyRow(admin.readConnection())).toBeUndefined()
        await setSandbox(real.world, 'profile', { currencies: [USD] })
        await ana.putIntoCart(given.productId)
        expect(await offered()).toEqual({ block: true, classic: true })
        await ana.fillBlock()
        if (way === 'fields') await ana.typeCard(CARDS.approved)
        await ana.placeOrder()
        expect(await ana.isRefused()).toContain('cannot take cards in this currency')
        expect(await offered()).toEqual({ block: false, classic: false })

        const cure = /does not accept payments in HNL.*Ask the gateway to enable/
        expect(await currencyRow(admin.readConnection())).toMatch(cure)
        expect(await currencyRow(admin.testConnection())).toMatch(cure)

        await setSandbox(real.world, 'profile', { currencies: [HNL, USD] })
        expect(await offered()).toEqual({ block: true, classic: true })
        await ana.fillClassic(classicCheckout)
        if (way === 'fields') await ana.typeCard(CARDS.approved)
        await ana.placeOrder()
        if (way === 'redirect') {
          await ana.isLedAway()
          await ana.payAtGateway(CARDS.approved)
        }
        await isPaidOnce(real, await ana.isThanked())
        expect(await currencyRow(admin.readConnection())).toBeUndefined()
      },
    )

    it('a currency that the shop has not named is hidden', async () => {
      await ana.putIntoCart(given.productId)
      await admin.takePayments({ way: 'redirect', currencies: 'USD' })
      expect(await offered()).toEqual({ block: false, classic: false })
      const cure = /HNL is not among the currencies below.*Add it/
      expect(await currencyRow(admin.readConnection())).toMatch(cure)
      expect(await currencyRow(admin.testConnection())).toMatch(cure)

      await admin.takePayments({ way: 'redirect', currencies: 'USD, HNL' })
      expect(await offered()).toEqual({ block: true, classic: true })
      expect(await currencyRow(admin.testConnection())).toBeUndefined()
    })
  },
)
