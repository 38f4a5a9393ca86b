import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src/runtime/log/log.ts'
import { anyOf } from '../../../src/runtime/postgres/database.ts'
import { settingsOf } from '../../support/command.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { mailSettings } from '../../support/mailed-world.ts'
import { openTestDb } from '../../support/open-db.ts'
import { orderMadeAtPuente } from '../../support/payment-request.ts'
import { startPuenteProcess } from '../../support/puente-process.ts'
import { worldForTest } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const ORDERS = 30
const KILLS = 4

it('a Puente that is killed while it sends receipts sends none twice and forgets none', async () => {
  const mail = await startMailServer()
  const world = await worldForTest(mailSettings(mail))
  const made = await Promise.all(
    Array.from({ length: ORDERS }, (_, index) =>
      orderMadeAtPuente(world, TEST_STORE, { customer: { email: `killed${index}@example.hn` } }),
    ),
  )
  await world.puente.close()
  const settings = {
    ...settingsOf(world),
    PORT: String(world.settings.PORT),
    ...mailSettings(mail),
  }
  const log = createLog({ level: 'silent', service: 'test' })
  const db = await openTestDb({ databaseUrl: world.databaseUrl, log })
  let running = await startPuenteProcess(world.url, settings)
  onTestFinished(async () => {
    await running.kill()
    await db.close()
    await mail.close()
  })
  // A slow answer widens the window in which a kill leaves a mail unconfirmed.
  mail.rules.beforeAnswer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return undefined
  }
  await Promise.all(made.map(({ checkoutUrl }) => world.pay(checkoutUrl)))
  for (let kills = 0; kills < KILLS; kills++) {
    const before = mail.mails.length
    await eventually(async () => mail.mails.length > before)
    await running.kill()
    running = await startPuenteProcess(world.url, settings)
  }
  mail.rules.beforeAnswer = undefined
  const orderIds = made.map(({ order }) => order.id)
  const rows = await eventually(async () => {
    const all = await db.query
      .selectFrom('customer_mails')
      .selectAll()
      .where('order_id', '=', anyOf(orderIds))
      .execute()
    const isOver = all.every(({ state }) => state === 'sent' || state === 'unknown')
    return all.length === ORDERS && isOver && all
  })
  const copies = (address: string) => mail.mails.filter(({ to }) => to.includes(address)).length
  for (const { state, to_address } of rows) {
    const address = to_address ?? ''
    if (state === 'sent') expect([address, copies(address)]).toEqual([address, 1])
    else expect(copies(address)).toBeLessThanOrEqual(1)
  }
  expect(rows.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(KILLS * 2)
  expect(mail.mails.length).toBeGreaterThanOrEqual(ORDERS - KILLS * 2)
})
