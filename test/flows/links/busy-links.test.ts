import { expect, it, onTestFinished } from 'vitest'
import type { PaymentLinkRow } from '../../../src/db/db.ts'
import { browserOf } from '../../support/link-browser.ts'
import { kindOf, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const world = useWorld()
const { linkOf, orders } = linksOf(world)
const merchant = merchantOf(world, { prefix: 'B' })

let nonces = 0
/** The hidden value of a form that shows L 320.50. */
const newForm = (): string => `${String(++nonces).padStart(26, '0')}.32050`
const send = (link: PaymentLinkRow, form = newForm()) => browserOf(world).send(link.token, { form })
const sendMany = (link: PaymentLinkRow, count: number) =>
  Array.from({ length: count }, () => send(link))

/** Holds the row of a link, as an opening that hangs does. Returns what lets it go. */
const holdRow = async ({ id }: PaymentLinkRow): Promise<() => Promise<void>> => {
  const holding = await world.puente.ctx.db.pool.connect()
  let isHeld = true
  await holding.query('BEGIN')
  await holding.query('SELECT FROM payment_links WHERE id = $1 FOR UPDATE', [id])
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    await holding.query('ROLLBACK')
    holding.release()
  }
  onTestFinished(release)
  return release
}

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await world.puente.ctx.db.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  return rows.length
}

it('customers of a link that hangs hold up no other checkout, delivery or link', async () => {
  const [link, other] = [await linkOf({ stock: 40 }), await linkOf({ stock: 1 })]
  const release = await holdRow(link)
  const waiting = sendMany(link, 30)
  await eventually(async () => (await waitingForLocks()) > 0)

  const { id } = await merchant.paid()
  expect((await merchant.read(id)).order.status).toBe('paid')
  expect((await send(other)).location).not.toBeNull()
  expect(await waitingForLocks()).toBeLessThanOrEqual(2)

  await release()
  const pages = await Promise.all(waiting)
  expect(new Set(pages.map(({ location }) => location)).size).toBe(30)
  expect(await orders(link)).toHaveLength(30)
})

it('a repeated form and a sold-out link are answered while another opening hangs', async () => {
  const link = await linkOf({ stock: 1 })
  const form = newForm()
  const { location } = await send(link, form)
  await holdRow(link)
  expect((await send(link, form)).location).toBe(location)
  expect(kindOf(await send(link))).toBe('sold_out')
})

it('a customer above those who wait reads that many are paying, and loses neither form nor place', async () => {
  const link = await linkOf({ stock: 1, fields: { name: 'required' } })
  const release = await holdRow(link)
  const forms = Array.from({ length: 403 }, () => ({ form: newForm(), name: 'Ana Mejía' }))
  const sent = forms.map(async (answers) => ({
    answers,
    page: await browserOf(world).send(link.token, answers),
  }))
  // Two run and 400 wait.
  const { answers, page: late } = await Promise.race(sent)
  expect(late.status).toBe(503)
  expect(late.retryAfter).toBe('5')
  expect(late.text).toContain('hay muchos clientes pagando')
  expect(late.text).toContain('value="Ana Mejía"')
  expect(nonceIn(late)).toBe(answers.form)

  await release()
  const pages = (await Promise.all(sent)).map(({ page }) => page).filter((page) => page !== late)
  expect(pages.filter(({ location }) => location)).toHaveLength(1)
  for (const page of pages) if (!page.location) expect(kindOf(page)).toBe('sold_out')
  expect(kindOf(await browserOf(world).send(link.token, answers))).toBe('sold_out')
  expect(await orders(link)).toHaveLength(1)
})
