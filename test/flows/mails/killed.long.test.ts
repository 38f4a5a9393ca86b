import { expect, it } from 'vitest'
import { startMailServer } from '../../support/mail-server.ts'
import { mailRows, mailSettings } from '../../support/mailed-world.ts'
import { orderMadeAtPuente } from '../../support/payment-request.ts'
import { startPuenteOf } from '../../support/puente-process.ts'
import { worldForTest } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const ORDERS = 40
const KILLS = 4

it('a Puente that is killed while it sends receipts sends none twice and forgets none', async () => {
  const mail = await startMailServer()
  const world = await worldForTest(mailSettings(mail))
  const made = await Promise.all(
    Array.from({ length: ORDERS }, async (_, index) => {
      const customer = { email: `killed${index}@example.hn` }
      return orderMadeAtPuente(world, TEST_STORE, { customer })
    }),
  )
  await world.puente.close()
  // A slow answer widens the moment in which a kill leaves a mail in doubt.
  mail.rules.beforeAnswer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    return undefined
  }
  for (const { checkoutUrl } of made) await world.pay(checkoutUrl)
  let killed = 0
  let process = await startPuenteOf(world)
  while (killed < KILLS) {
    const before = mail.mails.length
    await eventually(async () => mail.mails.length > before)
    await process.kill()
    killed += 1
    process = await startPuenteOf(world)
  }
  mail.rules.beforeAnswer = undefined
  const rows = await eventually(async () => {
    const all = await Promise.all(made.map(({ order }) => mailRows(world, order.id)))
    const states = all.map(([row]) => row?.state)
    return states.every((state) => state === 'sent' || state === 'unknown') && all.flat()
  })
  await process.stop()
  await mail.close()
  expect(rows).toHaveLength(ORDERS)
  const copies = (address: string) => mail.mails.filter(({ to }) => to.includes(address)).length
  for (const row of rows) {
    const address = row.to_address ?? ''
    if (row.state === 'sent') expect([address, copies(address)]).toEqual([address, 1])
    else expect(copies(address)).toBeLessThanOrEqual(1)
  }
  expect(rows.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(KILLS * 4)
})
