import { setTimeout as sleep } from 'node:timers/promises'
import type { DbQuery } from '../db/db.ts'
import { makeTasksOfTaken, type TakenMessage, takeMessages } from '../db/inbox.ts'
import { EVENT_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../payments/context.ts'
import type { TaskKind } from '../payments/enqueue.ts'
import {
  type AppliedEvent,
  announceApplied,
  applyGatewayEvents,
} from '../payments/inbound/apply-gateway-event.ts'
import { isDatabaseAway, isLockConflict } from '../runtime/database.ts'
import { startLoop } from '../runtime/loop.ts'
import type { RunningTally } from '../runtime/tally.ts'

const MOST_IN_A_SET = 200
/** Events that come in while a set is applied are the next set; a few more may come with them. */
const LINGER_MS = 4
/** A signal that was lost costs so much time. */
const LOOK_EVERY_MS = 250
/** Two who wait for each other's rows try again at different times. */
const CONFLICT_WAIT_MS = { least: 5, most: 25 }

const KIND = 'apply-gateway-event' satisfies TaskKind

/**
 * Applies what the gateway has delivered, in sets: one loop in each process, which share the inbox by the
 * rows that they lock. The row in the inbox is the work; only an event that cannot be applied with
 * others, or not be read, becomes a task of its own.
 */
export const startApplyingEvents = (
  ctx: PaymentsContext,
  { tallyError }: Pick<RunningTally, 'tallyError'>,
): { close(): Promise<void> } => {
  let closed = false

  const look = async (): Promise<number> => {
    while (!closed) {
      const count = await applySet(ctx, MOST_IN_A_SET)
      if (count === 0) break
      if (count < MOST_IN_A_SET) await sleep(LINGER_MS)
    }
    return LOOK_EVERY_MS
  }
  const loop = startLoop({
    look,
    onFailure: (error) => tallyError(error, 'events will be applied later'),
  })
  const stopListening = ctx.signals.on(EVENT_SIGNAL, loop.wake)
  return {
    close: async () => {
      closed = true
      stopListening()
      await loop.close()
    },
  }
}

/**
 * Applies one set of at most so many events. A set that fails is halved until the one at fault is
 * alone, which is tried by itself from then on. Returns how many were taken.
 */
const applySet = async (ctx: PaymentsContext, limit: number): Promise<number> => {
  let taken: readonly TakenMessage[] = []
  try {
    const applied = await ctx.db.query.transaction().execute(async (trx) => {
      taken = await takeMessages(trx, { source: 'gateway', limit })
      if (taken.length === 0) return []
      const events = await applyGatewayEvents(trx, ctx, taken)
      await leaveToTasks(
        ctx,
        trx,
        events.filter(isUnreadable).map(({ message }) => message),
      )
      return events
    })
    // One that cannot be read is told of by its task.
    announceApplied(
      ctx,
      applied.filter((event) => !isUnreadable(event)),
    )
    if (applied.some(isUnreadable)) ctx.signals.send(WORK_SIGNAL)
    return taken.length
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (isLockConflict(error)) {
      const { least, most } = CONFLICT_WAIT_MS
      await sleep(least + Math.random() * (most - least))
      return taken.length
    }
    if (taken.length > 1) return applySet(ctx, Math.ceil(taken.length / 2))
    await ctx.db.query.transaction().execute((trx) => leaveToTasks(ctx, trx, taken))
    ctx.signals.send(WORK_SIGNAL)
    return taken.length
  }
}

const isUnreadable = ({ outcome }: AppliedEvent): boolean => outcome === 'unreadable'

const leaveToTasks = async (
  { clock }: PaymentsContext,
  trx: DbQuery,
  messages: readonly TakenMessage[],
): Promise<void> => {
  if (messages.length === 0) return
  await makeTasksOfTaken(trx, { messages, kind: KIND, now: clock.now() })
}
