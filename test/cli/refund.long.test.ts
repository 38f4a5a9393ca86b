import { describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))

describe('puente refund', () => {
  it('refund asks for --yes without a terminal, and moves no money', async () => {
    const merchant = merchantOf(world, { prefix: 'Q' })
    const { id } = await merchant.paid()
    const { exitCode, stderr } = await puente('refund', id)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(stderr).toContain('L 100.00')
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('refund makes one full refund per key', async () => {
    const merchant = merchantOf(world, { prefix: 'P' })
    const { id } = await merchant.paid()
    const ids: string[] = []
    for (const _ of ['once', 'again']) {
      const { exitCode, stdout } = await puente('refund', id, '--key', 'k-1', '--yes', '--json')
      const { refund } = JSON.parse(stdout)
      expect([exitCode, refund]).toMatchObject([
        0,
        { amount: '100.00', state: 'succeeded', origin: 'operator' },
      ])
      ids.push(refund.id)
    }
    expect(new Set(ids).size).toBe(1)
    expect(await merchant.keptAtGateway(id)).toBe(0)
    const asked = (await merchant.timeline(id)).find(({ kind }) => kind === 'refund_pending')
    expect(asked?.actor).toEqual({ kind: 'command_line', text: 'línea de comandos' })
  })

  it('refund exits 2 for a partial refund that the gateway cannot make yet', async () => {
    const merchant = merchantOf(world, { prefix: 'T' })
    const { id } = await merchant.paid()
    const { exitCode, stdout } = await puente('refund', id, '--amount', '12.50', '--yes')
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('retries automatically')])
    expect(stdout).toContain('L 12.50')
  })

  it.each([
    ['more than is left', ['--amount', '100.01'], 1, 'above what is left'],
    ['an amount that can be read in two ways', ['--amount', '1,450'], 2, 'two ways'],
    ['a payment of no such order', ['--payment', 'pay_nobody'], 1, 'no payment pay_nobody'],
  ])('refund rejects %s and moves no money', async (_, args, code, words) => {
    const merchant = merchantOf(world, { prefix: 'R' })
    const { id } = await merchant.paid()
    const { exitCode, stderr } = await puente('refund', id, '--yes', ...args)
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)])
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('refund says that nothing is left before it asks, and exits 1', async () => {
    const merchant = merchantOf(world, { prefix: 'N' })
    const { id } = await merchant.paid()
    await merchant.refundInFull(id)
    for (const yes of [[], ['--yes']]) {
      const { exitCode, stdout, stderr } = await puente('refund', id, ...yes)
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^The (whole charge was already refunded|charge was voided)\. /)
      expect(stderr).not.toContain('--yes')
    }
  })

  it('refund rejects an unpaid order', async () => {
    const { id } = await merchantOf(world, { prefix: 'U' }).open()
    const { exitCode, stderr } = await puente('refund', id, '--yes')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('The order is not paid')])
  })
})

describe('puente open', () => {
  it('open prints the dashboard URL and the pay link of an order', async () => {
    const { id, payUrl } = await merchantOf(world, { prefix: 'W' }).open()
    expect((await puente('open', id, '--pay')).stdout).toBe(`${payUrl}\n`)
    const shown = await puente('open', id, '--json')
    const { dashboard_url: dashboardUrl, pay_url } = JSON.parse(shown.stdout)
    expect(pay_url).toBe(payUrl)
    expect((await puente('open', id)).stdout).toBe(`${dashboardUrl}\n`)
    expect(new URL(dashboardUrl).pathname).toMatch(/^\/orders\/ord_\w+$/)
  })
})
