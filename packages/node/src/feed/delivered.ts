import { isOrderEvent, type NotificationEvent } from '../notifications/events.ts'
import type { DeliveryReport } from './deliver.ts'

interface WaitOptions {
  timeoutMs?: number | undefined
}

/** Waits for a delivered event. A type guard narrows the event that it resolves with. */
export interface WaitFor {
  <Event extends NotificationEvent>(
    fits: (event: NotificationEvent) => event is Event,
    options?: WaitOptions,
  ): Promise<Event>
  (fits: (event: NotificationEvent) => boolean, options?: WaitOptions): Promise<NotificationEvent>
}

/** Events that `waitFor` remembers. */
const MOST_REMEMBERED = 1_000

/** Remembers delivered events, and resolves pending `waitFor` calls. */
export const createDelivered = () => {
  const events: NotificationEvent[] = []
  const waiting = new Set<() => void>()
  let failure: { error: unknown } | undefined
  let isEnded = false
  let lastRefusal: string | undefined

  const wake = (): void => {
    for (const look of [...waiting]) look()
  }
  const arrived = (): string => {
    const names = events.map(nameOf).join(', ') || 'nothing'
    return `Delivered: ${names}.${lastRefusal ? ` Not delivered: ${lastRefusal}.` : ''}`
  }

  function waitFor<Event extends NotificationEvent>(
    fits: (event: NotificationEvent) => event is Event,
    options?: WaitOptions,
  ): Promise<Event>
  function waitFor(
    fits: (event: NotificationEvent) => boolean,
    options?: WaitOptions,
  ): Promise<NotificationEvent>
  function waitFor(
    fits: (event: NotificationEvent) => boolean,
    { timeoutMs = 30_000 }: WaitOptions = {},
  ): Promise<NotificationEvent> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        waiting.delete(look)
      }
      const look = (): void => {
        let found: NotificationEvent | undefined
        try {
          found = events.find(fits)
        } catch (error) {
          stop()
          return reject(error)
        }
        if (!found && !failure && !isEnded) return
        stop()
        if (found) resolve(found)
        else if (failure) reject(failure.error)
        else reject(new Error(`The listening was closed before the event arrived. ${arrived()}`))
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`The event did not arrive within ${timeoutMs} ms. ${arrived()}`))
      }, timeoutMs)
      waiting.add(look)
      look()
    })
  }

  return {
    waitFor: waitFor satisfies WaitFor,
    add: (event: NotificationEvent): void => {
      events.push(event)
      if (events.length > MOST_REMEMBERED) events.shift()
      wake()
    },
    /** Keeps the latest answer of a target that refuses, which the error of `waitFor` names. */
    note: ({ entry, outcome, answer, tries }: DeliveryReport): void => {
      lastRefusal =
        outcome === 'delivered'
          ? undefined
          : `${entry.type ?? 'an event'} ${entry.order_id ?? entry.id} (try ${tries}: ${answer})`
    },
    fail: (error: unknown): void => {
      failure = { error }
      wake()
    },
    end: (): void => {
      isEnded = true
      wake()
    },
    rethrow: (): void => {
      if (failure) throw failure.error
    },
  }
}

const nameOf = (event: NotificationEvent): string => {
  if (isOrderEvent(event)) return `${event.type} ${event.data.order.id}`
  return event.type === 'unknown' ? event.name : event.type
}
