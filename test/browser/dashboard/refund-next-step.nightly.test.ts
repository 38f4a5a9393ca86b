import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { launchChromium } from '../chromium.ts'
import { REFUND_REFUSED, settledOrder } from './failing-work.ts'
import { EVERY_READER, useVisits, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'N' })
const visit = useVisits(() => world, browser)
afterEach(() => proxy.calm())

const open = async (id: string, options?: VisitorOptions) => {
  const visitor = await visit(`/orders?search=${id}`, options)
  await visitor.page.getByRole('link', { name: id }).click()
  return visitor
}

describe.skipIf(!browser)('an operator with an open refund', () => {
  it.each(EVERY_READER)(
    'a refund that met a 503 says when it is looked up and sent again (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const { id, route, sent } = await settledOrder({ world, proxy, merchant })
      proxy.next(route, { kind: 'answer', status: 503 })
      await merchant.refundInFull(id, { amount: '30.00' })
      await settled(world)
      const { press, sees, isFineAs } = await open(id, reader)
      await sees(isSpanish ? /Puente consulta a la pasarela/ : /Puente looks up at the gateway/)
      await sees(isSpanish ? /como muy pronto/ : /again at the earliest/)
      await isFineAs('refund-unknown')
      await press(isSpanish ? 'Consultar ahora' : 'Look it up now')
      await sees(isSpanish ? /El reembolso muestra el resultado/ : /The refund shows the result/)
      expect(sent()).toBe(1)
    },
  )

  it('a refund that the processor refused is sent again at once', async () => {
    const { id, route, sent } = await settledOrder({ world, proxy, merchant })
    proxy.next(route, REFUND_REFUSED)
    await merchant.refundInFull(id, { amount: '30.00' })
    await settled(world)
    const { press, sees, isFineAs } = await open(id)
    await sees(/Puente sends it to the gateway/)
    await sees('Invalid transaction')
    await isFineAs('refund-refused')
    await press('Try again now')
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    expect(sent()).toBe(2)
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it.each([
    ['en', /^The gateway does not accept this store’s secret key/],
    ['es', /^La pasarela no acepta la clave secreta de esta tienda/],
  ] as const)(
    "a refund that waits for the store's key says so in the reader's language (%s)",
    async (language, reason) => {
      const { id, route } = await settledOrder({ world, proxy, merchant })
      proxy.next(route, { kind: 'answer', status: 401 })
      await merchant.refundInFull(id, { amount: '30.00' })
      await settled(world)
      const { page, sees } = await open(id, { language })
      await sees(reason)
      expect(
        await page
          .locator('li.card')
          .getByText(/the gateway does not accept/)
          .count(),
      ).toBe(0)
    },
  )

  it('a viewer cannot try a refund', async () => {
    const { id, route } = await settledOrder({ world, proxy, merchant })
    proxy.next(route, { kind: 'answer', status: 503 })
    await merchant.refundInFull(id, { amount: '30.00' })
    await settled(world)
    const { press, sees } = await open(id, { role: 'viewer' })
    await press('Look it up now')
    await sees(/not allowed|may not/i)
  })
})
