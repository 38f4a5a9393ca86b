import { afterAll, describe, expect, it } from 'vitest'
import { closeAlert, openAlert } from '../../../src/payments/alerts/alerts.ts'
import { deliver, unmatchedEvent } from '../../support/gateway-events.ts'
import { merchantOf, pass } from '../../support/merchant.ts'
import { reconcileNow } from '../../support/reconcile.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, useVisits, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'H' })

const visits = useVisits(() => world, browser)
const visit = (options?: VisitorOptions) => visits('/status', options)

const circuit = async (name: 'gateway' | 'store'): Promise<Json> =>
  (await world.api('GET', '/v1/circuits')).body.data.find((each: Json) => each.name === name)

const untilOpen = (name: 'gateway' | 'store') =>
  eventually(async () => {
    await pass(world, 30)
    return (await circuit(name)).state === 'open'
  })

describe.skipIf(!browser)('an engineer on call', () => {
  it.each(EVERY_READER)(
    'the screen shows that everything works, and on what evidence (%o)',
    async (reader) => {
      await merchant.paid()
      await reconcileNow(world)
      await eventually(async () => (await world.api('GET', '/v1/webhook-health')).body.last_event)
      const { press, sees, isFineAs } = await visit(reader)
      const isSpanish = reader.language === 'es'
      await sees(isSpanish ? 'Todo funciona.' : 'Everything works.')
      await press(isSpanish ? 'Probar la conexión' : 'Test connection')
      await sees(isSpanish ? 'Los webhooks llegan' : 'Webhooks arrive:')
      await sees(isSpanish ? 'Aceptados en 24 horas' : 'Accepted in 24 hours')
      await press(isSpanish ? 'Resultado' : 'Result')
      await sees(isSpanish ? 'Pagos comparados' : 'Payments compared')
      await isFineAs('health')
    },
  )

  it.each(EVERY_READER)(
    'no screen claims that nothing needs attention while a store does not answer (%o)',
    async (reader) => {
      world.shop.setMode('refuses')
      const { id } = await merchant.paid()
      await eventually(async () => (await circuit('store')).state !== 'closed')
      const { sees, page, isFineAs } = await visits('/', reader)
      const isSpanish = reader.language === 'es'
      await sees(isSpanish ? 'La tienda necesita una revisión.' : 'The store needs attention.')
      await sees(isSpanish ? 'La tienda no responde.' : 'The storefront does not answer.')
      expect(await page.getByText(/Nothing needs attention|Nada por revisar/).count()).toBe(0)
      await isFineAs('home-store-fails')
      world.shop.setMode('as-usual')
      await world.api('POST', '/v1/circuits/store/try')
      await world.shop.waitFor(({ order }) => order.id === id)
      await sees(isSpanish ? 'Nada por revisar' : 'Nothing needs attention')
    },
  )

  it('health, stores and home show the same number of open alerts', async () => {
    const { query } = world.puente.ctx.db
    const storeId = TEST_STORE
    const now = new Date()
    const kinds = ['gateway_data_unreadable', 'store_disagrees'] as const
    for (const kind of kinds) {
      await openAlert(query, { kind, storeId, subject: 'one', now, details: {} })
    }
    const { sees, open } = await visit()
    await sees('The store needs attention.')
    await sees('2 open alerts')
    await open('/stores')
    await sees('2 open alerts')
    await open('/')
    await sees('2 items need attention.')
    for (const kind of kinds) await closeAlert(query, { kind, storeId, subject: 'one', now })
  })

  it('the screen shows a refusing store with its waiting orders, and sends them with one click', async () => {
    world.shop.setMode('refuses')
    const orders = [await merchant.paid(), await merchant.paid()]
    await untilOpen('store')
    const { press, sees, isFineAs, page } = await visit()
    await sees('The store needs attention.')
    await sees('Does not answer')
    await sees('2 orders, 2 tasks')
    await sees('HTTP 503')
    await isFineAs('health-shop-refuses')
    world.shop.setMode('as-usual')
    await press('Try now')
    await sees('Puente is trying now.')
    for (const { id } of orders) await world.shop.waitFor(({ order }) => order.id === id)
    await page.getByText('Everything works.').waitFor()
  })

  it.each(EVERY_READER)(
    'the screen shows a gateway that is down and the time of the next try (%o)',
    async (reader) => {
      const { id } = await merchant.open()
      proxy.always({ kind: 'answer', status: 503 })
      try {
        for (let n = 0; n < 8; n++) await merchant.checkout(`${id}-${n}`)
        await untilOpen('gateway')
        const { sees, isFineAs } = await visit(reader)
        await sees(reader.language === 'es' ? 'No responde' : 'Does not answer')
        await sees(reader.language === 'es' ? 'Próximo intento' : 'Next attempt')
        await isFineAs('health-gateway-down')
      } finally {
        proxy.always(undefined)
      }
      await world.api('POST', '/v1/circuits/gateway/try')
      await eventually(async () => {
        await pass(world, 60)
        return (await circuit('gateway')).state === 'closed'
      })
    },
  )

  it('a viewer cannot test the connection and reads why', async () => {
    const { press, sees } = await visit({ role: 'viewer' })
    await press('Test connection')
    await sees(/not allowed|may not/i)
  })

  it('the connection test detects a wrong secret by what the gateway really sent', async () => {
    await connectTestStore(world.puente, {
      id: 'equivocada',
      notifyUrl: null,
      more: {
        name: '<b>Ñandú</b> \u202e مرحبا ☕ '.repeat(8),
        webhookSecret: 'whsec_that_is_mistyped',
      },
    })
    for (let n = 0; n < 3; n++) {
      expect((await deliver(world.url, { body: unmatchedEvent(), store: 'equivocada' })).ok).toBe(
        false,
      )
    }
    const { page, press, sees, isFineAs } = await visit()
    await eventually(async () => {
      await page.reload()
      await page.locator('main h2').first().waitFor()
      return page.getByText('1 of 2 stores needs attention').isVisible()
    })
    await press('Test connection')
    await sees('Webhooks are not arriving correctly.')
    await sees('signs with a different secret')
    await sees('Rejected in 24 hours')
    await isFineAs('health-wrong-secret')
  })
})
