import { CompiledQuery, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../../test/support/fresh-database.ts'
import { createLog } from '../../log/log.ts'
import { type Database, openDatabase } from '../database.ts'
import { executeAndCommit, executeTogether } from './joined-statements.ts'

const log = createLog({ level: 'silent', service: 'test' })
const INSERT = 'INSERT INTO notes (id) VALUES ($1)'
const adding = (id: number) => CompiledQuery.raw(INSERT, [id])
const counting = CompiledQuery.raw('SELECT count(*)::int FROM notes') as CompiledQuery<{
  count: number
}>
const FAILING = CompiledQuery.raw('SELECT 1 / 0')

describe.each([
  { clients: 'pipelined', isPipelined: true },
  { clients: 'sequential', isPipelined: false },
])('joined statements of $clients clients', ({ isPipelined }) => {
  let database: Database<Record<string, never>>
  beforeAll(async () => {
    const url = await freshDatabase()
    // One connection shows whether a transaction leaves it as it was.
    const common = { schema: 'public', applicationName: 'test', maxConnections: 1, log }
    database = openDatabase({ ...common, url, isPipelined })
    await database.pool.query('CREATE TABLE notes (id int PRIMARY KEY)')
  })
  afterAll(() => database.close())

  const notes = async (): Promise<number[]> => {
    const { rows } = await database.pool.query('DELETE FROM notes RETURNING id')
    return rows.map(({ id }) => id).toSorted()
  }
  type Trx = Transaction<Record<string, never>>
  const transact = <T>(run: (trx: Trx) => Promise<T>): Promise<T> =>
    database.query.transaction().execute(run)

  it('a statement sees the changes of those before it', async () => {
    const counts = await transact((trx) =>
      executeTogether(trx, [counting, adding(1), counting, adding(2), counting]),
    )
    expect(counts).toEqual([[{ count: 0 }], [], [{ count: 1 }], [], [{ count: 2 }]])
    expect(await notes()).toEqual([1, 2])
  })

  it('the last statements and the commit take effect together', async () => {
    await transact(async (trx) => {
      await trx.executeQuery(adding(1))
      await executeAndCommit(trx, [adding(2), adding(3)])
    })
    expect(await notes()).toEqual([1, 2, 3])
    // The next transaction has its own begin and end.
    await expect(
      transact(async (trx) => {
        await trx.executeQuery(adding(4))
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await notes()).toEqual([])
  })

  it.each([
    { ended: 'together', end: executeTogether },
    { ended: 'with the commit', end: executeAndCommit },
  ])('the first failure undoes a transaction ended $ended', async ({ end }) => {
    const failed = transact(async (trx) => {
      await trx.executeQuery(adding(1))
      await end(trx, [adding(2), FAILING, adding(3), CompiledQuery.raw('SELECT unknown')])
    })
    await expect(failed).rejects.toThrow('division by zero')
    expect(await notes()).toEqual([])
    await transact((trx) => executeAndCommit(trx, [adding(5)]))
    expect(await notes()).toEqual([5])
  })

  it('a value that nothing can serialize sends nothing', async () => {
    const unserializable = CompiledQuery.raw('SELECT $1::jsonb', [{ amount: 1n }])
    const failed = transact((trx) => executeAndCommit(trx, [adding(1), unserializable, adding(2)]))
    await expect(failed).rejects.toThrow('BigInt')
    expect(await notes()).toEqual([])
  })

  it('a failure after the commit does not undo it', async () => {
    const failed = transact(async (trx) => {
      await executeAndCommit(trx, [adding(1)])
      throw new Error('too late')
    })
    await expect(failed).rejects.toThrow('too late')
    expect(await notes()).toEqual([1])
  })

  it('a deferred constraint fails the commit', async () => {
    await database.pool.query(`
      CREATE TABLE names (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`)
    const twice = CompiledQuery.raw('INSERT INTO names VALUES (1), (1)')
    await expect(transact((trx) => executeAndCommit(trx, [twice]))).rejects.toThrow('duplicate key')
    const { rows } = await database.pool.query('SELECT FROM names')
    expect(rows).toHaveLength(0)
  })

  it('a transaction with settings begins and ends as written', async () => {
    const isolation = CompiledQuery.raw('SHOW transaction_isolation')
    const written = await database.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await trx.executeQuery(adding(1))
        return (await trx.executeQuery(isolation)).rows
      })
    expect(written).toEqual([{ transaction_isolation: 'repeatable read' }])
    await transact(async () => 'without a statement')
    expect(await notes()).toEqual([1])
  })
})
