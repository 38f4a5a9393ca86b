import type { Duplex } from 'node:stream'
import { CompiledQuery } from 'kysely'
import pg from 'pg'

interface Executing {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>
}

const TOGETHER = 'together'
const TOGETHER_AND_COMMIT = 'together and commit'

/**
 * Executes a transaction's statements in order, in one round trip. Each sees what the ones before
 * changed. Rejects with the first failure.
 */
export const executeTogether = async <Rows extends readonly unknown[]>(
  trx: Executing,
  statements: { readonly [At in keyof Rows]: CompiledQuery<Rows[At]> },
): Promise<{ [At in keyof Rows]: Rows[At][] }> => {
  if (statements.length === 0) return [] as never
  const { rows } = await trx.executeQuery(CompiledQuery.raw(TOGETHER, [...statements]))
  return rows as { [At in keyof Rows]: Rows[At][] }
}

/**
 * Executes a transaction's last statements, and commits it, in one round trip. The outcome of a
 * connection lost meanwhile is unknown, as for any commit.
 */
export const executeAndCommit = async (
  trx: Executing,
  statements: readonly CompiledQuery[],
): Promise<void> => {
  await trx.executeQuery(CompiledQuery.raw(TOGETHER_AND_COMMIT, [...statements]))
}

type Send = (...args: unknown[]) => Promise<pg.QueryResult>

/** Serializes as node-postgres does. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils

const NOTHING = { command: '', rowCount: 0, rows: [], oid: 0, fields: [] }

/**
 * Implements `executeTogether` and `executeAndCommit` for a client, and sends BEGIN with the first
 * statement: a transaction that ends without a statement is never begun. `isPipelined`: the client
 * sends without waiting for answers, otherwise one statement after the other.
 */
export const joinStatements = (
  client: pg.ClientBase,
  { isPipelined }: { isPipelined: boolean },
): void => {
  const { connection } = client as unknown as { connection: { stream: Duplex } }
  const sendOne = client.query.bind(client) as unknown as Send
  /** `committed`: by `executeAndCommit`; Kysely still sends its own COMMIT. */
  let transaction: 'begins' | 'committed' | undefined

  const sendAtOnce = async (all: readonly unknown[][]): Promise<pg.QueryResult[]> => {
    const { stream } = connection
    stream.cork()
    const sent = all.map((args) => sendOne(...args))
    stream.uncork()
    return Promise.all(sent)
  }
  const sendInTurn = async (all: readonly unknown[][]): Promise<pg.QueryResult[]> => {
    const results: pg.QueryResult[] = []
    for (const args of all) results.push(await sendOne(...args))
    return results
  }
  const sendAll = isPipelined ? sendAtOnce : sendInTurn

  const sendTogether = async (
    statements: readonly CompiledQuery[],
    { begin, commits }: { begin: readonly unknown[][]; commits: boolean },
  ): Promise<unknown> => {
    // Before anything is sent: a value that fails must not let the others commit.
    const own = statements.map(({ sql, parameters }) => [sql, parameters.map(prepareValue)])
    const results = await sendAll([...begin, ...own, ...(commits ? [['commit']] : [])])
    if (commits) transaction = 'committed'
    const rows = results.map((result) => result.rows)
    return { ...NOTHING, rows: rows.slice(begin.length, begin.length + own.length) }
  }

  client.query = ((...args: unknown[]) => {
    const [text, values] = args
    if (text === 'begin') {
      transaction = 'begins'
      return Promise.resolve(NOTHING)
    }
    const before = transaction
    transaction = undefined
    if (before && (text === 'commit' || text === 'rollback')) return Promise.resolve(NOTHING)
    const begin = before === 'begins' ? [['begin']] : []
    if (text === TOGETHER || text === TOGETHER_AND_COMMIT) {
      const commits = text === TOGETHER_AND_COMMIT
      return sendTogether(values as CompiledQuery[], { begin, commits })
    }
    return begin.length > 0 ? sendAll([...begin, args]).then(([, own]) => own) : sendOne(...args)
  }) as typeof client.query
}
