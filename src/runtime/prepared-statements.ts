import type pg from 'pg'

/** A statement is prepared once it has come so often: what is asked once costs no more than before. */
const PREPARED_AFTER = 3
/** A process has no more names than this; each of its connections prepares those that it uses. */
const MOST_NAMES = 400
/** So many texts are counted that have no name yet. */
const MOST_COUNTED = 2_000

/** PostgreSQL has changed a table since the statement was prepared; it is right under another name. */
const PLAN_IS_OLD = 'cached plan must not change result type'

interface Names {
  /** The name under which a statement is prepared; `undefined`: it is sent as it is. */
  of(text: string): string | undefined
  /** All statements get other names: what was prepared before is not asked for again. */
  startOver(): void
}

const createNames = (): Names => {
  let generation = 0
  let counts = new Map<string, number>()
  let names = new Map<string, string>()
  return {
    of: (text) => {
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
    startOver: () => {
      generation++
      counts = new Map()
      names = new Map()
    },
  }
}

/**
 * Whether an error tells that a table has changed under a prepared statement. Nothing was done, and the
 * same work succeeds when it is begun again.
 */
export const isPlanOld = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(PLAN_IS_OLD)

const isNameless = (asked: unknown): asked is { text: string; values: unknown[] } => {
  if (typeof asked !== 'object' || asked === null) return false
  const { text, values, name } = asked as { text?: unknown; values?: unknown; name?: unknown }
  return !name && typeof text === 'string' && Array.isArray(values) && values.length > 0
}

/**
 * Makes the connections of a pool prepare what they are asked again and again, under a name of its own:
 * half the time of a short statement is planning. Statements without parameters, and those that have a
 * name already, are left as they are.
 */
export const preparing = (): ((client: pg.ClientBase) => void) => {
  const names = createNames()
  return (client) => {
    const send = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
    client.query = ((first: unknown, ...rest: unknown[]) => {
      const asked = typeof first === 'string' ? { text: first, values: rest[0] } : first
      const name = isNameless(asked) && names.of(asked.text)
      if (!name) return send(first, ...rest)
      const callback = rest.find((each) => typeof each === 'function')
      return send({ ...asked, name }, callback)
    }) as typeof client.query
    // Said before whoever asked hears of it.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.prependListener('errorMessage', ({ message }: { message?: string }) => {
      if (message?.includes(PLAN_IS_OLD)) names.startOver()
    })
  }
}
