import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/support/fresh-database.ts'
import { type Database, isLockConflict, openDatabase } from './database.ts'
import { createLog } from './log.ts'

const log = createLog({ level: 'silent', service: 'test' })

let url: string
const opened: Database<Record<string, never>>[] = []
const open = (isPreparing: boolean) => {
  const database: Database<Record<string, never>> = openDatabase({
    url,
    schema: 'public',
    applicationName: 'test',
    maxConnections: 1,
    isPreparing,
    log,
  })
  opened.push(database)
  return database.pool
}

beforeAll(async () => {
  url = await freshDatabase()
})
afterAll(() => Promise.all(opened.map((database) => database.close())))

const preparedTexts = async (pool: ReturnType<typeof open>): Promise<string[]> => {
  const { rows } = await pool.query('SELECT statement FROM pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

describe('statements that come again and again', () => {
  it('are prepared from the third time on, with the same answers', async () => {
    const pool = open(true)
    const answers = []
    for (const number of [1, 2, 3, 4]) {
      const { rows } = await pool.query('SELECT $1::int + 1 AS next', [number])
      answers.push(rows[0].next)
    }
    expect(answers).toEqual([2, 3, 4, 5])
    expect(await preparedTexts(pool)).toEqual(['SELECT $1::int + 1 AS next'])
  })

  it('are prepared also where their rows are wanted as arrays', async () => {
    const pool = open(true)
    const asked = { text: 'SELECT $1::int, 2', values: [1], rowMode: 'array' }
    for (let n = 0; n < 4; n++) expect((await pool.query(asked)).rows).toEqual([[1, 2]])
    expect(await preparedTexts(pool)).toEqual([asked.text])
  })

  it('are sent as they are where the setting says so', async () => {
    const pool = open(false)
    for (const number of [1, 2, 3, 4]) await pool.query('SELECT $1::int + 1 AS next', [number])
    expect(await preparedTexts(pool)).toEqual([])
  })

  it('are not prepared when no two of them are alike', async () => {
    const pool = open(true)
    for (let n = 0; n < 30; n++) await pool.query(`SELECT $1::int + ${n}`, [n])
    expect(await preparedTexts(pool)).toEqual([])
  })

  it('fail at most once when a table is changed meanwhile, as work that may be tried again', async () => {
    const pool = open(true)
    await pool.query('CREATE TABLE growing (id int)')
    const read = () => pool.query('SELECT * FROM growing WHERE id > $1', [0])
    for (let n = 0; n < 4; n++) await read()
    await pool.query('ALTER TABLE growing ADD COLUMN name text')
    const failure = await read().then(
      () => undefined,
      (error) => error,
    )
    expect(isLockConflict(failure)).toBe(true)
    for (let n = 0; n < 4; n++) await expect(read()).resolves.toMatchObject({ rowCount: 0 })
  })
})
