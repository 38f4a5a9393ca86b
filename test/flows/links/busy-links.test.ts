import { expect, it, onTestFinished } from 'vitest'
import type { PaymentLinkRow } from '../../../src/db/db.ts'
import { browserOf } from '../../support/link-browser.ts'
import { kindOf, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const world = useWorld({ DATABASE_TIMEOUT_MS: '5000' })
const { linkOf, orders } = linksOf(world)
const merchant = merchantOf(world, { prefix: 'B' })

type Form = Readonly<Record<string, string>>

let nonces = 0
/** A form that shows L 320.50. */
const newForm = () => ({ form: `${String(++nonces).padStart(26, '0')}.32050` })
const send = (link: PaymentLinkRow, form: Form = newForm()) =>
  browserOf(world).send(link.token, form)

/** Sends the same form until Puente takes it or says why not, as a customer who reads "busy" does. */
const sendUntilAnswered = (link: PaymentLinkRow, form: Form = newForm()) =>
  eventually(async () => {
    const page = await send(link, form)
    return (page.location ?? kindOf(page)) !== undefined && page
  })

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
  const waiting = Array.from({ length: 30 }, () => sendUntilAnswered(link))
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

it('every click on the last place of a busy link leads to the one payment', async () => {
  const link = await linkOf({ stock: 1 })
  const release = await holdRow(link)
  const form = newForm()
  // Two clicks wait for the lock, the third one for these two.
  const clicks = Array.from({ length: 3 }, () => send(link, form))
  await eventually(async () => (await waitingForLocks()) === 2)
  await release()
  const pages = await Promise.all(clicks)
  const locations = new Set(pages.map(({ location }) => location))
  expect(locations).toEqual(new Set([expect.stringContaining('/pay/')]))
  expect(await orders(link)).toHaveLength(1)
})

it('a customer above those who wait reads that many are paying, and loses neither form nor place', async () => {
  const link = await linkOf({ stock: 1, fields: { name: 'required' } })
  const release = await holdRow(link)
  const forms = Array.from({ length: 403 }, () => ({ ...newForm(), name: 'Ana Mejía' }))
  const sent = forms.map(async (form) => ({ form, page: await send(link, form) }))
  // Two run and 400 wait.
  const { form, page: late } = await Promise.race(sent)
  expect(late.status).toBe(503)
  expect(late.retryAfter).toBe('5')
  expect(late.text).toContain('hay muchos clientes pagando')
  expect(late.text).toContain('value="Ana Mejía"')
  expect(nonceIn(late)).toBe(form.form)

  await release()
  await Promise.all(sent)
  const pages = await Promise.all(forms.map((each) => sendUntilAnswered(link, each)))
  const opened = pages.filter(({ location }) => location)
  expect(opened).toHaveLength(1)
  expect(new Set(pages.map(kindOf))).toEqual(new Set([undefined, 'sold_out']))
  expect(await orders(link)).toHaveLength(1)
})

it('a customer of a link that hangs for long reads that many are paying, and keeps the form', async () => {
  const link = await linkOf({ stock: 1 })
  const release = await holdRow(link)
  const form = newForm()
  const page = await send(link, form)
  expect([page.status, nonceIn(page)]).toEqual([503, form.form])
  await release()
  expect((await sendUntilAnswered(link, form)).location).not.toBeNull()
})
