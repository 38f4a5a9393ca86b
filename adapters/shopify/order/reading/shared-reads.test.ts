import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

test('an order opened repeatedly is read every two seconds, without a delay for other orders', async () => {
  let now = 0
  const asked: string[] = []
  const share = createSharedReads(() => now)
  const open = (order: string) =>
    share(order, async () => {
      asked.push(order)
      return { outcome: 'done', value: null }
    })
  for (let time = 1; time <= 50; time++) await open('one')
  expect(asked).toHaveLength(5)
  await open('other')
  expect(asked.at(-1)).toBe('other')
  now = 2_000
  for (let time = 1; time <= 50; time++) await open('one')
  expect(asked.filter((order) => order === 'one')).toHaveLength(6)
  now = 60_000
  for (let time = 1; time <= 3; time++) await open('one')
  expect(asked.filter((order) => order === 'one')).toHaveLength(9)
})
