import { beforeAll, describe, expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))
let paid: string

beforeAll(async () => {
  const merchant = merchantOf(world, { prefix: 'J' })
  const customer = { name: 'Ana Mejía', email: 'ana@example.com', phone: '+504 9999-1234' }
  paid = (await merchant.paid({ amount: '320.50', customer })).id
  await settled(world)
})

describe('puente customers', () => {
  it('puente customers finds a customer by a phone in any form', async () => {
    const found = await puente('customers', '9999 1234', '--json')
    expect([found.exitCode, found.stderr]).toEqual([0, ''])
    expect(JSON.parse(found.stdout).data).toMatchObject([
      { customer: { name: 'Ana Mejía' }, order_count: 1 },
    ])
    const none = await puente('customers', 'nadie', '--json')
    expect(JSON.parse(none.stdout)).toEqual({ data: [] })
  })
})

describe('puente journal', () => {
  it('puente journal prints a balanced journal as CSV, with Spanish account names', async () => {
    // The command reads the clock of the machine, the world another one.
    const now = new Date()
    await world.puente.ctx.db.query.updateTable('payments').set({ paid_at: now }).execute()
    const day = hondurasDayOf(now)
    const window = ['--from', day, '--to', day, '--store', TEST_STORE]
    const printed = await puente('journal', ...window, '--language', 'es')
    expect([printed.exitCode, printed.stderr]).toEqual([0, ''])
    const [header, ...lines] = printed.stdout.trim().split('\r\n')
    expect(header).toMatch(/^entry,day,at,kind,.*,debit,credit,currency$/)
    expect(lines.map((line) => line.split(',').slice(-5))).toEqual([
      ['gateway_receivable', 'Por cobrar a la pasarela', '320.50', '', 'HNL'],
      ['sales', 'Ventas', '', '320.50', 'HNL'],
    ])
    expect(lines.every((line) => line.includes(`,${day},`) && line.includes(paid))).toBe(true)
  })

  it('puente journal refuses days in the wrong order', async () => {
    const refused = await puente('journal', '--from', '2026-05-02', '--to', '2026-05-01')
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--to')])
  })
})
