import type { PGlite, Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { wireText } from './wire-text.ts'

const INT8_OID = 20

/** Values arrive as node-postgres gives them: int8 as bigint, parameters as text. */
const QUERY_OPTIONS = {
  parsers: { [INT8_OID]: BigInt },
  serializers: new Proxy({}, { get: () => (text: string) => text }),
}

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
  let isAborted = false
  const query = async <Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    try {
      const { rows, affectedRows = 0 } = await run<Row>(pglite, { sql, parameters })
      return { command: commandOf(sql, isAborted), rowCount: affectedRows, rows }
    } catch (error) {
      isAborted = true
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release }
}

/** Several statements need the simple protocol, which has no parameters. */
const run = async <Row>(
  pglite: PGlite,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<Results<Row>> => {
  if (parameters.length > 0) {
    return pglite.query<Row>(sql, parameters.map(wireText), QUERY_OPTIONS)
  }
  const results = await pglite.exec(sql, QUERY_OPTIONS)
  return (results.at(-1) ?? { rows: [], fields: [] }) as Results<Row>
}

/** PGlite gives no command tag; Kysely needs it for counts of rows, and for a failed commit. */
const commandOf = (sql: string, isAborted: boolean): PostgresQueryResult<unknown>['command'] => {
  const [verb = ''] = sql.trimStart().split(/\s/, 1)
  switch (verb.toLowerCase()) {
    case 'commit':
      return isAborted ? 'ROLLBACK' : 'COMMIT'
    case 'rollback':
      return 'ROLLBACK'
    case 'insert':
    case 'update':
    case 'delete':
    case 'with':
      return 'UPDATE'
    default:
      return 'SELECT'
  }
}
