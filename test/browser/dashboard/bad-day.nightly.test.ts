import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { merchantOf, pass, setSandbox } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { deadPolls, REFUND_REFUSED, settledOrder } from './failing-work.ts'
import { useVisits, type Visitor, type VisitorOptions } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'DAY' })
const parts = { world, proxy, merchant }
const visit = useVisits(() => world, browser)
afterEach(() => proxy.calm())

const DESK = { language: 'en', size: 'desktop' } as const
const PHONE = { language: 'es', size: 'phone', colorScheme: 'dark' } as const

const openAlerts = async (kind: string): Promise<Json[]> =>
  (await world.api('GET', '/v1/alerts')).body.data.filter((alert: Json) => alert.kind === kind)

const untilAlert = (kind: string, state: 'open' | 'closed') =>
  eventually(async () => {
    if ((await openAlerts(kind)).length > 0 === (state === 'open')) return true
    await pass(world, 30)
    return false
  })

const untilHeldByGateway = (id: string) =>
  eventually(async () => {
    if ((await merchant.read(id)).refunds[0].waiting_for === 'gateway') return true
    await pass(world, 30)
    return false
  })

const openOrder = async (id: string, options?: VisitorOptions): Promise<Visitor> => {
  const visitor = await visit(`/orders?search=${id}`, options)
  await visitor.page.getByRole('link', { name: id }).click()
  await visitor.page.getByRole('heading', { level: 1, name: id }).waitFor()
  return visitor
}

describe.skipIf(!browser)("an operator's bad day", () => {
  it('a given-up task is retried from home and gone', async () => {
    const [id = ''] = await deadPolls(parts, 1)
    await untilAlert('task_given_up', 'open')
    const { press, sees, isFineAs } = await visit('/', DESK)
    await sees('2 items need attention.')
    await isFineAs('day-given-up')
    await sees(/Correct the cause, then choose “Retry the task”/)
    await press('Retry the task')
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await sees('Nothing needs attention')
  })

  it('a given-up task is retried on the page of its order, and its alert goes', async () => {
    const [id = ''] = await deadPolls(parts, 1)
    await untilAlert('task_given_up', 'open')
    const { page, press, sees, isFineAs } = await openOrder(id, PHONE)
    await sees(/elija «Reintentar la tarea»/)
    await isFineAs('day-given-up-order')
    await press('Reintentar la tarea')
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await page.getByRole('button', { name: 'Reintentar la tarea' }).waitFor({ state: 'detached' })
    expect(await openAlerts('task_given_up')).toEqual([])
  })

  it('the refunds that waited for the gateway get through with one click once it is back', async () => {
    const orders = [await merchant.paid(), await merchant.paid()]
    await settled(world)
    await proxy.refuse()
    for (const { id } of orders) await merchant.refundInFull(id)
    await merchant.checkout('DAY-UNPAYABLE')
    await untilAlert('gateway_unreachable', 'open')
    await untilHeldByGateway(orders[0]?.id ?? '')
    const { page, open, press, sees, isFineAs } = await visit(
      `/orders?search=${orders[0]?.id}`,
      PHONE,
    )
    await page.getByRole('link', { name: orders[0]?.id ?? '' }).click()
    await sees(/que no responde\. Puente lo sigue comprobando/)
    await sees(/en cuanto la pasarela responda/)
    await isFineAs('day-gateway-away-order')
    await open('/')
    await sees('1 asunto por revisar.')
    await sees(/Puente lo sigue comprobando\. En cuanto la pasarela responde/)
    await press(/^Ver los \d pedidos/)
    await isFineAs('day-gateway-away')
    await proxy.accept()
    await press('Intentar ahora')
    await sees('Se reintenta ahora.')
    for (const { id } of orders) {
      await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
      expect(await merchant.keptAtGateway(id)).toBe(0)
    }
    await untilAlert('gateway_unreachable', 'closed')
    await sees('Nada por revisar')
  })

  it('the store is notified of the orders that waited for it with one click once it is back', async () => {
    world.shop.setMode('refuses')
    const orders = [await merchant.paid(), await merchant.paid(), await merchant.paid()]
    await untilAlert('shop_unreachable', 'open')
    const { press, sees, isFineAs } = await visit('/', DESK)
    await press('Show the 3 orders')
    await sees(/HTTP 503/)
    await isFineAs('day-shop-away')
    world.shop.setMode('as-usual')
    await press('Try now')
    await sees('Retrying now.')
    for (const { id } of orders) await world.shop.waitFor(({ order }) => order.id === id)
    await untilAlert('shop_unreachable', 'closed')
    await sees('Nothing needs attention')
    expect(orders.map(({ id }) => merchant.notifications(id))).toEqual(
      orders.map(() => ['order.paid']),
    )
  })

  it('the right webhook secret, pasted two clicks from home, lets the refused events in', async () => {
    const endpoints = await world.control('/sandbox/endpoints')
    const [endpoint] = endpoints.endpoints ?? endpoints
    const { secret } = await world.control(`/sandbox/endpoints/${endpoint.id}/rotate`, {})
    const { id, checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl)
    await untilAlert('webhooks_stopped', 'open')
    const { page, press, sees, isFineAs } = await visit('/', PHONE)
    await isFineAs('day-wrong-secret')
    await page.getByRole('link', { name: 'Abrir los ajustes de la tienda' }).click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.insertText(secret)
    await isFineAs('day-secret-pasted')
    await press('Guardar el secreto')
    await sees(/^Guardado\./)
    await untilAlert('webhooks_stopped', 'closed')
    expect((await merchant.read(id)).order.status).toBe('paid')
    await page.goto(world.url)
    await sees('Nada por revisar')
  })

  it('the current secret key, pasted two clicks from home, ends the refusals', async () => {
    const { checkoutUrl } = await merchant.open()
    proxy.always({ kind: 'answer', status: 401 })
    await merchant.checkout('DAY-KEY-REFUSED')
    await untilAlert('gateway_key_refused', 'open')
    const { page, press, sees, isFineAs } = await visit('/', DESK)
    await sees(/Choose “Replace the secret key” and paste the current one/)
    await isFineAs('day-key-refused')
    proxy.always(undefined)
    await page.getByRole('link', { name: 'Replace the secret key' }).click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.insertText('sk_test_sandbox')
    await press('Save the keys')
    await sees('The gateway accepts these keys. They are saved.')
    await world.pay(checkoutUrl)
    await merchant.checkout('DAY-KEY-ACCEPTED')
    await untilAlert('gateway_key_refused', 'closed')
  })

  it('an order charged twice loses its second charge in two clicks, and no other', async () => {
    const { id, payment, duplicate } = await merchant.paidTwice()
    const { page, press, sees, isFineAs } = await visit('/', DESK)
    await isFineAs('day-charged-twice')
    await page.getByRole('link', { name: 'Refund…' }).click()
    await page.getByRole('dialog').getByText('L 100.00').first().waitFor()
    await isFineAs('day-refund-dialog', { fullPage: false })
    await press('Refund L 100.00')
    const { payments } = await merchant.readWhen(id, ({ order }) => order.conflict === null)
    const stateOf = (one: string) => payments.find((each: Json) => each.id === one).state
    expect([stateOf(payment.id), stateOf(duplicate.id)]).toEqual(['paid', 'voided'])
    expect(await merchant.keptAtGateway(id)).toBe(100)
    await page.getByRole('link', { name: 'Home' }).click()
    await sees('Nothing needs attention')
  })

  it('a refund that the processor refused moves money once when the operator tries again', async () => {
    const { id, route, sent } = await settledOrder(parts)
    proxy.next(route, REFUND_REFUSED)
    await merchant.refundInFull(id, { amount: '30.00' })
    await settled(world)
    const { page, press, sees, isFineAs } = await openOrder(id, PHONE)
    await sees(/Puente lo envía a la pasarela/)
    await sees('Invalid transaction')
    await sees(/El último intento falló\. Puente reintenta/)
    expect(await page.getByText(/esté liquidado/).count()).toBe(0)
    await isFineAs('day-refund-refused')
    await press('Intentar ahora')
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    await page.locator('h1 ~ * .status', { hasText: 'Reembolso parcial' }).waitFor()
    expect(sent()).toBe(2)
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it.each([
    ['was made', { kind: 'error-after', status: 503 }, DESK],
    ['was not made', { kind: 'answer', status: 503 }, PHONE],
  ] as const)('a refund that met a 503 and %s moves money once', async (_, fault, reader) => {
    const isSpanish = reader.language === 'es'
    const { id, route, sent } = await settledOrder(parts)
    proxy.next(route, fault)
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    await merchant.refundInFull(id, { amount: '30.00' })
    await settled(world)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
    // Keeps a scheduled poll from finding the refund before the operator does.
    proxy.always({ kind: 'answer', status: 503 })
    const { page, press, sees, isFineAs } = await openOrder(id, reader)
    await sees(isSpanish ? /como muy pronto/ : /again at the earliest/)
    await isFineAs('day-refund-503')
    proxy.always(undefined)
    await press(isSpanish ? 'Consultar ahora' : 'Look it up now')
    await sees(isSpanish ? /El reembolso muestra el resultado/ : /The refund shows the result/)
    await eventually(async () => {
      if ((await merchant.read(id)).refunds[0].state === 'succeeded') return true
      await pass(world, 600)
      await settled(world)
      return false
    })
    await page
      .locator('h1 ~ * .status', {
        hasText: isSpanish ? 'Reembolso parcial' : 'Partially refunded',
      })
      .waitFor()
    expect(sent()).toBe(fault.kind === 'answer' ? 2 : 1)
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it.each([DESK, PHONE])('in the evening, nothing needs attention (%o)', async (reader) => {
    await settled(world)
    const { sees, isFineAs } = await visit('/', reader)
    await sees(reader.language === 'es' ? 'Nada por revisar' : 'Nothing needs attention')
    await isFineAs('day-evening')
  })
})
