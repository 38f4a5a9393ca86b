import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const visit = useVisits(() => world, browser)
let apiKey: string
beforeAll(async () => {
  apiKey = await connectTestStore(world.puente, {
    id: TEST_STORE,
    notifyUrl: world.shop.url,
    policy: { service_fee: true },
  })
})

describe.skipIf(!browser)('the payment method of an order', () => {
  it.each(EVERY_READER)(
    'an order in dollars paid in lempiras shows fee and total in lempiras (%o)',
    async (reader) => {
      const prefix = `FEE-${reader.language}-${reader.size}`
      const merchant = merchantOf(world, { prefix, apiKey })
      const { id, checkoutUrl } = await merchant.open()
      await merchant.checkout(id, { currency: 'USD' })
      await world.pay(checkoutUrl)
      const { payment } = await merchant.readWhen(id, ({ order }) => order.status === 'on_hold')
      expect(payment.currency).toBe('HNL')
      const { page, isFineAs } = await visit(`/orders?search=${id}`, reader)
      await page.getByRole('link', { name: id }).click()
      const sums = page
        .locator('.order-side .card', {
          hasText: reader.language === 'es' ? 'Total del pago' : 'Total of the payment',
        })
        .locator('.amount')
      await sums.first().waitFor()
      const shown = (await sums.allInnerTexts()).map((sum) => sum.replaceAll(/\s/g, ' '))
      expect(shown.map((sum) => sum.replace(/[\d.,\s]/g, ''))).toEqual(['$', 'L', 'L'])
      expect(shown.slice(1)).toEqual([`L ${payment.service_fee}`, `L ${payment.total}`])
      await isFineAs('order-in-two-currencies')
    },
  )
})
