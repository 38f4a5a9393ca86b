import {
  type ClaimedNotification,
  claimNotifications,
} from '../db/notifications/notification-claims.ts'
import { type Claim, unclaimTasks } from '../db/tasks/task-claims.ts'
import {
  type Notified,
  notifyStorefront,
  type SendWith,
} from '../payments/notifications/notify-storefront.ts'
import { recordCalls } from '../payments/notifications/record-calls.ts'
import {
  NOTIFICATION_SIGNAL,
  type PaymentsContext,
  WORK_SIGNAL,
} from '../payments/ports/context.ts'
import type { TaskOutcome } from '../payments/ports/task-outcome.ts'
import { notifyStorefrontKind as kind } from '../payments/ports/tasks/notification-tasks.ts'
import { isDatabaseUnreachable } from '../runtime/postgres/database.ts'
import { startLoop } from '../runtime/queue/loop.ts'
import { collectEnds } from './end-batch.ts'
import { endTry, reportContact, retryUntilWritten, tryTask, whichTask } from './end-try.ts'
import { readTogether } from './fact-batch.ts'
import { LEFT_DUE_WAIT_MS, POLL_INTERVAL_MS, pauseUntilDue } from './pause-until-due.ts'
import { createStoreSlots } from './store-slots.ts'
import type { AtWork } from './work-watch.ts'

/** Upper bound in flight per process; the kind bounds those per store. */
const AT_ONCE = 48
/** Upper bound per batch, and per store across processes. */
const CLAIMED_AHEAD = 200
/**
 * Pause between a claim and the query for the next due time. Under load, a signal comes first and
 * saves the query.
 */
const LULL_MS = 25
/** Low-water mark that triggers the next claim. */
const FEW = AT_ONCE / 2

interface Waiting {
  task: ClaimedNotification
  read: () => Promise<SendWith | undefined>
}

/**
 * Notifies stores: claims due notifications in batches, reads their facts in one snapshot, sends
 * concurrently, writes successful ends in batches. Processes claim disjoint batches.
 */
export const startNotifying = (
  ctx: PaymentsContext,
  { running, watch, ...trying }: AtWork,
): { close(): Promise<void> } => {
  const { query } = ctx.db
  let isHeldUp = false
  let isSomeLeft = false
  /** A signal arrived since the last claim. */
  let isSignalled = false
  /** A notification ended since the last claim, so the next one of its order can start. */
  let isAnyOver = false
  let isLull = false

  const over = (claims: readonly Claim[]): void => {
    for (const { id } of claims) running.delete(id)
    isAnyOver = true
    // Lets the order's next notification start and frees capacity.
    if (isSomeLeft) loop.wake()
  }
  const ends = collectEnds(ctx, trying, over)

  /** Batches successful ends; writes other ends like any task's. */
  const sendOne = async ({ task, read }: Waiting): Promise<'ended' | 'ends-with-others'> => {
    if (await trying.isHeld(task)) {
      await retryUntilWritten(() => unclaimTasks(query, [task]), trying)
      return 'ended'
    }
    let notified: Notified | undefined
    const { note: noteCall, calls } = recordCalls()
    const run = async (): Promise<TaskOutcome> => {
      const sendWith = await read()
      notified = await notify(ctx, { task, sendWith: sendWith && { ...sendWith, noteCall } })
      return notified.outcome
    }
    const ended = await tryTask(ctx, task, { ...trying, run, timeoutMs: kind.timeoutMs })
    // A try that took too long has the calls that ended before.
    const tried = ended.outcome === 'busy' ? ended : { ...ended, calls }
    const { hasContacted = false, line } = notified ?? {}
    if (tried.outcome !== 'done' || task.replay_of !== null) {
      await endTry(ctx, task, { ...trying, tried, hasContacted, kind, line })
      return 'ended'
    }
    ends.add({
      id: task.id,
      claims: task.claims,
      at: ctx.clock.now(),
      note: tried.note,
      line,
      calls,
    })
    await reportContact(ctx.circuits, task, { tried, hasContacted })
    return 'ends-with-others'
  }
  const send = async (waiting: Waiting): Promise<void> => {
    const { task } = waiting
    const ended = await sendOne(waiting).catch((error) => {
      const which = whichTask(task)
      if (isDatabaseUnreachable(error))
        trying.tallyError(error, 'end of task not written', {}, which)
      else ctx.log.error({ err: error, ...which }, 'task failed')
      return 'ended'
    })
    if (ended === 'ended') over([task])
    if (isHeldUp && isHungry()) loop.wake()
  }

  const slots = createStoreSlots<Waiting>({
    workers: AT_ONCE,
    perStore: kind.concurrencyPerStore,
    run: send,
  })
  const isHungry = (): boolean => {
    const { running: sending, waiting } = slots.load()
    return sending < AT_ONCE || waiting <= FEW
  }

  const claim = async (): Promise<number> => {
    isSignalled = false
    isAnyOver = false
    const claimed = await claimNotifications(ctx.db.hot.query, {
      now: ctx.clock.now(),
      processId: ctx.processId,
      limit: CLAIMED_AHEAD,
      roomPerStore: CLAIMED_AHEAD,
    })
    const readFor = readTogether(ctx, claimed)
    for (const task of claimed) {
      running.add(task.id)
      slots.add(task.store_id, { task, read: () => readFor(task) })
    }
    return claimed.length
  }

  const poll = async (): Promise<number> => {
    for (;;) {
      watch.cameRound('notifications')
      const wasHeldUp = isHeldUp
      isHeldUp = !isHungry()
      if (isHeldUp) isLull = false
      if (isHeldUp && !wasHeldUp) ctx.signals.send(NOTIFICATION_SIGNAL)
      if (trying.isClosing() || isHeldUp) return POLL_INTERVAL_MS
      const claimed = isLull && !isSignalled ? 0 : await claim()
      isLull = claimed > 0
      if (claimed === CLAIMED_AHEAD) continue
      if (claimed > 0) return LULL_MS
      const pauseMs = await pauseUntilDue(ctx, { inBatches: true })
      isSomeLeft = pauseMs === LEFT_DUE_WAIT_MS
      if (!isSomeLeft || !isAnyOver) return pauseMs
    }
  }
  const loop = startLoop({
    poll,
    onFailure: (error) => trying.tallyError(error, 'notifications will be sent later'),
  })
  const wake = (): void => {
    isSignalled = true
    loop.wake()
  }
  ctx.signals.on(WORK_SIGNAL, wake)
  ctx.signals.on(NOTIFICATION_SIGNAL, (notifier) => {
    const isOurs = notifier === String(ctx.processId)
    if (isOurs && (isHeldUp || trying.isClosing())) ctx.signals.send(NOTIFICATION_SIGNAL)
    else if (isOurs || notifier === '') wake()
  })
  return {
    close: async () => {
      await loop.close()
      await unclaimTasks(
        query,
        slots.close().map(({ task }) => task),
      )
      await slots.ended()
      await ends.written()
    },
  }
}

const notify = async (
  ctx: PaymentsContext,
  { task, sendWith }: { task: ClaimedNotification; sendWith: SendWith | undefined },
): Promise<Notified> => {
  if (!sendWith) return { outcome: { outcome: 'done' }, hasContacted: false }
  const notified = await notifyStorefront(ctx, kind.payload.parse(task.payload), sendWith)
  if (notified.hasContacted && notified.outcome.outcome === 'done') {
    const tookMs = ctx.clock.now().getTime() - task.created_at.getTime()
    ctx.measurements.storeNotified(sendWith.facts.store.platform, tookMs / 1_000)
    ctx.storeWork.notified(task.store_id, { tookMs, tries: task.tries })
  }
  return notified
}
