import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAlert } from '../../../src/payments/alerts/alerts.ts'
import { merchantOf } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, held, useVisits, visitorOf } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

/** Changes wait for a load in flight, then refetch. */
const LONGER_THAN_CHANGES_WAIT_MS = 8_000

const paidTwice = (prefix: string) => merchantOf(world, { prefix }).paidTwice()

// Without an order, home shows the first steps instead.
beforeAll(async () => {
  if (browser) await merchantOf(world, { prefix: 'ANY' }).open()
})

const closeAll = () =>
  world.puente.ctx.db.query
    .updateTable('alerts')
    .set({ closed_at: new Date() })
    .where('closed_at', 'is', null)
    .execute()

describe.skipIf(!browser)('home of an operator', () => {
  it.each(EVERY_READER)(
    'home shows that nothing needs attention, and on what evidence (%o)',
    async (reader) => {
      await closeAll()
      const { sees, isFineAs } = await visit('/', reader)
      await sees(reader.language === 'es' ? 'Nada por revisar' : 'Nothing needs attention')
      await sees(
        reader.language === 'es'
          ? 'La tienda y su pasarela responden.'
          : 'The store and its gateway are reachable.',
      )
      await isFineAs('calm')
    },
  )

  it.each(EVERY_READER)(
    'home shows an order paid twice, with the money at stake (%o)',
    async (reader) => {
      await closeAll()
      await paidTwice(`HOME-${reader.language}-${reader.size}`)
      const { page, sees, isFineAs } = await visit('/', reader)
      await sees(reader.language === 'es' ? '1 asunto por revisar.' : '1 item needs attention.')
      await page.locator('.at-stake', { hasText: 'L 100.00' }).waitFor()
      expect(await page.locator('main').innerText()).not.toMatch(/POST|puente refund/)
      await isFineAs('attention')
    },
  )

  it('the alert leads to the refund of the right payment and is gone two clicks later', async () => {
    await closeAll()
    const merchant = merchantOf(world, { prefix: 'CURE' })
    const { id, duplicate } = await merchant.paidTwice()
    const { page, press, sees } = await visit('/')
    await page.getByRole('link', { name: 'Refund…' }).click()
    await press('Refund L 100.00')
    await eventually(async () => {
      const { order, payments } = await merchant.read(id)
      const refunded = payments.find((each: Json) => each.id === duplicate.id)
      return order.conflict === null && refunded.state === 'voided'
    })
    expect((await merchant.read(id)).order.status).toBe('paid')
    await page.getByRole('link', { name: 'Home' }).click()
    await sees('Nothing needs attention')
  })

  it("home and the order's screen name the duplicate payment", async () => {
    await closeAll()
    await paidTwice('NAMED')
    const { page, sees, isFineAs } = await visit('/')
    await sees(/^Refund L.100\.00 of attempt/)
    await page.getByRole('link', { name: 'Refund…' }).click()
    await page.keyboard.press('Escape')
    await page.locator('.payment', { hasText: 'Duplicate payment' }).waitFor()
    expect(await page.locator('.payment', { hasText: 'Duplicate payment' }).count()).toBe(1)
    await isFineAs('order-paid-twice')
  })

  it('an alert links its order, its customer and its payment, and names the sum', async () => {
    await closeAll()
    const customer = { name: '<b>Ana</b> Mejía', email: 'ana+1@example.com' }
    const { id } = await merchantOf(world, { prefix: 'LINKS' }).paidTwice({ customer })
    const { page } = await visit('/')
    const card = page.locator('.card.group')
    await card.getByText('L 100.00', { exact: true }).first().waitFor()
    await card.getByRole('link', { name: '<b>Ana</b> Mejía' }).click()
    await page.waitForURL(/\/orders\?search=ana%2B1%40example\.com/)
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await page.getByRole('link', { name: id, exact: true }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.goBack()
    await card.getByRole('link', { name: 'Payment', exact: true }).click()
    await page.waitForURL(/#pay_/)
    const payment = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
    await payment.getByText('Duplicate payment').waitFor()
    await page.goBack()
    await card.getByRole('link', { name: `Order ${id}` }).click()
    await page.getByRole('heading', { level: 1, name: id }).waitFor()
  })

  it.each(EVERY_READER)(
    'the orders of an outage and of a group of alerts are shown, and no others (%o)',
    async (reader) => {
      await closeAll()
      const { db, clock } = world.puente.ctx
      const isSpanish = reader.language === 'es'
      const merchant = merchantOf(world, { prefix: `OUT-${reader.language}-${reader.size}` })
      const reused = [(await merchant.paid()).id, (await merchant.paid()).id]
      for (const external of reused) {
        const { id } = await db.query
          .selectFrom('orders')
          .select('id')
          .where('external_id', '=', external)
          .executeTakeFirstOrThrow()
        const about = { kind: 'order_id_reused', storeId: TEST_STORE, subject: id } as const
        await openAlert(db.query, { ...about, orderId: id, now: clock.now(), details: {} })
      }
      await settled(world)
      world.shop.setMode('refuses')
      const waiting: string[] = []
      for (let n = 0; n < 3; n++) waiting.push((await merchant.paid()).id)
      await eventually(
        async () => (await db.query.selectFrom('circuits').selectAll().execute()).length > 0,
      )
      const about = { kind: 'shop_unreachable', storeId: TEST_STORE, subject: TEST_STORE } as const
      const details = { since: clock.now().toISOString(), last_error: 'HTTP 503' }
      await openAlert(db.query, { ...about, now: clock.now(), details })
      const { page, press, sees, isFineAs } = await visit('/', reader)
      const shown = async (count: number) => {
        const lines = page.locator('.lines > li')
        await lines.nth(count - 1).waitFor()
        expect(await lines.count()).toBe(count)
        const links = lines.getByRole('link', { name: /^(?:Order|Pedido) / })
        return (await links.allInnerTexts()).map((text) => text.replace(/^\S+ /, '')).sort()
      }
      await press(isSpanish ? 'Ver los 3 pedidos' : 'Show the 3 orders')
      expect(await shown(3)).toEqual(waiting.toSorted())
      await sees(/HTTP 503/)
      await isFineAs('attention-outage')
      await press(isSpanish ? 'Ocultar' : 'Hide')
      await press(isSpanish ? 'Ver los 2 pedidos' : 'Show the 2 orders')
      expect(await shown(2)).toEqual(reused.toSorted())
      await isFineAs('attention-group')
      world.shop.setMode('as-usual')
    },
  )

  it('the group in the address is open, and no other', async () => {
    await closeAll()
    const { query } = world.puente.ctx.db
    const alertsOf = (kind: 'payment_without_order' | 'order_paid_other_amount') =>
      Array.from({ length: 24 }, (_, n) => ({
        store_id: TEST_STORE,
        kind,
        subject: `payment:${kind}${n}`,
        details: JSON.stringify({ amount: '10.00', currency: 'HNL' }),
        opened_at: new Date(),
      }))
    await query.insertInto('alerts').values(alertsOf('payment_without_order')).execute()
    await query.insertInto('alerts').values(alertsOf('order_paid_other_amount')).execute()
    const { page, sees } = await visit(`/?group=payment_without_order@${TEST_STORE}`)
    await sees('2 items need attention.')
    const opened = page.locator('.group[aria-current]')
    await opened.locator('.lines > li').nth(19).waitFor()
    expect(await page.locator('.group .lines').count()).toBe(1)
    await eventually(async () => {
      const box = await opened.boundingBox()
      return box !== null && box.y >= 0 && box.y < 200
    })
  })

  it('an open page shows new alerts and notes of other operators within moments', async () => {
    await closeAll()
    const { sees } = await visit('/')
    await sees('Nothing needs attention')
    await paidTwice('LIVE')
    await sees('1 item needs attention.')
    const other = await visitorOf(world, browser)
    await other.open('/')
    await other.press('Assign or add a note')
    await other.page.getByRole('combobox', { name: 'Assigned to' }).click()
    await other.page.getByRole('option').first().getByText('(me)').waitFor()
    await other.page.getByRole('option').first().click()
    await other.page.getByLabel('Note').fill('I call the customer')
    await other.press('Save')
    await sees('I call the customer')
    await sees('Assigned to')
    await other.leave()
  })

  it('an operator who goes back before a refund is answered stays there', async () => {
    await closeAll()
    await paidTwice('LEAVES')
    const { page, press, sees } = await visit('/')
    await page.getByRole('link', { name: 'Refund…' }).click()
    await page.getByRole('dialog').getByText('L 100.00').first().waitFor()
    const answer = await held(page, '**/operator/v1/orders/*/refunds')
    await press('Refund L 100.00')
    await page.goBack()
    await sees('1 item needs attention.')
    answer()
    await sees('Nothing needs attention')
    await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {})
    expect(new URL(page.url()).pathname).toBe('/')
    await sees('Nothing needs attention')
  })

  it('an alert that opens while the page first loads is shown once the load ends', async () => {
    await closeAll()
    const { page, sees } = await visitorOf(world, browser)
    const read = Promise.withResolvers<void>()
    const isLoaded = Promise.withResolvers<void>()
    await page.route(
      '**/operator/v1/alert-groups',
      async (route) => {
        const response = await route.fetch()
        read.resolve()
        await isLoaded.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(world.url)
    await read.promise
    await paidTwice('FIRST')
    await pause(LONGER_THAN_CHANGES_WAIT_MS)
    isLoaded.resolve()
    await sees('1 item needs attention.')
  })

  it('an alert keeps the name of an assignee who left, even when only the note changes', async () => {
    await closeAll()
    await paidTwice('LEFT')
    const { query } = world.puente.ctx.db
    await query.updateTable('alerts').set({ assigned_to: 'Nora' }).execute()
    const { page, press, sees } = await visit('/', { role: 'operator' })
    await sees('Nora')
    await press('Change')
    expect(await page.getByRole('combobox', { name: 'Assigned to' }).inputValue()).toBe('Nora')
    await page.getByLabel('Note').fill('She has called')
    await press('Save')
    await sees('She has called')
    await sees('Nora')
  })

  it.each(EVERY_READER)(
    'one button notifies a store of all orders that differ, after a dry run (%o)',
    async (reader) => {
      await closeAll()
      const merchant = merchantOf(world, { prefix: `ALL-${reader.language}-${reader.size}` })
      const ids = [(await merchant.paid()).id, (await merchant.paid()).id]
      await eventually(async () => ids.every((id) => merchant.notifications(id).length === 1))
      const { query, now } = { query: world.puente.ctx.db.query, now: new Date() }
      const orders = await query
        .selectFrom('orders')
        .select('id')
        .where('external_id', 'in', ids)
        .execute()
      for (const { id: orderId } of orders) {
        const about = { kind: 'store_disagrees', storeId: TEST_STORE, subject: orderId } as const
        await openAlert(query, { ...about, orderId, now, details: {} })
      }
      const { page, press, sees, isFineAs } = await visit('/', reader)
      const isSpanish = reader.language === 'es'
      await press(
        isSpanish ? /^Avisar de nuevo a la tienda sobre los 2/ : /^Notify the store of all 2/,
      )
      await sees(isSpanish ? /^2 pedidos, L.200\.00$/ : /^2 orders, L.200\.00$/)
      await isFineAs('open-notify-store', { fullPage: false })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: isSpanish ? 'Avisar a la tienda' : 'Notify the store' })
        .click()
      await sees(
        isSpanish ? 'Se avisa a la tienda sobre 2 pedidos.' : 'Notifying the store of 2 orders.',
      )
      await eventually(async () =>
        ids.every(
          (id) => world.shop.messages.filter(({ order }: Json) => order.id === id).length === 2,
        ),
      )
    },
  )

  it('the keyboard alone leads into the note form and back to the alert', async () => {
    await closeAll()
    await paidTwice('KEYS')
    const { page } = await visit('/')
    const button = page.getByRole('button', { name: 'Assign or add a note' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Assigned to' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    const change = page.getByRole('button', { name: 'Change' })
    await change.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await change.and(page.locator(':focus')).waitFor()
  })

  it('the list of assignees shows that it loads, and opens once the members arrive', async () => {
    await closeAll()
    await paidTwice('SLOW')
    const { page, press } = await visit('/')
    const answer = await held(page, '**/operator/v1/stores/*/people')
    await press('Assign or add a note')
    await page.getByRole('combobox', { name: 'Assigned to' }).click()
    const loader = page.locator('form .mantine-Loader-root')
    await loader.waitFor()
    answer()
    await page.getByRole('option').first().waitFor()
    expect(await loader.count()).toBe(0)
  })

  it('ten thousand alerts of one cause count as one item, and page reliably while more arrive', async () => {
    await closeAll()
    const { query } = world.puente.ctx.db
    const alert = (n: number) => ({
      store_id: TEST_STORE,
      kind: 'payment_without_order' as const,
      subject: `payment:${n}`,
      details: JSON.stringify({ amount: '10.00', currency: 'HNL' }),
      opened_at: new Date(),
    })
    await query
      .insertInto('alerts')
      .values(Array.from({ length: 10_000 }, (_, n) => alert(n)))
      .execute()
    const { page, sees, press } = await visit('/')
    await page.clock.install()
    await page.reload()
    await sees('1 item needs attention.')
    await press(/^Show/)
    const lines = page.locator('.lines > li')
    await lines.first().waitFor()
    // Paused, so that a slow machine runs into no timeout, at a time that it cannot have passed.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await page.route(
      /alerts\?.*cursor=/,
      async (route) => {
        await merchantOf(world, { prefix: 'W' }).paid()
        await pause(500)
        await page.clock.runFor(1_500)
        await route.continue()
      },
      { times: 1 },
    )
    await press('Show more')
    await eventually(async () => {
      await page.clock.runFor(1)
      return (await lines.count()) > 25
    })
  })
})
