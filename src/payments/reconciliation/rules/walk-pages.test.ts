import { describe, expect, it } from 'vitest'
import { FIRST_PAGE, nextPage, type PagesPosition } from './walk-pages.ts'

const walk = (
  list: number[],
  {
    perPage = 10,
    before = () => {},
    metaOf = (meta) => meta,
    pageOf = (page) => list.slice((page - 1) * perPage, page * perPage),
  }: {
    perPage?: number
    before?: (read: number) => void
    metaOf?: (meta: Meta) => Meta
    pageOf?: (page: number) => number[]
  } = {},
) => {
  const seen = new Set<number>()
  const pages: number[] = []
  let greatestTotal = 0
  for (let position: PagesPosition | undefined = FIRST_PAGE; position; ) {
    before(pages.length)
    const items = pageOf(position.page)
    pages.push(position.page)
    const newItems = items.filter((item) => !seen.has(item)).length
    for (const item of items) seen.add(item)
    const last_page = Math.max(1, Math.ceil(list.length / perPage))
    const meta = metaOf({ per_page: perPage, total: list.length, last_page })
    greatestTotal = Math.max(greatestTotal, meta.total)
    const page = { items: items.length, newItems, meta, seen: seen.size, greatestTotal }
    position = nextPage(position, page)
    if (pages.length > 10_000) throw new Error('walks for ever')
  }
  return { seen, pages }
}
type Meta = { per_page: number; total: number; last_page: number }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => count - index)

describe("a walk over the gateway's pages", () => {
  it.each([0, 1, 9, 10, 11, 95])(
    'a walk over %i payments reads every page, and the first one again',
    (count) => {
      const { seen, pages } = walk(numbers(count))
      expect(seen.size).toBe(count)
      expect(pages.length).toBe(Math.max(1, Math.ceil(count / 10)) + 1)
    },
  )

  it('payments created during the walk hide none of the others', () => {
    const list = numbers(50)
    let next = 51
    const { seen } = walk(list, {
      before: (read) => {
        if (read > 0 && read < 9) list.unshift(next++, next++, next++)
      },
    })
    expect(seen).toEqual(new Set(list))
  })

  it('a removed payment causes another pass and hides none of the others', () => {
    const list = numbers(50)
    const { seen } = walk(list, {
      before: (read) => {
        if (read === 2) list.splice(3, 1)
      },
    })
    expect(list.every((item) => seen.has(item))).toBe(true)
  })

  it('a walk over repeating pages ends', () => {
    const list = numbers(50)
    const { seen, pages } = walk(list, { pageOf: () => list.slice(0, 10) })
    expect(seen.size).toBe(10)
    expect(pages.length).toBeLessThan(50)
  })

  it('the total bounds the walk despite a huge last page', () => {
    const list = numbers(30)
    const { pages } = walk(list, {
      metaOf: (meta) => ({ ...meta, last_page: 1_000_000_000 }),
      pageOf: () => list.slice(0, 10),
    })
    expect(pages.length).toBeLessThan(100)
  })

  it.each([
    ['a last page that is too small', { last_page: 1 }],
    ['no last page', { last_page: 0 }],
    ['a page that is larger than it is', { last_page: 1, per_page: 1_000 }],
  ])('the walk continues while the total promises more, despite %s', (_, wrong) => {
    const { seen, pages } = walk(numbers(95), { metaOf: (meta) => ({ ...meta, ...wrong }) })
    expect(seen.size).toBe(95)
    expect(pages.length).toBeLessThan(15)
  })

  it('an empty page ends the walk', () => {
    const { pages } = walk(numbers(10), { metaOf: (meta) => ({ ...meta, last_page: 500 }) })
    expect(pages.length).toBeLessThan(5)
  })

  it('a walk ends although the gateway keeps adding payments', () => {
    const list = numbers(20)
    let next = 21
    const { pages } = walk(list, { before: () => list.unshift(next++) })
    expect(pages.length).toBeLessThan(200)
  })
})
