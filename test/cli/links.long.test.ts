import { expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const links = (...words: readonly string[]) =>
  commandOf('puente', () => settingsOf(world))('links', ...words)

it('puente links creates, lists, closes and reopens a payment link', async () => {
  const added = await links(
    ...['add', 'Taller de café', '--store', TEST_STORE, '--amount', 'L 1,250.50'],
    ...['--stock', '20', '--ask', 'name,table?', '--ends', '2040-01-31T18:00:00-06:00'],
  )
  expect(added.stderr).toBe('')
  const id = /plk_\w+/.exec(added.stdout)?.[0] ?? ''
  const url = /http\S+\/l\/\S+/.exec(added.stdout)?.[0] ?? ''
  expect((await fetch(url)).status).toBe(200)

  const listed = await links('list', '--json')
  expect(JSON.parse(listed.stdout).data).toMatchObject([
    {
      id,
      name: 'Taller de café',
      amount: '1250.50',
      currency: 'HNL',
      stock: 20,
      left: 20,
      fields: { name: 'required', table: 'optional' },
      ends_at: '2040-02-01T00:00:00.000Z',
      state: 'open',
    },
  ])
  expect((await links('list')).stdout).toContain('Taller de café')

  expect((await links('close', id)).stdout).toContain('Closed the payment link')
  expect((await fetch(url)).status).toBe(410)
  expect((await links('open', id)).stdout).toContain('Reopened')
  expect((await fetch(url)).status).toBe(200)
})

it('puente links add refuses wrong terms with a reason, and creates nothing', async () => {
  const before = (await links('list', '--json')).stdout
  for (const [words, reason, exitCode] of [
    [['--amount', '1,450'], /1450\.00/, 1],
    [['--amount', '5', '--currency', 'Lps'], /--currency/, 1],
    [['--amount', '5', '--min', '2'], /fixed amount/, 1],
    [['--min', '9', '--max', '2'], /highest/, 1],
    [['--ask', 'shoe'], /name, email, phone/, 2],
    [['--stock', '0'], /1 to 100000/, 2],
  ] as const) {
    const refused = await links('add', 'Rifa', '--store', TEST_STORE, ...words)
    expect([refused.exitCode, refused.stderr]).toEqual([exitCode, expect.stringMatching(reason)])
  }
  expect((await links('list', '--json')).stdout).toBe(before)
  const unknown = await links('close', 'plk_x')
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringMatching(/no payment link/)])
})
