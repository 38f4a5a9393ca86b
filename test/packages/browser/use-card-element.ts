import type { Browser } from 'playwright-core'
import { afterEach } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { customerOfDemo, type DemoCustomer, useDemoShop } from './demo-customer.ts'

export const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenge: '4000000000003220',
} as const

let orders = 0

/** Runs the demo shop for a file; each test has one customer. */
export const useCardElement = (browser: Browser | undefined) => {
  const packed = usePacked('browser')
  const world = useWorld()
  const shop = useDemoShop(packed, world)
  let customer: DemoCustomer
  afterEach(() => customer.leave())
  return {
    world,
    visit: async (context = {}) => {
      customer = await customerOfDemo(browser, { shopUrl: shop.url, world }, context)
      return customer
    },
    latest: () => customer,
    charges: () => customer.charges(),
    checkout: async (more: Json = {}): Promise<{ id: string; payUrl: string }> => {
      const id = `E-${++orders}`
      const { body } = await world.api('POST', '/v1/checkouts', {
        order: { id, amount: '60.00', currency: 'HNL' },
        mode: 'card_page',
        success_url: `${shop.url}/`,
        ...more,
      })
      return { id, payUrl: body.pay_url }
    },
    /** Shows another order in the element. */
    show: (payUrl: string) =>
      customer.page.evaluate(`document.getElementById('card').payUrl = ${JSON.stringify(payUrl)}`),
  }
}
