import { describe, expect, it } from 'vitest'
import { openAlert } from '../../src/payments/alerts/alerts.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))
const read = async (...args: string[]) => JSON.parse((await puente(...args, '--json')).stdout)

describe('puente orders', () => {
  it('orders lists by store and state, and shows payments and timeline', async () => {
    const merchant = merchantOf(world, { prefix: 'L' })
    const { id, transactionId } = await merchant.paid({ number: '#77' })
    const open = await merchant.open()
    expect((await read('orders', '--store', TEST_STORE, '--state', 'paid')).data).toMatchObject([
      { id, store_id: TEST_STORE, status: 'paid', amount: '100.00' },
    ])
    const { stdout } = await puente('orders', open.id)
    expect(stdout.split('\t').slice(0, 4)).toEqual([open.id, '-', TEST_STORE, 'awaiting_payment'])
    const shown = await read('orders', 'show', '#77')
    expect(shown).toMatchObject({
      order: { id },
      payments: [{ transaction_id: transactionId }],
      refunds: [],
    })
    expect(shown.dashboard_url).toMatch(/\/orders\/ord_\w+$/)
    const [taken] = shown.timeline
    expect(taken).toMatchObject({ kind: 'order_taken', actor: { kind: 'api_key', name: 'first' } })
    const text = (await puente('orders', 'show', '#77')).stdout
    expect(text).toContain('Puente received the order of L 100.00')
    expect(text).toContain('API key "first"')
  })

  it('orders show names all orders that share a number instead of picking one', async () => {
    const apiKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
    await merchantOf(world, { prefix: 'D' }).open({ number: '#5' })
    await merchantOf(world, { prefix: 'E', apiKey }).open({ number: '#5' })
    const { exitCode, stderr, stdout } = await puente('orders', 'show', '#5')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('(tienda)')
    expect(stderr).toContain('(vecina)')
    expect((await read('orders', 'show', '#5', '--store', 'vecina')).store_id).toBe('vecina')
  })

  it('orders exits 2 for an unknown state and names the known ones', async () => {
    const { exitCode, stderr } = await puente('orders', '--state', 'payed')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('awaiting_payment')])
  })
})

describe('puente alerts', () => {
  it('alerts lists open alerts with their amounts, and close removes one', async () => {
    const { ctx } = world.puente
    await openAlert(ctx.db.query, {
      kind: 'refund_refused',
      storeId: TEST_STORE,
      subject: 'ref_1',
      details: { amount: '12.50', currency: 'HNL', words: ['No.'] },
      now: ctx.clock.now(),
    })
    const [alert, ...others] = (await read('alerts', '--kind', 'refund_refused')).data
    expect(others).toEqual([])
    expect(alert).toMatchObject({ store_id: TEST_STORE, amount: '12.50', currency: 'HNL' })
    expect(alert.what).toContain('refund')
    const closed = await puente('alerts', 'close', alert.id)
    expect([closed.exitCode, closed.stdout]).toEqual([
      0,
      expect.stringContaining(`Closed ${alert.id}`),
    ])
    expect((await read('alerts', '--kind', 'refund_refused')).data).toEqual([])
    const again = await puente('alerts', 'close', alert.id)
    expect([again.exitCode, again.stderr.trim()]).toEqual([1, `${alert.id} is already closed.`])
  })
})
