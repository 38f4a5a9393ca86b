import { describe, expect, it } from 'vitest'
import { oneOfMany, together } from './together.ts'

const transaction = () => {
  const asked: string[][] = []
  return { asked }
}
type Transaction = ReturnType<typeof transaction>

const lengthOf = oneOfMany(async (query: Transaction, words: readonly string[]) => {
  query.asked.push([...words])
  await Promise.resolve()
  if (words.includes('unreadable')) throw new Error('unreadable')
  return words.map(({ length }) => length)
})
const upperCaseOf = oneOfMany(async (query: Transaction, words: readonly string[]) => {
  query.asked.push([...words])
  return words.map((word) => word.toUpperCase())
})

describe('works that are done together', () => {
  it('a question that is asked alone is asked for its one input', async () => {
    const query = transaction()
    expect(await lengthOf(query, 'one')).toBe(3)
    expect(query.asked).toEqual([['one']])
  })

  it('the same question of many works is asked once, and each work gets its own answer', async () => {
    const query = transaction()
    const lengths = await together(
      query,
      ['a', 'bb', 'ccc'].map((word) => async () => (await lengthOf(query, word)) * 10),
    )
    expect(lengths).toEqual([10, 20, 30])
    expect(query.asked).toEqual([['a', 'bb', 'ccc']])
  })

  it('works that go different ways wait for each other where they ask the same', async () => {
    const query = transaction()
    const results = await together(query, [
      async () => lengthOf(query, await upperCaseOf(query, 'long way')),
      async () => {
        await new Promise((done) => setTimeout(done, 20))
        return lengthOf(query, 'short way')
      },
      async () => 0,
    ])
    expect(results).toEqual([8, 9, 0])
    expect(query.asked).toEqual([['long way'], ['short way'], ['LONG WAY']])
  })

  it('a work that asks two things at once gets both answers', async () => {
    const query = transaction()
    const [both] = await together(query, [
      () => Promise.all([lengthOf(query, 'two'), upperCaseOf(query, 'two')]),
    ])
    expect(both).toEqual([3, 'TWO'])
  })

  it('a question that fails for all is one failure, once every work has ended', async () => {
    const query = transaction()
    let ended = 0
    const works = ['unreadable', 'fine'].map(
      (word) => () => lengthOf(query, word).finally(() => ended++),
    )
    await expect(together(query, works)).rejects.toThrow('unreadable')
    expect(ended).toBe(2)
  })

  it('a work that fails by itself lets the others come to their end', async () => {
    const query = transaction()
    const works = [
      async () => {
        throw new Error('a bug')
      },
      () => lengthOf(query, 'fine'),
    ]
    await expect(together(query, works)).rejects.toThrow('a bug')
    expect(query.asked).toEqual([['fine']])
  })

  it('what is asked afterwards is asked alone again', async () => {
    const query = transaction()
    await together(query, [() => lengthOf(query, 'before')])
    expect(await lengthOf(query, 'after')).toBe(5)
  })
})
