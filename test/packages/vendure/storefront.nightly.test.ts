import { afterAll, expect } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { useWorld } from '../../support/use-world.ts'
import { storefrontSells } from '../storefront.ts'
import { useVendureShop } from './vendure-shop.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const vendure = useVendureShop(useWorld())

storefrontSells(browser, {
  example: 'vendure',
  settings: () => ({ ENGINE_URL: vendure.url, PORT: '0' }),
  heading: /^Widget, /,
  expectPaidOnce: async (code) => {
    const { state, payments } = await vendure.order(code)
    expect(state).toBe('PaymentSettled')
    expect(payments).toHaveLength(1)
  },
})
