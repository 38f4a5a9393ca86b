import { MINUTE } from '../../runtime/clock.ts'
import { isDataException } from '../../runtime/error-code.ts'
import type { DbQuery } from '../db.ts'
import { type AuditIntent, writeAuditIntent, writeAuditResult } from './audit-log.ts'

export interface RefusedAct extends AuditIntent {
  at: Date
  status: number | null
}

export type RefusedActs = ReturnType<typeof openRefusedActs>

const ENTRIES_AT_ONCE = 10
/** Upper bound on causes counted apart; further ones share one counter. */
const MOST_CAUSES = 500
const OTHERS = ''
const ENTRIES_PER_TRANSACTION = 100

interface Counted {
  entries: number
  more: number
  /** Latest act; network and subject only if all share them. */
  all: RefusedAct
}

/**
 * Keeps repeats from flooding the audit log: ten entries per cause and minute, then one with the
 * count of the rest.
 */
export const openRefusedActs = (
  { query, log }: { query: DbQuery; log: { error(fields: object, message: string): void } },
  { everyMs = MINUTE }: { everyMs?: number } = {},
) => {
  let causes = new Map<string, Counted>()
  const pending: RefusedAct[] = []
  let writing: Promise<void> | undefined
  const keep = (act: RefusedAct): void => {
    pending.push(act)
    writing ??= write()
  }
  // One connection at a time leaves the pool to requests during a flood.
  const write = async (): Promise<void> => {
    while (pending.length > 0) await writeBatch(pending.splice(0, ENTRIES_PER_TRANSACTION))
    writing = undefined
  }
  const writeBatch = async (batch: RefusedAct[]): Promise<void> => {
    try {
      await query.transaction().execute((trx) => writeRefused(trx, batch))
    } catch (error) {
      if (batch.length > 1 && isDataException(error)) {
        for (const act of batch) await writeBatch([act])
        return
      }
      const actions = [...new Set(batch.map(({ action }) => action))]
      log.error({ err: error, actions, acts: batch.length }, 'refused acts were not kept')
    }
  }
  const keepCounts = (): void => {
    for (const { more, all } of causes.values()) {
      if (more > 0) keep({ ...all, request: { more } })
    }
    causes = new Map()
  }
  const timer = setInterval(keepCounts, everyMs)
  timer.unref()
  return {
    /** Records in the background. `cause`: counting key, never a stranger's input. */
    note: (act: RefusedAct, cause: string): void => {
      const key = causes.has(cause) || causes.size < MOST_CAUSES ? cause : OTHERS
      const known = causes.get(key) ?? { entries: 0, more: 0, all: act }
      causes.set(key, known)
      known.all = {
        ...act,
        fromAddress: common(known.all.fromAddress, act.fromAddress),
        subject: common(known.all.subject, act.subject),
      }
      if (known.entries < ENTRIES_AT_ONCE) {
        known.entries += 1
        keep(act)
      } else known.more += 1
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      keepCounts()
      await writing
    },
  }
}

const writeRefused = async (trx: DbQuery, acts: RefusedAct[]): Promise<void> => {
  for (const { at, status, ...intent } of acts) {
    const entryId = await writeAuditIntent(trx, { ...intent, at })
    await writeAuditResult(trx, { outcome: 'refused', status, entryId, at })
  }
}

const common = (one: string | null, other: string | null): string | null =>
  one === other ? one : null
