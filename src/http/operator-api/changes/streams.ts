import { Readable } from 'node:stream'
import type { StoreId } from '../../../domain/ids.ts'
import { type PaymentsContext, PEOPLE_SIGNAL } from '../../../payments/ports/context.ts'
import { createChangeFeed, type FeedPace, type Heard } from './feed.ts'
import { positionText, readPosition } from './position.ts'

/** A person who is subscribed to changes. */
export interface Watching {
  personId: string
  storeIds: readonly StoreId[]
  lastEventId: string | undefined
  /** Tells whether the session is still active, with the same rights. */
  goesOn(): Promise<boolean>
}

/** The streams of changes of a process. */
export interface ChangeStreams {
  /** `undefined`: the person, or the process, has too many already. */
  open(watching: Watching): Promise<Readable | undefined>
  close(): Promise<void>
}

export interface StreamLimits {
  ofPerson: number
  inAll: number
  heartbeatMs: number
  /** Whoever comes back is let in with the stores and rights of then. */
  longestMs: number
}

const LIMITS: StreamLimits = {
  ofPerson: 5,
  inAll: 300,
  heartbeatMs: 15_000,
  longestMs: 10 * 60_000,
}
/** Whoever reads so slowly comes back, and catches up. */
const MOST_UNREAD_BYTES = 65_536

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
        if (!(await watching.goesOn().catch(() => true))) end()
      }
      const entry = { personId: watching.personId, end, check }
      open.add(entry)
      const stores = new Set<string>(watching.storeIds)
      const write = (text: string): void => {
        // Not `readableEnded`, which it is only once all before has been read.
        if (stream.destroyed || hasEnded) return
        if (stream.readableLength > MOST_UNREAD_BYTES) stream.destroy()
        else stream.push(text)
      }
      // What happens while it is caught up comes after that.
      const early: Heard[] = []
      let hear = (heard: Heard): void => void early.push(heard)
      const stopListening = feed.listen((heard) => hear(heard))
      const startedAt = performance.now()
      const beat = setInterval(() => {
        write(':\n\n')
        if (performance.now() - startedAt >= limits.longestMs) end()
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
        hear = (heard) => write(textOf(heard, stores))
        early.forEach(hear)
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

/** As it is sent to whoever may know of these stores; '': there is nothing for them. */
const textOf = (
  heard: Heard,
  stores: ReadonlySet<string>,
  { always = false }: { always?: boolean } = {},
): string => {
  const id = positionText(heard.position)
  if (heard.kind === 'reset') return `id: ${id}\nevent: reset\ndata: {}\n\n`
  const changes = heard.changes
    .filter(({ store_id }) => stores.has(store_id))
    .map(({ version: _, ...change }) => change)
  if (changes.length === 0 && !always) return ''
  return `id: ${id}\nevent: changes\ndata: ${JSON.stringify({ changes })}\n\n`
}
