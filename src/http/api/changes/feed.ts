import {
  type Change,
  type ChangePosition,
  changesSince,
  headOfChanges,
} from '../../../db/stores/changes-of-stores.ts'
import {
  EVENT_SIGNAL,
  NOTIFICATION_SIGNAL,
  type PaymentsContext,
  WORK_SIGNAL,
} from '../../../payments/ports/context.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { detached } from '../../../runtime/detached.ts'
import { errorMessage } from '../../../runtime/failure.ts'

/** `reset`: too many changes, so the client reloads everything. */
export type ChangeMessage =
  | { kind: 'changes'; changes: readonly Change[]; position: ChangePosition }
  | { kind: 'reset'; position: ChangePosition }

export interface ChangeFeed {
  listen(listener: (message: ChangeMessage) => void): () => void
  catchUp(since: ChangePosition | undefined): Promise<ChangeMessage>
  /** Resolves once no query is in flight. */
  close(): Promise<void>
}

export interface FeedPace {
  minIntervalMs: number
  maxIntervalMs: number
  /** Upper bound on the time from a transaction's sequence number to its commit. */
  commitLagMs: number
}

const PACE: FeedPace = { minIntervalMs: 1_000, maxIntervalMs: 5_000, commitLagMs: 2_000 }
const MOST_CHANGES = 2_000
const MOST_LINES_MISSED = 50_000n
const MISSED_FOR_MS = 10 * MINUTE

type FeedContext = Pick<PaymentsContext, 'db' | 'clock' | 'signals' | 'log'>

/** Polls while anyone listens: at most once a second, one statement in flight per process. */
export const createChangeFeed = (
  { db, clock, signals, log }: FeedContext,
  { minIntervalMs, maxIntervalMs, commitLagMs }: FeedPace = PACE,
): ChangeFeed => {
  const listeners = new Set<(message: ChangeMessage) => void>()
  /** Oldest first. Polls start at the oldest: slow transactions commit behind newer heads. */
  let heads: { at: number; position: ChangePosition }[] = []
  let sentVersions = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let polledAt = Number.NEGATIVE_INFINITY
  let polling: Promise<void> | undefined

  const emit = (message: ChangeMessage): void => {
    for (const listener of [...listeners]) listener(message)
  }

  const poll = async (): Promise<void> => {
    const now = clock.now()
    const started = performance.now()
    const since = heads[0]?.position
    if (!since) {
      heads = [{ at: started, position: await headOfChanges(db.query, now) }]
      return
    }
    const found = await changesSince(db.query, { since, now, limit: MOST_CHANGES })
    heads.push({ at: started, position: found.head })
    while (heads[1] && heads[1].at <= started - commitLagMs) heads.shift()
    const position = heads[0]?.position ?? found.head
    if (found.more) {
      heads = [{ at: started, position: found.head }]
      sentVersions = new Map()
      return emit({ kind: 'reset', position: found.head })
    }
    const isUnsent = ({ kind, id, version }: Change) =>
      sentVersions.get(`${kind} ${id}`) !== version
    const changes = found.changes.filter(isUnsent)
    sentVersions = new Map(found.changes.map(({ kind, id, version }) => [`${kind} ${id}`, version]))
    if (changes.length > 0) emit({ kind: 'changes', changes, position })
  }

  const pollOnce = (): void => {
    dueAt = Number.POSITIVE_INFINITY
    polledAt = performance.now()
    polling = poll()
      .catch((error) => log.warn({ reason: errorMessage(error) }, 'changes not looked for'))
      .finally(() => {
        polling = undefined
        plan(maxIntervalMs)
      })
  }

  const plan = (inMs: number): void => {
    const at = Math.max(performance.now() + inMs, polledAt + minIntervalMs)
    if (listeners.size === 0 || polling || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => detached(pollOnce), Math.max(0, at - performance.now()))
  }

  const rest = (): void => {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    heads = []
    sentVersions = new Map()
  }

  const offs = [EVENT_SIGNAL, WORK_SIGNAL, NOTIFICATION_SIGNAL].map((signal) =>
    signals.on(signal, () => plan(0)),
  )

  return {
    listen: (listener) => {
      listeners.add(listener)
      plan(0)
      return () => {
        listeners.delete(listener)
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
      await polling
    },
  }
}
