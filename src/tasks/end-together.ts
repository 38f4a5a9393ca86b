import { setTimeout as sleep } from 'node:timers/promises'
import { type EndedNotification, endNotifications } from '../db/notification-claims.ts'
import { type Claim, putBackTasks } from '../db/task-claims.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { type Trying, untilWritten } from './end-try.ts'

/** As long does the next notification of the same order wait at most. */
const COLLECTED_MS = 15

export interface Ends {
  add(ended: EndedNotification): void
  /** It was not tried. */
  putBack(claimed: Claim): void
  /** Resolves when all that was added is written; rejects where it cannot be, and nobody waits for it. */
  written(): Promise<void>
}

/** Collects the ends of notifications for some milliseconds, and writes them in one statement. */
export const collectEnds = (
  { db: { query } }: Pick<PaymentsContext, 'db'>,
  trying: Trying,
  onWritten: (claims: readonly Claim[]) => void,
): Ends => {
  let ended: EndedNotification[] = []
  let back: Claim[] = []
  let writing: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    while (ended.length + back.length > 0) {
      await sleep(COLLECTED_MS)
      const [done, untried] = [ended, back]
      ended = []
      back = []
      if (done.length > 0) await untilWritten(() => endNotifications(query, done), trying)
      if (untried.length > 0) await untilWritten(() => putBackTasks(query, untried), trying)
      onWritten([...done, ...untried])
    }
  }
  const writeSoon = (): void => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    // Whoever closes hears of a failure.
    writing.catch(() => {})
  }
  return {
    add: (each) => {
      ended.push(each)
      writeSoon()
    },
    putBack: (each) => {
      back.push(each)
      writeSoon()
    },
    written: async () => {
      await writing
    },
  }
}
