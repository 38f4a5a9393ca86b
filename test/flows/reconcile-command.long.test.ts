import { beforeAll, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import { today } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'X' })
})

const run = (more: readonly string[] = []) => {
  const day = today(world)
  const reconcile = commandOf('reconcile', () => settingsOf(world))
  return reconcile('--store', TEST_STORE, '--from', day, '--to', day, ...more)
}

it('the command exits with 0 when nothing is left to do, and with 2 when a discrepancy needs an operator', async () => {
  const missed = await merchant.open()
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(missed.checkoutUrl)
  await settled(world)
  const dry = await run(['--dry', '--json'])
  expect(JSON.parse(dry.stdout)).toMatchObject({
    summary: [{ kind: 'missed_event', action: 'would_be_repaired', count: 1 }],
  })
  expect(dry.exitCode).toBe(0)
  expect((await run()).exitCode).toBe(0)
  await settled(world)
  expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No diff') })

  // The gateway lacks this payment.
  await world.puente.ctx.db.query
    .updateTable('payments')
    .set({ gateway_payment_id: 999_999n })
    .where('gateway_payment_id', '=', BigInt(missed.gatewayId))
    .execute()
  const dryAgain = await run(['--dry', '--json'])
  expect(JSON.parse(dryAgain.stdout).summary).toContainEqual(
    expect.objectContaining({ action: 'would_be_for_a_person' }),
  )
  expect(dryAgain.exitCode).toBe(2)
  expect((await run()).exitCode).toBe(2)
})

it('the command exits with 1 when it cannot start, and says why', async () => {
  const reconcile = commandOf('reconcile', () => settingsOf(world))
  const { exitCode, stderr } = await reconcile(
    ...['--store', 'nobody', '--from', today(world), '--to', today(world)],
  )
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('there is no store "nobody"')])
})
