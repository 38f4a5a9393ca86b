import { expect, it } from 'vitest'
import { StoreId } from '../../../domain/ids.ts'
import { judgeLevels, missedLevels } from './service-level.ts'

const work = (id: string, counts: Partial<Record<string, number>> = {}) => ({
  store_id: StoreId.parse(id),
  events: 0,
  tasks: 0,
  notifications: 0,
  late: 0,
  late_after_failure: 0,
  ...counts,
})
const level = { percent: 99 }

it('one late notification of a few does not miss the level, and two do', () => {
  const [one] = judgeLevels([work('cafe', { notifications: 5, late: 1 })], level)
  const [two] = judgeLevels([work('cafe', { notifications: 5, late: 2 })], level)
  expect([one?.missedBy, two?.missedBy]).toEqual([undefined, 'puente'])
})

it('a level of 100 percent allows no late notification', () => {
  const [cafe] = judgeLevels([work('cafe', { notifications: 900, late: 1 })], { percent: 100 })
  expect(cafe?.missedBy).toBe('puente')
})

it('a store that did not accept its late notifications misses the level by itself', () => {
  const late = { notifications: 200, late: 12 }
  const [own] = judgeLevels([work('cafe', { ...late, late_after_failure: 11 })], level)
  const [ours] = judgeLevels([work('cafe', { ...late, late_after_failure: 3 })], level)
  expect([own?.missedBy, ours?.missedBy]).toEqual(['store', 'puente'])
})

it('shares of the work add up to one, the largest first', () => {
  const levels = judgeLevels(
    [work('cafe', { events: 1 }), work('libros', { events: 3, tasks: 2, notifications: 4 })],
    level,
  )
  expect(levels.map(({ store_id, workShare }) => [store_id, workShare])).toEqual([
    ['libros', 0.9],
    ['cafe', 0.1],
  ])
})

it('a store without notifications has no share in time, and misses nothing', () => {
  const [cafe] = judgeLevels([work('cafe', { events: 4 })], level)
  expect(cafe).toMatchObject({ inTime: undefined, missedBy: undefined })
})

it('stores that Puente delays come before stores that delay themselves', () => {
  const levels = judgeLevels(
    [
      work('propia', { notifications: 10, late: 10, late_after_failure: 10 }),
      work('mejor', { notifications: 10, late: 3 }),
      work('peor', { notifications: 10, late: 8 }),
      work('buena', { notifications: 10 }),
    ],
    level,
  )
  expect(missedLevels(levels).map(({ store_id }) => store_id)).toEqual(['peor', 'mejor', 'propia'])
})
