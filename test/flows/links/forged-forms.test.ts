import { expect, it } from 'vitest'
import { moneyFromDecimal } from '../../../src/domain/money.ts'
import { insist, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
const { linkOf, open, send, take, orders } = linksOf(world)
const visit = () => ({ addresses: [world.url], publicUrl: world.url })
const lempiras = (decimal: string) => moneyFromDecimal(decimal, 'HNL') ?? null

it('an amount in the address or in a forged form does not change a fixed amount', async () => {
  const link = await linkOf({})
  const opened = await open(link.token, '?amount=1.00&amount_minor=100')
  expect(opened.text).toMatch(/Pagar L\s320\.50/)
  await take(link.token, { amount: '1.00' })
  expect((await orders())[0]?.amount_minor).toBe(32_050n)
})

it('a form from another page opens no order', async () => {
  const link = await linkOf({})
  const form = nonceIn(await open(link.token)) ?? ''
  const before = await orders()
  const forged = await insist(visit(), `/l/${link.token}`, {
    method: 'POST',
    headers: {
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `form=${form}`,
  })
  expect(forged.status).toBe(403)
  expect(forged.text).toContain('Envíe el formulario desde esta página')
  for (const nonce of ['', 'x', `0${form}`, `${form}.1`, "' OR 1=1 --"]) {
    expect((await send(link.token, { form: nonce })).status).toBe(403)
  }
  expect(await orders()).toEqual(before)
})

it('the form of another link opens an order of the link that receives it', async () => {
  const [link, other] = [await linkOf({}), await linkOf({ name: 'Otro taller' })]
  const form = nonceIn(await open(link.token)) ?? ''
  const [one, another] = [await send(link.token, { form }), await send(other.token, { form })]
  expect(another.location).not.toBe(one.location)
  const [second, first] = await orders()
  expect([first?.payment_link_id, second?.payment_link_id]).toEqual([link.id, other.id])
})

it("a form with a cheaper link's amount does not lower the price", async () => {
  const [link, cheaper] = [await linkOf({}), await linkOf({ amount: lempiras('5') })]
  const before = await orders()
  const form = nonceIn(await open(cheaper.token)) ?? ''
  const page = await send(link.token, { form })
  expect(page.status).toBe(422)
  expect(page.text).toMatch(/El monto ahora es L.320\.50/)
  expect(await orders()).toEqual(before)
})

it('a customer who goes back and enters another amount or name gets a new order', async () => {
  const link = await linkOf({ amount: null, fields: { name: 'required' } })
  const form = nonceIn(await open(link.token)) ?? ''
  const answers = [
    { amount: '20', name: 'Ana' },
    { amount: '200', name: 'Ana' },
    { amount: '200', name: 'Luis' },
    // The same number in another form.
    { amount: 'L 20.00', name: ' Ana ' },
  ]
  const locations = []
  for (const typed of answers) {
    locations.push((await send(link.token, { form, ...typed })).location)
  }
  expect(locations[3]).toBe(locations[0])
  expect(new Set(locations).size).toBe(3)
  const made = await orders(link)
  expect(made.map(({ amount_minor, customer }) => [amount_minor, customer.name])).toEqual([
    [20_000n, 'Luis'],
    [20_000n, 'Ana'],
    [2_000n, 'Ana'],
  ])
})

it('hostile input is refused with a reason, or shown as text', async () => {
  const link = await linkOf({
    amount: null,
    fields: { name: 'required', email: 'optional', phone: 'optional', reference: 'optional' },
  })
  const form = nonceIn(await open(link.token)) ?? ''
  const before = await orders()
  for (const [field, typed] of [
    ['amount', '9'.repeat(40)],
    ['amount', '1e3'],
    ['amount', '-5'],
    ['amount', '0'],
    ['amount', '1,450'],
    ['amount', '5 USD'],
    ['amount', '٣٢٠'],
    ['name', ''],
    ['name', 'x'.repeat(192)],
    ['name', 'Ana 4111 1111 1111 1111'],
    ['email', 'nobody'],
    ['phone', 'call me'],
  ] as const) {
    const answers = { form, name: 'Ana', amount: '5', [field]: typed }
    const page = await send(link.token, answers)
    expect([typed, page.status]).toEqual([typed, 422])
    expect(page.text).toMatch(`id="${field}-problem"`)
  }
  const twice = await insist(visit(), `/l/${link.token}`, {
    method: 'POST',
    headers: { origin: world.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: `form=${form}&name=Ana&amount=5&amount=1`,
  })
  expect(twice.status).toBe(422)
  expect(await orders()).toEqual(before)

  const markup = '"><script>alert(1)</script>'
  const shown = await send(link.token, { form, name: markup, amount: 'mil' })
  expect(shown.text).not.toContain('<script>alert')
  expect(shown.text).toContain('&lt;script&gt;')
  const name = `${markup}\u0000`
  const reference = '4111 1111 1111 1111'
  const answers = { form, name, reference, amount: '5', status: 'paid' }
  await send(link.token, { ...answers, ['__proto__']: 'x' })
  const [order] = await orders()
  expect(order).toMatchObject({ amount_minor: 500n, status: 'awaiting_payment' })
  expect(order?.customer.name).toBe(`${markup}\ufffd`)
  expect(Object.keys(order?.metadata ?? {})).toEqual(['reference'])
  expect(order?.metadata.reference).not.toContain('4111 1111')
})
