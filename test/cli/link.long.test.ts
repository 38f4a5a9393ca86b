import { expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))

it('puente link prints a pay link that the customer can pay', async () => {
  const { exitCode, stdout } = await puente('link', 'L 320.50', 'Café', '--reference', 'F-1001')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('L 320.50 · Café · F-1001')
  const [payUrl = ''] = /http\S+\/pay\/\S+/.exec(stdout) ?? []
  const link = await fetch(payUrl, { redirect: 'manual' })
  await world.pay(link.headers.get('location') ?? '')
  await eventually(async () => {
    const { body } = await world.api('GET', '/v1/payment-requests')
    return body.data[0].state === 'paid' && body.data[0].reference === 'F-1001'
  })
})

it('puente link creates one link for a repeated key', async () => {
  const ids = []
  for (const _ of ['once', 'again']) {
    const { exitCode, stdout } = await puente('link', '75', '--key', 'k-1', '--json')
    expect(exitCode).toBe(0)
    ids.push(JSON.parse(stdout).id)
  }
  expect(new Set(ids).size).toBe(1)
  const other = await puente('link', '80', '--key', 'k-1')
  expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('--key')])
})

it.each([
  ['an ambiguous amount', ['1,250'], 2, 'two ways'],
  ['no amount', ['doscientos'], 2, 'amount'],
  ['an unknown currency', ['20', '--currency', 'XXY'], 2, '--currency'],
  ['an expiry in words', ['20', '--expires', 'tomorrow'], 2, '3d'],
  ['an unknown store', ['20', '--store', 'nowhere'], 1, 'no store "nowhere"'],
])('puente link rejects %s', async (_, args, code, words) => {
  const { exitCode, stderr } = await puente('link', ...args)
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)])
})

it('puente link names the store that gets the money', async () => {
  const { stdout } = await puente('link', '20', '--store', TEST_STORE, '--expires', '3d', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ state: 'open', expires_at: expect.any(String) })
})
