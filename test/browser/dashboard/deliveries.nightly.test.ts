import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { deliver } from '../../support/gateway-events.ts'
import { merchantOf, pass } from '../../support/merchant.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { deadPolls, deadTasks } from './failing-work.ts'
import { EVERY_READER, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'E' })

const visit = useVisits(() => world, browser)

const answering = async (page: string) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end(page))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address() as AddressInfo
}

const CARD = '4111111111111111'

describe.skipIf(!browser)('an engineer on call', () => {
  it.each(EVERY_READER)(
    'the screen shows inbound and outbound deliveries with body and responses (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      world.shop.answerNext([500])
      const order = await merchant.paid({
        description: `<b>Café</b> \u202e مرحبا ☕ ${'largo '.repeat(20)}`,
      })
      await eventually(async () => {
        await pass(world, 30)
        const { body } = await world.api('GET', `/v1/notifications?order_id=${order.id}&state=told`)
        return body.data.length > 0
      })
      const { page, press, sees, isFineAs } = await visit('/deliveries', reader)
      await sees('payment.approved')
      const row = page.locator('.delivery-list > li', { hasText: order.id }).first()
      await row.getByText('L 100.00').waitFor()
      await row.getByRole('link', { name: order.id }).waitFor()
      await press(isSpanish ? 'Ver' : 'Show')
      await sees('"payment.approved"')
      await isFineAs('deliveries-in')
      await page.getByRole('tab').nth(1).click()
      await page.getByText('order.paid').first().waitFor()
      await press(isSpanish ? 'Ver' : 'Show')
      await sees('HTTP 500')
      await sees('HTTP 204')
      await sees(
        isSpanish ? 'Puente guarda los intentos 14 días.' : 'Puente keeps attempts for 14 days.',
      )
      await page
        .getByText(isSpanish ? 'Enviado' : 'Sent', { exact: true })
        .first()
        .click()
      await sees('"order.paid"')
      expect(new URL(page.url()).search).toContain('tab=out')
      await isFineAs('deliveries-out')
    },
  )

  it('incoming events are filtered by type and day', async () => {
    const { page, sees, open } = await visit('/deliveries?type=payment.approved')
    await sees('payment.approved')
    await open('/deliveries?type=payment.expired')
    await sees('No results.')
    await open('/deliveries')
    await page.getByLabel('To day').fill('2020-01-31')
    await sees('No results.')
    expect(new URL(page.url()).search).toContain('to=')
  })

  it('notifications are filtered by type and day', async () => {
    await merchant.paid()
    const { page, sees, open } = await visit('/deliveries?tab=out&type=order.paid')
    await sees('order.paid')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Order refunded' }).click()
    await sees('No results.')
    expect(new URL(page.url()).search).toContain('type=order.refunded')
    await open('/deliveries?tab=out')
    await sees('order.paid')
    await page.getByLabel('To day').fill('2020-01-31')
    await sees('No results.')
    expect(new URL(page.url()).search).toContain('to=')
    await open('/deliveries?tab=out&type=order.odd')
    await sees('order.paid')
  })

  it('an answer that is markup is shown as text', async () => {
    const { port } = await answering('<img src=x onerror="document.title=1"><h1>down</h1>')
    const { query } = world.puente.ctx.db
    const url = `http://127.0.0.1:${port}/hooks?token=q1w2e3`
    await query.updateTable('stores').set({ notify_url: url }).execute()
    const { id } = await merchant.paid()
    await eventually(async () => {
      const { body } = await world.api('GET', `/v1/notifications?order_id=${id}`)
      return body.data[0]?.last_error === 'HTTP 500'
    })
    const { page, press, sees, isFineAs } = await visit('/deliveries?tab=out')
    await press('Show')
    await sees(`http://127.0.0.1:${port}/hooks?token=…`)
    await page.getByText('Answer', { exact: true }).first().click()
    await sees('<h1>down</h1>')
    await isFineAs('deliveries-markup')
    expect(await page.content()).not.toContain('q1w2e3')
    await query.updateTable('stores').set({ notify_url: world.shop.url }).execute()
  })

  it('a body shows no card number', async () => {
    const body = `{"id":"card-1","type":"payment.odd","created_at":"2026-05-04 12:00:00","data":{"card":"${CARD}"}}`
    await deliver(world.url, { body })
    const { page, press, sees } = await visit('/deliveries?message=card-1')
    await sees('payment.odd')
    await press('Show')
    await sees('[card number]')
    expect(await page.content()).not.toContain(CARD)
  })

  it('a refused notification is sent again immediately', async () => {
    world.shop.setMode('refuses')
    const { id } = await merchant.paid()
    await eventually(async () => {
      const { body } = await world.api('GET', `/v1/notifications?order_id=${id}`)
      return body.data[0]?.last_error === 'HTTP 503'
    })
    const { press, sees } = await visit('/deliveries?tab=out&state=waiting')
    await sees('HTTP 503')
    world.shop.setMode('as-usual')
    await press('Send now')
    await world.shop.waitFor(({ order }) => order.id === id)
    await sees('No results.')
  })

  it('an unreadable event is processed again', async () => {
    const body = '{"id":"unreadable-1","type":"payment.approved","data":{}}'
    await deliver(world.url, { body })
    await eventually(async () => (await deadTasks(world, 'apply-gateway-event')).length > 0)
    const { press, sees } = await visit('/deliveries?state=given_up')
    await sees('unreadable event')
    await press('Process again')
    await sees('Processing again.')
    await eventually(async () => (await deadTasks(world, 'apply-gateway-event')).length === 2)
  })

  it('a notification that waits for its store has no attempt yet', async () => {
    const { query } = world.puente.ctx.db
    const now = world.puente.ctx.clock.now()
    const paused = { failures: 1, openings: 1, failing_since: now, updated_at: now, paused_at: now }
    const name = `shop:${TEST_STORE}`
    await query
      .insertInto('circuits')
      .values({ name, ...paused })
      .execute()
    onTestFinished(async () => {
      await query.deleteFrom('circuits').where('name', '=', name).execute()
    })
    const { id } = await merchant.paid()
    const { page, sees } = await visit('/deliveries?tab=out&state=waiting')
    const row = page.locator('li', { hasText: id }).first()
    await row.getByRole('button', { name: 'Show' }).click()
    await sees('No attempt yet.')
  })

  it('one dead task is retried', async () => {
    const [id = ''] = await deadPolls({ world, proxy, merchant }, 1)
    const { page, sees } = await visit('/deliveries?tab=tasks&kind=ask-gateway')
    await sees('Check a payment with the gateway')
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await sees('Retried')
  })

  it.each(EVERY_READER)(
    'all dead tasks of a kind are retried after a dry run (%o)',
    async (reader) => {
      const isSpanish = reader.language === 'es'
      const orders = await deadPolls({ world, proxy, merchant }, 3)
      const { page, press, sees, isFineAs } = await visit(
        '/deliveries?tab=tasks&kind=ask-gateway',
        reader,
      )
      await sees(
        isSpanish ? '3 × Consultar un pago a la pasarela' : '3 × Check a payment with the gateway',
      )
      await isFineAs('deliveries-tasks')
      await press(isSpanish ? 'Reintentar 3…' : 'Retry 3…')
      await sees(isSpanish ? '¿Reintentar estas tareas?' : 'Retry these tasks?')
      await isFineAs('deliveries-replay')
      expect((await merchant.read(orders[0] ?? '')).order.status).toBe('awaiting_payment')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: isSpanish ? 'Reintentar 3' : 'Retry 3' })
        .click()
      await sees(isSpanish ? 'Se reintentan 3 tareas.' : 'Retrying 3 tasks.')
      for (const id of orders) await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    },
  )

  it('the keyboard alone leads from tab to tab and into a body', async () => {
    const { page, sees } = await visit('/deliveries')
    await page.getByRole('tab', { name: 'Incoming events' }).focus()
    await page.keyboard.press('ArrowRight')
    await sees('Notifications to the stores, sent and waiting.')
    await page.keyboard.press('ArrowLeft')
    await sees('Webhooks from the gateway and the platforms')
    const show = page.getByRole('button', { name: 'Show' }).first()
    await show.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Body, masked' }).waitFor()
  })

  it('a viewer retries nothing and reads why', async () => {
    const { press, sees } = await visit('/deliveries?tab=out', { role: 'viewer' })
    await sees('order.paid')
    await press('Send again')
    await sees(/not allowed|may not/i)
  })

  it('a broken address shows the valid part of its filters', async () => {
    const { page, sees, isFineAs } = await visit(
      `/deliveries?tab=tasks&state=<b>&store=${'x'.repeat(300)}&kind=<script>`,
    )
    await sees('Given up')
    await page.locator('[role=alert]').first().waitFor()
    await isFineAs('deliveries-broken-address')
  })
})
