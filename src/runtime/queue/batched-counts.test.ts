import { expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createBatchedCounts } from './batched-counts.ts'

interface Counted {
  what: string
  count: number
}

const open = ({ failures = 0, mostKeys }: { failures?: number; mostKeys?: number } = {}) => {
  const written: Counted[] = []
  let left = failures
  const counts = createBatchedCounts<Counted>({
    log: createLog({ level: 'silent', service: 'test' }),
    everyMs: 60_000,
    keyOf: ({ what }) => what,
    sum: (known, added) => ({ ...known, count: known.count + added.count }),
    write: async (rows) => {
      if (left-- > 0) throw new Error('no database')
      written.push(...rows)
    },
    failure: 'not written',
    ...(mostKeys !== undefined && {
      bound: { mostKeys, as: (row: Counted) => ({ ...row, what: 'other' }) },
    }),
  })
  return { counts, written }
}

const totalOf = (written: readonly Counted[], what: string): number =>
  written.filter((row) => row.what === what).reduce((sum, { count }) => sum + count, 0)

it('counts of one key are one row, and closing writes what is left', async () => {
  const { counts, written } = open()
  // The first is written at once.
  counts.add({ what: 'first', count: 1 })
  for (let n = 0; n < 3; n++) counts.add({ what: 'a', count: 1 })
  await counts.close()
  expect(written).toContainEqual({ what: 'a', count: 3 })
  expect(totalOf(written, 'first')).toBe(1)
})

it('counts of a failed write are added to the next one', async () => {
  const { counts, written } = open({ failures: 1 })
  counts.add({ what: 'a', count: 1 })
  counts.add({ what: 'a', count: 1 })
  await counts.close()
  expect(totalOf(written, 'a')).toBe(2)
})

it('rows beyond the allowed keys count together until the next write', async () => {
  const { counts, written } = open({ mostKeys: 2 })
  counts.add({ what: 'first', count: 1 })
  for (const what of ['a', 'b', 'c', 'a']) counts.add({ what, count: 1 })
  await counts.close()
  const totals = ['a', 'b', 'c', 'other'].map((what) => totalOf(written, what))
  expect(totals).toEqual([2, 1, 0, 1])
})
