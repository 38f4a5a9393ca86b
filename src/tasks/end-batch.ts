import { setTimeout as sleep } from 'node:timers/promises'
import { actAs } from '../db/current-actor.ts'
import type { Claim } from '../db/tasks/task-claims.ts'
import { endDone } from '../db/tasks/task-ends.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { notifyStorefrontKind } from '../payments/ports/tasks/notification-tasks.ts'
import { retryUntilWritten, type Trying } from './end-try.ts'

/** Upper bound on the delay added to the next notification of the same order. */
const COLLECTED_MS = 15

const NOTIFIER = { kind: 'job', name: notifyStorefrontKind.kind } as const

type EndedNotification = Parameters<typeof endDone>[1][number]

export const collectEnds = (
  { db: { query } }: Pick<PaymentsContext, 'db'>,
  trying: Trying,
  onWritten: (claims: readonly Claim[]) => void,
) => {
  let waiting: EndedNotification[] = []
  let writing: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await sleep(COLLECTED_MS)
      const ended = waiting
      waiting = []
      await retryUntilWritten(() => actAs(NOTIFIER, () => endDone(query, ended)), trying)
      onWritten(ended)
    }
  }
  return {
    add: (each: EndedNotification): void => {
      waiting.push(each)
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
      // `written` rejects with the failure.
      writing.catch(() => {})
    },
    /** Rejects if a write fails during shutdown. */
    written: async (): Promise<void> => writing,
  }
}
