import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Merchant, merchantOf, setSandbox } from '../../support/merchant.ts'
import { asPage, signedInPerson } from '../../support/people.ts'
import { reconcileNow } from '../../support/reconcile.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS, eventually, type Json } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

const CUSTOMERS = ['Ana Mejía', 'Luis Paz', 'Marta Reyes', 'José Cruz', 'Elena Soto', 'Raúl Díaz']
const SOLD = [
  { description: 'Café de Marcala', amount: '185.00' },
  { description: 'Hamaca de algodón', amount: '1450.00' },
  { description: 'Lámina «Guara roja»', amount: '320.50' },
]

let sold = 0
const sale = (): Json => {
  const name = CUSTOMERS[sold % CUSTOMERS.length] ?? ''
  const product = SOLD[sold % SOLD.length]
  sold += 1
  return { ...product, number: String(1000 + sold), customer: { name } }
}

let merchant: Merchant
let run: Json
let twice: string
const nameOf = async (id: string): Promise<string> => {
  const row = await world.puente.ctx.db.query
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.id
}

const spreadOverDays = () =>
  sql`UPDATE payments SET paid_at = paid_at - spread.days * interval '1 day'
      FROM (
        SELECT id, row_number() OVER (ORDER BY created_at) * 2 AS days FROM payments
        WHERE paid_at IS NOT NULL
      ) AS spread WHERE spread.id = payments.id`.execute(world.puente.ctx.db.query)

beforeAll(async () => {
  if (!browser) return
  merchant = merchantOf(world, { prefix: 'T' })
  for (let n = 0; n < 7; n++) await merchant.paid(sale())
  for (const card of [CARDS.declined, CARDS.noFunds, CARDS.noFunds]) {
    const { id } = await merchant.open(sale())
    await merchant.confirm(id, await merchant.token(card))
  }
  await settled(world)
  await spreadOverDays()
  const { cookie } = await signedInPerson(world, {
    email: 'marta@tienda.example',
    role: 'operator',
  })
  const refunded = await nameOf((await merchant.paid(sale())).id)
  await asPage(world, 'POST', `/operator/v1/orders/${refunded}/refunds`, {
    ...{ cookie, body: { reason: 'Arrived broken' }, headers: { 'idempotency-key': 'tour' } },
  })
  await merchant.paid(sale())
  const missed = await merchant.open(sale())
  await settled(world)
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(missed.checkoutUrl)
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  twice = await nameOf((await merchant.paidTwice(sale())).id)
  run = await reconcileNow(world)
  await signedInPerson(world, { email: 'luis@tienda.example', role: 'viewer' })
})

const ON_SCREEN = { fullPage: false }

/**
 * Screens of `docs/operators.md` with a text of each. People come first, while few have visited.
 */
const SCREENS: [name: string, path: () => string, sees: string | RegExp][] = [
  ['people', () => '/people', 'marta@tienda.example'],
  ['audit', () => '/audit', 'Refunded'],
  ['attention', () => '/', /was charged twice/],
  ['orders', () => '/orders', 'Marta Reyes'],
  ['order', () => `/orders/${twice}`, 'Duplicate payment'],
  ['refund', () => `/orders/${twice}?refund=conflict`, /^The charge is voided/],
  ['health', () => '/status', 'Tienda de prueba'],
  ['deliveries', () => '/deliveries', 'payment.approved'],
  ['store', () => '/stores/tienda', 'Webhook address'],
  ['connect', () => '/stores/new?platform=headless', 'Short name'],
  ['money', () => '/money', 'Approval rate'],
  ['reconciliation', () => `/money/reconciliations/${run.id}`, 'A gateway event did not arrive'],
]

const standStill = (page: Page) => {
  let before = -1
  return eventually(async () => {
    const heights = await page
      .locator('.recharts-bar-rectangle path')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height))
    const now = Math.max(0, ...heights)
    const isSame = now > 0 && now === before
    before = now
    return isSame
  })
}

describe.skipIf(!browser)('a tour of the dashboard', () => {
  it.each(SCREENS)('the screen %s matches the document', async (name, path, text) => {
    const { page, sees, isFineAs } = await visit(path())
    await sees(text)
    if (name === 'money') await standStill(page)
    await isFineAs(`tour-${name}`, ON_SCREEN)
    if (name === 'order') {
      await page.setViewportSize({ width: 1200, height: 978 })
      await isFineAs('tour-order-of-readme', ON_SCREEN)
    }
  })
})
