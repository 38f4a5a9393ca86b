import { afterAll, expect } from 'vitest'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { launchChromium } from '../../browser/chromium.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { usePacked } from '../packed.ts'
import { storefrontSells } from '../storefront.ts'
import { startMedusaShop } from './medusa-shop.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()
const node = usePacked('node')
const provider = usePacked('medusa')
/** Of the storefront: Medusa must know it before. */
const PORT = String(await freePort())
const medusa = useStarted(() =>
  startMedusaShop(
    world,
    { node: node.tarball, medusa: provider.tarball },
    { SUCCESS_URL: `http://localhost:${PORT}/` },
    { savedCards: false },
  ),
)

storefrontSells(browser, {
  example: 'medusa',
  settings: () => ({
    ENGINE_URL: medusa.url,
    PUBLISHABLE_KEY: medusa.seed.publishableKey,
    PORT,
  }),
  heading: /^Coffee, /,
  expectPaidOnce: async (cartId) => {
    const orders = await medusa.ordersOfCart(cartId)
    expect(orders.map(({ payment_status }) => payment_status)).toEqual(['captured'])
  },
})
