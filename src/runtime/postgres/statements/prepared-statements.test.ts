import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../../test/support/fresh-database.ts'
import { createLog } from '../../log/log.ts'
import { type Database, isLockConflict, openDatabase } from '../database.ts'

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

describe('recurring statements', () => {
  it('a statement is prepared from its third use on, with unchanged results', async () => {
    const pool = open(true)
    const answers = []
    for (const number of [1, 2, 3, 4]) {
      const { rows } = await pool.query('SELECT $1::int + 1 AS next', [number])
      answers.push(rows[0].next)
    }
    expect(answers).toEqual([2, 3, 4, 5])
    expect(await preparedTexts(pool)).toEqual(['SELECT $1::int + 1 AS next'])
  })

  it('a statement is prepared in any query form, on a pool or a client', async () => {
    const pool = open(true)
    const asked = { text: 'SELECT $1::int * 2 AS twice', values: [4], rowMode: 'array' as const }
    const client = await pool.connect()
    for (let n = 0; n < 3; n++) expect((await client.query(asked)).rows).toEqual([[8]])
    client.release()
    for (let n = 0; n < 3; n++) expect((await pool.query(asked)).rows).toEqual([[8]])
    expect(await preparedTexts(pool)).toEqual(['SELECT $1::int * 2 AS twice'])
  })

  it('the setting disables preparing', async () => {
    const pool = open(false)
    for (const number of [1, 2, 3, 4]) await pool.query('SELECT $1::int + 1 AS next', [number])
    expect(await preparedTexts(pool)).toEqual([])
  })

  it('statements without repetition are not prepared', async () => {
    const pool = open(true)
    for (let n = 0; n < 30; n++) await pool.query(`SELECT $1::int + ${n}`, [n])
    expect(await preparedTexts(pool)).toEqual([])
  })

  it('a prepared statement fails at most once after its table changes, with a retryable error', async () => {
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
