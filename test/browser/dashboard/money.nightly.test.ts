import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Merchant, merchantOf, setSandbox } from '../../support/merchant.ts'
import { reconcileNow, today } from '../../support/reconcile.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { CARDS, eventually } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, held, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

let merchant: Merchant

const spreadOverDays = async (): Promise<void> => {
  await sql`
    UPDATE payments SET paid_at = paid_at - spread.days * interval '1 day'
    FROM (
      SELECT id, row_number() OVER (ORDER BY created_at) * 3 AS days FROM payments
      WHERE paid_at IS NOT NULL AND refunded_minor = 0 ORDER BY created_at LIMIT 6
    ) AS spread WHERE spread.id = payments.id`.execute(world.puente.ctx.db.query)
}

beforeAll(async () => {
  if (!browser) return
  merchant = merchantOf(world, { prefix: 'D' })
  for (const amount of ['1250.50', '340.00', '2100.00', '815.75', '99.90', '1730.00', '450.00']) {
    await merchant.paid({ amount, customer: { name: '<b>Ana</b> \u202e مرحبا ☕' } })
  }
  await merchant.paid({ amount: '75.00', number: `${'N'.repeat(60)}\u202e<b>☕` })
  for (const card of [CARDS.declined, CARDS.noFunds, CARDS.noFunds]) {
    const { id } = await merchant.open({ amount: '640.00' })
    await merchant.confirm(id, await merchant.token(card))
  }
  const missed = await merchant.open({ amount: '580.00' })
  const refunded = await merchant.paid({ amount: '200.00' })
  await merchant.refundInFull(refunded.id)
  await settled(world)
  await spreadOverDays()
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(missed.checkoutUrl)
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
})

const hasHeight = (bars: { getBoundingClientRect(): { height: number } }[]): boolean =>
  bars.some((bar) => bar.getBoundingClientRect().height > 60)

describe.skipIf(!browser)('the money screen', () => {
  it.each(EVERY_READER)(
    'the screen shows each day and leads from a sum to its orders (%o)',
    async (reader) => {
      const { page, isFineAs, sees } = await visit('/money', reader)
      const inSpanish = reader.language === 'es'
      await sees(inSpanish ? 'Tasa de aprobación' : 'Approval rate')
      await eventually(() => page.locator('.recharts-bar-rectangle path').evaluateAll(hasHeight))
      await isFineAs('money')
      await page.locator('details.fold summary').first().click()
      await isFineAs('money-table')
      await page.locator('.number[data-kind=paid] a').click()
      await page.getByRole('dialog').getByRole('link', { name: 'D-' }).first().waitFor()
      await isFineAs('money-rows')
      await page.getByRole('dialog').getByRole('link', { name: 'D-' }).first().click()
      await page.waitForURL(/\/orders\/ord_/)
    },
  )

  it('the journal balances, and downloads as CSV', async () => {
    const { page } = await visit('/money')
    const journal = page.locator('section', { hasText: 'Accounting journal' }).first()
    await journal.getByRole('cell', { name: 'Due from the gateway' }).waitFor()
    const [debit, credit] = await journal.locator('tfoot td').allInnerTexts()
    expect(debit).toMatch(/[1-9]/)
    expect(debit).toBe(credit)
    const begun = page.waitForEvent('download')
    await journal.getByRole('link', { name: 'Download as CSV' }).click()
    const lines = readFileSync(await (await begun).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines[0]).toMatch(/^entry,day,at,kind,/)
    expect(lines.length).toBeGreaterThan(10)
  })

  it('a decline reason leads to the declined orders', async () => {
    const { page, sees } = await visit('/money')
    const reasons = page.locator('section', { hasText: 'Why cards were declined' })
    await reasons.getByRole('link').first().click()
    await page.waitForURL(/show=declined/)
    await sees(/^Insufficient funds \(51\), /)
    await expect.poll(() => page.getByRole('dialog').getByRole('link').count()).toBe(2)
  })

  it('the chosen days are in the address', async () => {
    const { page, sees } = await visit('/money')
    await page.getByText('7 days').click()
    await page.waitForURL(/days=7/)
    await page.getByText('Custom', { exact: true }).click()
    await page.getByLabel('From').first().fill('2026-01-01')
    await page.getByLabel('To', { exact: true }).first().fill('2026-01-31')
    await page.waitForURL(/from=2026-01-01&to=2026-01-31/)
    await sees('No payments in this period.')
  })

  it("invalid days show the API's explanation", async () => {
    const { sees } = await visit('/money?from=2020-01-01&to=2026-01-01')
    await sees(/at most 366 days/)
  })
})

describe.skipIf(!browser)('a reconciliation', () => {
  it.each(EVERY_READER)('a discrepancy leads to its order (%o)', async (reader) => {
    const { id } = await reconcileNow(world, { dry: true })
    const { page, isFineAs, sees } = await visit(`/money/reconciliations/${id}`, reader)
    const link = page.getByRole('link', { name: /D-\d+/ }).first()
    await link.waitFor()
    const inSpanish = reader.language === 'es'
    await sees(inSpanish ? /^Esta simulación no cambió nada/ : /^This dry run changed nothing./)
    await sees(inSpanish ? 'Liquidación por día' : 'Settlement by day')
    await page
      .locator('section', { hasText: /Settlement by day|Liquidación por día/ })
      .locator('tbody tr')
      .first()
      .waitFor()
    await isFineAs('reconciliation')
    await link.click()
    await page.waitForURL(/\/orders\/ord_/)
  })

  it('discrepancies and settlement by day are available as CSV', async () => {
    const { id } = await reconcileNow(world, { dry: true })
    const { page } = await visit(`/money/reconciliations/${id}`)
    const tableOf = async (name: string): Promise<string[]> => {
      const path = await page.getByRole('link', { name, exact: true }).getAttribute('href')
      const answer = await page.request.get(new URL(path ?? '', world.url).href)
      expect(answer.headers()['content-type']).toContain('text/csv')
      return (await answer.text()).trimEnd().split('\r\n')
    }
    const discrepancies = await tableOf('Discrepancies as CSV')
    expect(discrepancies[0]).toMatch(/^id,kind,action,order_id/)
    expect(discrepancies.find((line) => line.includes(',D-'))).toMatch(
      /missed_event,would_be_repaired/,
    )
    const settlement = await tableOf('Export as CSV')
    expect(settlement[0]).toMatch(/^day,currency,ledger_payments/)
    expect(settlement.length).toBeGreaterThan(1)
  })

  it('an operator starts a run for chosen days, watches it finish, and finds it in the list', async () => {
    const { page, press, sees } = await visit('/money')
    await press('Start a reconciliation…')
    const day = today(world)
    await page.getByRole('dialog').getByLabel('From').fill(day)
    await page.getByRole('dialog').getByLabel('To').fill(day)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/\/money\/reconciliations\/rec_/)
    await sees('A gateway event did not arrive')
    await page.getByText('Done', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Money' }).first().click()
    await page
      .getByRole('link', { name: /^Repaired: \d/ })
      .first()
      .waitFor()
  })

  it('the dialog explains invalid days', async () => {
    const { page, press, sees } = await visit('/money')
    await press('Start a reconciliation…')
    await page.getByRole('dialog').getByLabel('From').fill('2026-01-02')
    await page.getByRole('dialog').getByLabel('To').fill('2026-01-01')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await sees(/Is before the first day/)
  })

  it('a run starts also when the stores load after the dialog opens', async () => {
    const { page, press, sees } = await visit('/money')
    const answer = await held(page, '**/operator/v1/stores?**')
    await page.goto(page.url(), { waitUntil: 'commit' })
    await press('Start a reconciliation…')
    await page.getByRole('dialog').getByRole('checkbox').check()
    answer()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/\/money\/reconciliations\//)
    await sees('Reconciliation started.')
  })

  it('a viewer cannot start a run', async () => {
    const before = await world.api('GET', '/v1/reconciliations')
    const { page, press, sees } = await visit('/money', { role: 'viewer' })
    await press('Start a reconciliation…')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await sees(/not allowed|may not/i)
    const after = await world.api('GET', '/v1/reconciliations')
    expect(after.body.data.length).toBe(before.body.data.length)
  })

  it('an operator stops a run and resumes it', async () => {
    const { id } = await reconcileNow(world, { dry: true })
    const { query } = world.puente.ctx.db
    await query
      .updateTable('reconciliations')
      .set({ state: 'running', ended_at: null })
      .where('id', '=', id)
      .execute()
    const { page, press, sees } = await visit(`/money/reconciliations/${id}`)
    await press('Stop')
    await sees('Stopped.')
    await page.getByText('Stopped', { exact: true }).waitFor()
    await press('Resume')
    await sees('Resumed.')
    await page.getByText('Done', { exact: true }).waitFor()
  })
})
