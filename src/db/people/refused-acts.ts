import { MINUTE } from '../../runtime/clock.ts'
import type { DbQuery } from '../db.ts'
import { type AuditIntent, writeAuditIntent, writeAuditResult } from './audit-log.ts'

export interface RefusedAct extends AuditIntent {
  at: Date
  /** HTTP status, if any. */
  status: number | null
}

export type RefusedActs = ReturnType<typeof openRefusedActs>

const ENTRIES_AT_ONCE = 10
/** Upper bound on causes counted apart; further ones share one counter. */
const MOST_CAUSES = 500
const OTHERS = ''

interface Counted {
  entries: number
  more: number
  /** Latest act; keeps network and subject only if all acts share them. */
  all: RefusedAct
}

/**
 * Records refused acts without letting repeats flood the audit log: ten entries per cause and
 * minute, then one with the count of the rest.
 */
export const openRefusedActs = (
  { query, log }: { query: DbQuery; log: { error(fields: object, message: string): void } },
  { everyMs = MINUTE }: { everyMs?: number } = {},
) => {
  let causes = new Map<string, Counted>()
  const underWay = new Set<Promise<void>>()
  const keep = ({ at, status, ...intent }: RefusedAct): void => {
    const kept = query
      .transaction()
      .execute(async (trx) => {
        const entryId = await writeAuditIntent(trx, { ...intent, at })
        await writeAuditResult(trx, { outcome: 'refused', status, entryId, at })
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
    /** Flushes pending counts. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      keepCounts()
      await Promise.all(underWay)
    },
  }
}

const common = (one: string | null, other: string | null): string | null =>
  one === other ? one : null
