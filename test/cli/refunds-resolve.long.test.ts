import { beforeAll, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { HOUR_SECONDS, type Merchant, merchantOf, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))

let merchant: Merchant
beforeAll(() => {
  merchant = merchantOf(world, { prefix: 'RESOLVE' })
})

/** A partial refund that the portal may have made already. */
const doubtful = async () => {
  const { id, transactionId } = await merchant.paid()
  const { refund } = (await merchant.refundInFull(id, { amount: '10.00' })).body
  await world.control('/sandbox/settle', {})
  await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: '10.00' })
  await pass(world, HOUR_SECONDS)
  await settled(world)
  return { id, refundId: String(refund.id) }
}

const refundsOf = async (id: string): Promise<string[]> =>
  (await merchant.read(id)).refunds.map(
    ({ origin, amount, state }: Json) => `${origin} ${amount} ${state}`,
  )

describe('puente refunds try', () => {
  it('the command runs the next step of a waiting refund, and "orders show" says the step', async () => {
    const { id } = await merchant.paid()
    const { refund } = (await merchant.refundInFull(id, { amount: '10.00' })).body
    await settled(world)
    const shown = (await puente('orders', 'show', id)).stdout
    expect(shown).toContain(`${refund.id}: `)
    expect(shown).toContain('Puente sends it at ')
    await world.control('/sandbox/settle', {})
    const { exitCode, stdout } = await puente('refunds', 'try', refund.id)
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Trying now.')])
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    const again = await puente('refunds', 'try', refund.id)
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toContain('has ended')
    const unknown = await puente('refunds', 'try', 'ref_unknown')
    expect(unknown.stderr).toContain('There is no refund ref_unknown')
  })
})

describe('puente refunds resolve', () => {
  it('--already-made sends no refund, closes the alert and is idempotent', async () => {
    const { id, refundId } = await doubtful()
    expect((await merchant.alertsOf(id)).map(({ todo }) => todo).join()).toContain(
      `puente refunds resolve ${refundId}`,
    )
    for (const _ of ['once', 'again']) {
      const { exitCode, stdout } = await puente('refunds', 'resolve', refundId, '--already-made')
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('was refunded')])
    }
    await settled(world)
    expect(await refundsOf(id)).toEqual(['store 10.00 succeeded', 'portal 10.00 cancelled'])
    expect(await merchant.alertsOf(id)).toEqual([])
    expect(await merchant.keptAtGateway(id)).toBe(90)
  })

  it('--refund-anyway makes a running Puente send the refund once', async () => {
    const { id, refundId } = await doubtful()
    const answer = ['refunds', 'resolve', refundId, '--refund-anyway', '--json']
    const { exitCode, stdout } = await puente(...answer)
    expect([exitCode, JSON.parse(stdout).refund]).toMatchObject([0, { id: refundId }])
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    await settled(world)
    expect(await refundsOf(id)).toEqual(['store 10.00 succeeded', 'portal 10.00 succeeded'])
    expect(await merchant.keptAtGateway(id)).toBe(80)
  })

  it.each([
    ['no answer', [], 'Give one of --already-made and --refund-anyway'],
    ['both answers', ['--already-made', '--refund-anyway'], 'cannot be used with'],
  ])('a command with %s changes nothing', async (_, answers, words) => {
    const { id, refundId } = await doubtful()
    const { exitCode, stderr } = await puente('refunds', 'resolve', refundId, ...answers)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)])
    expect(await refundsOf(id)).toEqual(['store 10.00 waiting', 'portal 10.00 succeeded'])
  })

  it('the command rejects an unknown refund or one that needs no answer', async () => {
    const unknown = await puente('refunds', 'resolve', 'ref_unknown', '--already-made')
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('There is no refund ref_unknown'),
    ])
    const { id } = await merchant.paid()
    const { refund } = (await merchant.refundInFull(id, { amount: '5.00' })).body
    const early = await puente('refunds', 'resolve', refund.id, '--refund-anyway')
    expect(early.exitCode).toBe(1)
    const elsewhere = await puente('refunds', 'resolve', refund.id, '--already-made')
    expect(elsewhere.exitCode).toBe(1)
    expect(await refundsOf(id)).toEqual(['store 5.00 waiting'])
  })
})
