import { MINUTE } from '../runtime/clock.ts'
import { type AuditIntent, writeAuditIntent, writeAuditResult } from './audit-log.ts'
import type { DbQuery } from './db.ts'

/** What somebody was not let do. */
export interface RefusedAct extends AuditIntent {
  at: Date
  /** Of the answer over HTTP, if it has one. */
  status: number | null
}

export interface RefusedActs {
  /**
   * Keeps it in the audit log, beside whoever is answered. `cause`: what is counted together; never
   * anything that a stranger has written.
   */
  note(act: RefusedAct, cause: string): void
  /** Keeps what was only counted so far. */
  close(): Promise<void>
}

const ENTRIES_AT_ONCE = 10
/** Beyond, all are counted as one. */
const MOST_CAUSES = 500
const OTHERS = ''

interface Counted {
  entries: number
  more: number
  /** The last one, with what they have in common. */
  all: RefusedAct
}

/**
 * Keeps refused acts in the audit log without letting whoever repeats them fill it: of one cause ten entries
 * a minute, and one that counts the others.
 */
export const openRefusedActs = (
  { query, log }: { query: DbQuery; log: { error(fields: object, message: string): void } },
  { everyMs = MINUTE }: { everyMs?: number } = {},
): RefusedActs => {
  let causes = new Map<string, Counted>()
  const underWay = new Set<Promise<void>>()
  const keep = ({ at, status, ...intent }: RefusedAct): void => {
    const kept = query
      .transaction()
      .execute(async (trx) => {
        const entryId = await writeAuditIntent(trx, { ...intent, at })
        const result = { outcome: 'refused', status, before: null, after: null } as const
        await writeAuditResult(trx, { ...result, entryId, at })
      })
      .catch((error) =>
        log.error({ err: error, action: intent.action }, 'a refused act was not kept'),
      )
      .finally(() => underWay.delete(kept))
    underWay.add(kept)
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
    note: (act, cause) => {
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
    close: async () => {
      clearInterval(timer)
      keepCounts()
      await Promise.all(underWay)
    },
  }
}

const common = (one: string | null, other: string | null): string | null =>
  one === other ? one : null
