import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_SECONDS, pass, setSandbox } from '../support/merchant.ts'
import { CARDS, cardOf, eventually, type World } from '../support/world.ts'
import { launchChromium } from './chromium.ts'
import { type ShopVisitor, visitorIn } from './demo-shop-visitor.ts'
import { startDemoWorld } from './demo-world.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let world: World
let desk: string
beforeAll(async () => {
  world = await startDemoWorld()
  desk = `${world.url}/shop/owner`
})
afterAll(() => world.close())

let owner: ShopVisitor
afterEach(() => owner.leave())

let orders = 0
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

const checkout = async (): Promise<{ id: string; checkoutUrl: string }> => {
  const id = `D-${++orders}`
  const order = { id, number: `100${orders}`, amount: '100.00', currency: 'HNL' }
  const { payment } = (await world.api('POST', '/v1/checkouts', { order })).body
  return { id, checkoutUrl: payment.checkout_url }
}

const paidOrder = async ({ settled = false } = {}): Promise<string> => {
  const { id, checkoutUrl } = await checkout()
  await world.pay(checkoutUrl)
  await eventually(async () => (await read(id)).order.status === 'paid')
  if (settled) await world.control('/sandbox/settle', {})
  return id
}

const paidTwice = async (): Promise<string> => {
  const { id, checkoutUrl } = await checkout()
  const { payment_token } = await world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: cardOf(CARDS.approved),
  })
  await world.api('POST', `/v1/orders/${id}/confirm`, { payment_token })
  await world.pay(checkoutUrl)
  await eventually(async () => (await read(id)).order.conflict === 'paid_twice')
  return id
}

const give = async (amount: string, reason = ''): Promise<void> => {
  await owner.page.getByLabel('Monto').fill(amount)
  await owner.page.getByLabel('Motivo').fill(reason)
  await owner.press('Devolver este monto')
}

describe.skipIf(!browser)('the owner of the demo shop', () => {
  it('gives a part back and then the rest, without scripts', async () => {
    const id = await paidOrder({ settled: true })
    owner = await visitorIn(browser, { javaScriptEnabled: false })
    await owner.page.goto(`${desk}/orders/${id}`)
    await give('30.50', 'Un frasco llegó roto')
    await owner.reads('El dinero fue devuelto.')
    await owner.reads('Devuelto en parte')
    await owner.reads('“Un frasco llegó roto”')
    await owner.reads('(Hasta L 69.50)')
    await owner.press('Devolver todo')
    await owner.reads('¿Devolver todo?')
    await owner.reads('Se reembolsa, porque')
    await owner.press('Sí, devolver L 69.50 HNL')
    await owner.reads('Reembolsado')
    expect(await read(id)).toMatchObject({
      order: { status: 'refunded' },
      refunds: [{ amount: '30.50' }, { amount: '69.50' }],
    })
    expect(await owner.page.getByRole('button', { name: 'Devolver todo' }).count()).toBe(0)
  })

  it('gives all of it back on the same day: the charge is voided', async () => {
    const id = await paidOrder()
    owner = await visitorIn(browser, { locale: 'en-US' })
    await owner.page.goto(desk)
    await owner.follow(`100${orders}`)
    await owner.press('Give all of it back')
    await owner.reads('The whole charge is voided today')
    await owner.reads('payment 1')
    await owner.press('Yes, give L 100.00 HNL back')
    await owner.reads('The money was given back. It was L 100.00 HNL. Attempt 1')
    await owner.reads('Void from the shop')
    expect((await read(id)).order.status).toBe('voided')
  })

  it('a part on the same day waits, and nothing else is offered meanwhile', async () => {
    const id = await paidOrder()
    owner = await visitorIn(browser)
    await owner.page.goto(`${desk}/orders/${id}`)
    await give('10.00')
    await owner.reads('se devuelve en cuanto la pasarela lo permita')
    await owner.reads('La pasarela no lo hace todavía')
    expect(await owner.page.getByRole('button', { name: 'Devolver todo' }).count()).toBe(0)
  })

  it('an amount that is too high is refused with its reason, and what was typed stays', async () => {
    const id = await paidOrder()
    owner = await visitorIn(browser)
    await owner.page.goto(`${desk}/orders/${id}`)
    await give('100.01', 'De más')
    const alert = owner.page.getByRole('alert')
    expect(await alert.textContent()).toMatch(/pueden devolverse L\s100\.00 HNL del intento 1/)
    expect(await owner.page.getByLabel('Monto').inputValue()).toBe('100.01')
    expect(await owner.page.getByLabel('Motivo').inputValue()).toBe('De más')
  })

  it('sees by itself what was refunded in the gateway’s portal', async () => {
    const id = await paidOrder({ settled: true })
    owner = await visitorIn(browser)
    await owner.page.goto(`${desk}/orders/${id}`)
    await owner.reads('Lo que devuelva allí también aparece aquí.')
    const { transaction_id } = (await read(id)).payment
    await world.control('/sandbox/portal/refund', { transaction_id, amount: '20.00' })
    await owner.reads('Reembolso desde el portal de la pasarela')
    await owner.reads('Devuelto en parte')
  })

  it('finds an order that was paid twice, and gives the extra charge back by one button', async () => {
    const id = await paidTwice()
    owner = await visitorIn(browser)
    await owner.page.goto(desk)
    await owner.reads('El pedido se cobró más de una vez.')
    await owner.follow('Ver el pedido')
    await owner.reads('Cobro de más')
    await owner.reads(/^Reembolse L.100\.00 HNL del intento/)
    await owner.press('Devolver el cobro de más (L 100.00)')
    await owner.reads('¿Devolver todo?')
    await owner.press('Sí, devolver L 100.00 HNL')
    await owner.reads('El dinero fue devuelto.')
    expect(await read(id)).toMatchObject({
      order: { status: 'paid', conflict: null },
      refunds: [{ kind: 'void', amount: '100.00' }],
    })
    await owner.follow('Panel de la tienda')
    await owner.reads('Nada: la tienda y la pasarela cuentan lo mismo.')
  })

  it('reads what needs a look in the browser’s own language, on a phone without scrolling sideways', async () => {
    const id = await paidOrder()
    await pass(world, DAY_SECONDS)
    await setSandbox(world, 'faults', { refund_rejected_by_processor: true })
    await world.api(
      'POST',
      `/v1/orders/${id}/refunds`,
      { amount: '30.00' },
      { 'idempotency-key': `phone-${id}` },
    )
    await setSandbox(world, 'faults', { refund_rejected_by_processor: false })
    owner = await visitorIn(browser, { locale: 'en-US' })
    for (const path of ['', `/orders/${id}`]) {
      await owner.page.goto(`${desk}${path}`)
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await owner.page.evaluate(wide)).toBe(0)
    }
    await owner.reads(/^The gateway does not accept the refund of L\s30\.00 HNL of attempt 1/)
    await owner.reads(/L\s30\.00 HNL is to be refunded/)
  })

  it('opens the receipt', async () => {
    const id = await paidOrder()
    owner = await visitorIn(browser)
    await owner.page.goto(`${desk}/orders/${id}`)
    await owner.follow('Recibo de la pasarela')
    const { transaction_id } = (await read(id)).payment
    await owner.page.waitForURL(`**/${transaction_id}**`)
    await owner.reads('100.00')
  })
})
