import { describe, expect, it } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

const BAD = 'bad row'
const AWAY = new Error('the database is away')

/** A slow database that rejects `bad row` and can be down. */
const writerOver = ({ maxRows = 200, away = (): boolean => false } = {}) => {
  const commits: string[][] = []
  let running = 0
  let mostAtOnce = 0
  const writer = createBatchWriter<string>(
    async (rows) => {
      mostAtOnce = Math.max(mostAtOnce, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      if (away()) throw AWAY
      if (rows.includes(BAD)) throw new Error(BAD)
      commits.push([...rows])
    },
    {
      maxRows,
      limitMs: 1_000,
      maxWaiting: 1_000,
      isRowsFault: (error) => error !== AWAY,
    },
  )
  return { writer, commits, mostAtOnce: () => mostAtOnce }
}
const rows = (count: number) => Array.from({ length: count }, (_, n) => `row ${n}`)

describe('rows that arrive together', () => {
  it('concurrent rows share a commit', async () => {
    const { writer, commits } = writerOver()
    await Promise.all(rows(50).map(writer.write))
    expect(commits).toEqual([rows(50)])
  })

  it('a batch holds at most maxRows, and one commit runs at a time', async () => {
    const { writer, commits, mostAtOnce } = writerOver({ maxRows: 10 })
    await Promise.all(rows(95).map(writer.write))
    expect(commits.flat().toSorted()).toEqual(rows(95).toSorted())
    expect(Math.max(...commits.map(({ length }) => length))).toBe(10)
    expect(mostAtOnce()).toBe(1)
  })

  it('rows that arrive during a commit share the next one', async () => {
    const { writer, commits } = writerOver()
    const first = writer.write('first')
    await new Promise((resolve) => setTimeout(resolve, 2))
    await Promise.all([first, ...rows(20).map(writer.write)])
    expect(commits).toEqual([['first'], rows(20)])
  })

  it('one bad row fails alone', async () => {
    const { writer, commits } = writerOver()
    const written = await Promise.allSettled([...rows(5), BAD].map(writer.write))
    expect(written.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
    expect(commits.flat().toSorted()).toEqual(rows(5))
  })

  it('a database outage fails the batch without single-row retries, and later rows succeed', async () => {
    let isAway = true
    const { writer, commits } = writerOver({ away: () => isAway })
    const failed = await Promise.allSettled(rows(30).map(writer.write))
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))
    isAway = false
    await writer.write('later')
    expect(commits).toEqual([['later']])
  })
})

describe('rows for a database that does not answer', () => {
  it('20,000 rows that time out together are all rejected', async () => {
    const writer = createBatchWriter<string>(() => new Promise(() => {}), {
      maxRows: 200,
      maxWaiting: 50_000,
      limitMs: 50,
      isRowsFault: () => false,
    })
    const keptAlive = setTimeout(() => {}, 10_000)
    const written = await Promise.allSettled(rows(20_000).map(writer.write))
    clearTimeout(keptAlive)
    expect(written.every(({ status }) => status === 'rejected')).toBe(true)
  })
})
