import type pg from 'pg'

/** Minimum uses of a statement before preparing it. */
const PREPARED_AFTER = 3
/** Upper bound per process; each connection prepares the names it uses. */
const MOST_NAMES = 400
const MOST_COUNTED = 2_000

/** PostgreSQL's error after a table changed; a new name fixes it. */
const PLAN_IS_OLD = 'cached plan must not change result type'

const createNames = () => {
  let generation = 0
  let counts = new Map<string, number>()
  let names = new Map<string, string>()
  return {
    /** Returns `undefined` if too rare to prepare. */
    of: (text: string): string | undefined => {
      const known = names.get(text)
      if (known) return known
      if (names.size >= MOST_NAMES) return undefined
      const count = (counts.get(text) ?? 0) + 1
      if (count < PREPARED_AFTER) {
        if (counts.size >= MOST_COUNTED) counts.clear()
        counts.set(text, count)
        return undefined
      }
      counts.delete(text)
      const name = `p${generation}_${names.size}`
      names.set(text, name)
      return name
    },
    startOver: (): void => {
      generation++
      counts = new Map()
      names = new Map()
    },
  }
}

/**
 * Reports whether a table changed under a prepared statement. A retry of the transaction succeeds.
 */
export const isPlanOld = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(PLAN_IS_OLD)

const isNameless = (queryConfig: unknown): queryConfig is { text: string; values: unknown[] } => {
  if (typeof queryConfig !== 'object' || queryConfig === null) return false
  const { text, values, name } = queryConfig as { text?: unknown; values?: unknown; name?: unknown }
  return !name && typeof text === 'string' && Array.isArray(values) && values.length > 0
}

/** Prepares recurring statements: planning is half the time of a short one. */
export const preparing = (): ((client: pg.ClientBase) => void) => {
  const names = createNames()
  return (client) => {
    const send = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
    client.query = ((first: unknown, ...rest: unknown[]) => {
      const queryConfig = typeof first === 'string' ? { text: first, values: rest[0] } : first
      const name = isNameless(queryConfig) && names.of(queryConfig.text)
      if (!name) return send(first, ...rest)
      const callback = rest.find((each) => typeof each === 'function')
      return send({ ...queryConfig, name }, callback)
    }) as typeof client.query
    // Runs before the caller sees the error and retries.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.prependListener('errorMessage', ({ message }: { message?: string }) => {
      if (message?.includes(PLAN_IS_OLD)) names.startOver()
    })
  }
}
