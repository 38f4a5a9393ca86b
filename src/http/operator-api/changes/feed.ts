import {
  type Change,
  type ChangePosition,
  changesSince,
  headOfChanges,
} from '../../../db/operator/changes.ts'
import {
  EVENT_SIGNAL,
  NOTIFICATION_SIGNAL,
  type PaymentsContext,
  WORK_SIGNAL,
} from '../../../payments/ports/context.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { errorMessage } from '../../../runtime/failure.ts'

/** `reset`: too many changes, reload everything. */
export type Heard =
  | { kind: 'changes'; changes: readonly Change[]; position: ChangePosition }
  | { kind: 'reset'; position: ChangePosition }

export interface ChangeFeed {
  /** Returns the unsubscribe function. */
  listen(hear: (heard: Heard) => void): () => void
  catchUp(since: ChangePosition | undefined): Promise<Heard>
  /** Resolves once no query is in flight. */
  close(): Promise<void>
}

export interface FeedPace {
  /** Minimum interval between polls. */
  leastMs: number
  /** Poll interval without a signal. */
  mostMs: number
  /** Upper bound on the time between a transaction's sequence number and its commit. */
  lateMs: number
}

const PACE: FeedPace = { leastMs: 1_000, mostMs: 5_000, lateMs: 2_000 }
const MOST_CHANGES = 2_000
const MOST_LINES_MISSED = 50_000n
const MISSED_FOR_MS = 10 * MINUTE

type FeedContext = Pick<PaymentsContext, 'db' | 'clock' | 'signals' | 'log'>

/**
 * Polls while anyone listens: one statement in flight per process, at most once a second. Writes
 * nothing.
 */
export const createChangeFeed = (
  { db, clock, signals, log }: FeedContext,
  { leastMs, mostMs, lateMs }: FeedPace = PACE,
): ChangeFeed => {
  const listeners = new Set<(heard: Heard) => void>()
  /** Oldest first. Polls start at the oldest: slow transactions commit behind the newest head. */
  let heads: { at: number; position: ChangePosition }[] = []
  let told = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  const emit = (heard: Heard): void => {
    for (const hear of [...listeners]) hear(heard)
  }

  const look = async (): Promise<void> => {
    const now = clock.now()
    const started = performance.now()
    const since = heads[0]?.position
    if (!since) {
      heads = [{ at: started, position: await headOfChanges(db.query, now) }]
      return
    }
    const found = await changesSince(db.query, { since, now, limit: MOST_CHANGES })
    heads.push({ at: started, position: found.head })
    while (heads[1] && heads[1].at <= started - lateMs) heads.shift()
    const position = heads[0]?.position ?? found.head
    if (found.more) {
      heads = [{ at: started, position: found.head }]
      told = new Map()
      return emit({ kind: 'reset', position: found.head })
    }
    const isUntold = ({ kind, id, version }: Change) => told.get(`${kind} ${id}`) !== version
    const changes = found.changes.filter(isUntold)
    told = new Map(found.changes.map(({ kind, id, version }) => [`${kind} ${id}`, version]))
    if (changes.length > 0) emit({ kind: 'changes', changes, position })
  }

  const lookOnce = (): void => {
    dueAt = Number.POSITIVE_INFINITY
    lookedAt = performance.now()
    looking = look()
      .catch((error) => log.warn({ reason: errorMessage(error) }, 'changes not looked for'))
      .finally(() => {
        looking = undefined
        plan(mostMs)
      })
  }

  const plan = (inMs: number): void => {
    const at = Math.max(performance.now() + inMs, lookedAt + leastMs)
    if (listeners.size === 0 || looking || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(lookOnce, Math.max(0, at - performance.now()))
  }

  const rest = (): void => {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    heads = []
    told = new Map()
  }

  const offs = [EVENT_SIGNAL, WORK_SIGNAL, NOTIFICATION_SIGNAL].map((signal) =>
    signals.on(signal, () => plan(0)),
  )

  return {
    listen: (hear) => {
      listeners.add(hear)
      plan(0)
      return () => {
        listeners.delete(hear)
        if (listeners.size === 0) rest()
      }
    },
    catchUp: async (since) => {
      const now = clock.now()
      const head = await headOfChanges(db.query, now)
      if (!since) return { kind: 'changes', changes: [], position: head }
      const isKnown =
        since.line <= head.line &&
        head.line - since.line <= MOST_LINES_MISSED &&
        now.getTime() - since.at.getTime() <= MISSED_FOR_MS
      if (!isKnown) return { kind: 'reset', position: head }
      const found = await changesSince(db.query, { since, now, limit: MOST_CHANGES })
      return found.more
        ? { kind: 'reset', position: head }
        : { kind: 'changes', changes: found.changes, position: head }
    },
    close: async () => {
      for (const off of offs) off()
      listeners.clear()
      rest()
      await looking
    },
  }
}
