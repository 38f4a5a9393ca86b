import type { PGlite, Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { wireText } from './wire-text.ts'

const INT8_OID = 20

/** For the database: int8 arrives as bigint, as from our pools. */
export const PARSERS = { [INT8_OID]: BigInt }

/** Parameters are text already. Parsers here would copy all of PGlite's for each query. */
const AS_TEXT = { serializers: new Proxy({}, { get: () => (text: string) => text }) }

export interface Session {
  /** Pool for Kysely's PostgreSQL dialect; its clients take turns. */
  poolOf(schema: string): PostgresPool
}

/**
 * Shares the one session of a PGlite. A client holds it until its release, so transactions of all
 * schemas run one after another.
 */
export const openSession = (pglite: PGlite): Session => {
  let lastTurn: Promise<void> = Promise.resolve()
  let searchPath: string | undefined

  const turn = async (): Promise<() => void> => {
    const before = lastTurn
    const { promise, resolve } = deferred()
    lastTurn = promise
    await before
    return resolve
  }

  const connect = async (schema: string): Promise<PostgresPoolClient> => {
    const end = await turn()
    if (searchPath !== schema) {
      await pglite.exec(`SET search_path = "${schema}"; SET timezone = 'UTC'`)
      searchPath = schema
    }
    return clientOf(pglite, end)
  }

  return {
    poolOf: (schema) => ({
      options: {},
      connect: () => connect(schema),
      end: async () => {},
    }),
  }
}

const deferred = (): { promise: Promise<void>; resolve: () => void } => {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const clientOf = (pglite: PGlite, release: () => void): PostgresPoolClient => {
  const query = async <Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    const { rows, command, rowCount = 0 } = await run<Row>(pglite, { sql, parameters })
    return { command: command as PostgresQueryResult<Row>['command'], rowCount, rows }
  }
  return { query: query as PostgresPoolClient['query'], release }
}

/** Several statements need the simple protocol, which has no parameters. */
const run = async <Row>(
  pglite: PGlite,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<Results<Row>> => {
  if (parameters.length > 0) return pglite.query<Row>(sql, parameters.map(wireText), AS_TEXT)
  const results = await pglite.exec(sql)
  return (results.at(-1) ?? { rows: [], fields: [] }) as Results<Row>
}
