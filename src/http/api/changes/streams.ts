import { Readable } from 'node:stream'
import type { ChangePosition } from '../../../db/stores/changes-of-stores.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { type PaymentsContext, PEOPLE_SIGNAL } from '../../../payments/ports/context.ts'
import { type ChangeMessage, createChangeFeed, type FeedPace } from './feed.ts'

export interface ChangeSubscription {
  personId: string
  storeIds: readonly StoreId[]
  lastEventId: string | undefined
  /** Returns whether session and rights are unchanged. */
  isStillAllowed(): Promise<boolean>
}

export interface ChangeStreams {
  /** Returns `undefined` above the cap per person or process. */
  open(watching: ChangeSubscription): Promise<Readable | undefined>
  close(): Promise<void>
}

export interface StreamLimits {
  ofPerson: number
  inAll: number
  heartbeatMs: number
  /** Upper bound on a stream's age: the reconnect loads current stores and rights. */
  maxAgeMs: number
}

const LIMITS: StreamLimits = {
  ofPerson: 5,
  inAll: 300,
  heartbeatMs: 15_000,
  maxAgeMs: 10 * 60_000,
}
/** Disconnects a slower reader, which reconnects and catches up. */
const MOST_UNREAD_BYTES = 65_536

/** Opens streams that share one feed. Rights changes re-check every stream. */
export const openChangeStreams = (
  ctx: PaymentsContext,
  { limits = LIMITS, pace }: { limits?: StreamLimits; pace?: FeedPace } = {},
): ChangeStreams => {
  const feed = createChangeFeed(ctx, pace)
  const open = new Set<{ personId: string; end: () => void; check: () => void }>()
  const off = ctx.signals.on(PEOPLE_SIGNAL, () => {
    for (const { check } of open) check()
  })

  const isFull = (personId: string): boolean =>
    open.size >= limits.inAll ||
    [...open].filter((one) => one.personId === personId).length >= limits.ofPerson

  return {
    open: async (watching) => {
      if (isFull(watching.personId)) return undefined
      const stream = new Readable({ read() {}, highWaterMark: MOST_UNREAD_BYTES })
      let hasEnded = false
      const end = (): void => {
        if (hasEnded) return
        hasEnded = true
        stream.push(null)
      }
      const check = async (): Promise<void> => {
        if (!(await watching.isStillAllowed().catch(() => true))) end()
      }
      const entry = { personId: watching.personId, end, check }
      open.add(entry)
      const stores = new Set<string>(watching.storeIds)
      const write = (text: string): void => {
        // `readableEnded` stays false until the buffer is drained.
        if (stream.destroyed || hasEnded) return
        if (stream.readableLength > MOST_UNREAD_BYTES) stream.destroy()
        else stream.push(text)
      }
      // Buffer live changes during the catch-up.
      const early: ChangeMessage[] = []
      let onMessage = (message: ChangeMessage): void => void early.push(message)
      const stopListening = feed.listen((message) => onMessage(message))
      const startedAt = performance.now()
      const beat = setInterval(() => {
        write(':\n\n')
        if (performance.now() - startedAt >= limits.maxAgeMs) end()
        else void check()
      }, limits.heartbeatMs)
      stream.once('close', () => {
        open.delete(entry)
        clearInterval(beat)
        stopListening()
      })
      try {
        const missed = await feed.catchUp(readPosition(watching.lastEventId))
        const isLost = watching.lastEventId !== undefined && !readPosition(watching.lastEventId)
        write('retry: 3000\n\n')
        write(textOf(isLost ? { ...missed, kind: 'reset' } : missed, stores, { always: true }))
        onMessage = (message) => write(textOf(message, stores))
        early.forEach(onMessage)
        // The session may have ended during these reads.
        void check()
      } catch (error) {
        stream.destroy()
        throw error
      }
      return stream
    },
    close: async () => {
      off()
      for (const { end } of open) end()
      await feed.close()
    },
  }
}

/** Returns '' without changes in these stores. */
const textOf = (
  message: ChangeMessage,
  stores: ReadonlySet<string>,
  { always = false }: { always?: boolean } = {},
): string => {
  const id = positionText(message.position)
  if (message.kind === 'reset') return `id: ${id}\nevent: reset\ndata: {}\n\n`
  const changes = message.changes
    .filter(({ store_id }) => stores.has(store_id))
    .map(({ version: _, ...change }) => change)
  if (changes.length === 0 && !always) return ''
  return `id: ${id}\nevent: changes\ndata: ${JSON.stringify({ changes })}\n\n`
}

const positionText = ({ line, alert, at }: ChangePosition): string =>
  `${line}.${alert}.${at.getTime()}`

const readPosition = (text: string | undefined): ChangePosition | undefined => {
  const [, line, alert, at] = /^(\d{1,18})\.(\d{1,18})\.(\d{1,15})$/.exec(text ?? '') ?? []
  if (line === undefined || alert === undefined) return undefined
  return { line: BigInt(line), alert: BigInt(alert), at: new Date(Number(at)) }
}
