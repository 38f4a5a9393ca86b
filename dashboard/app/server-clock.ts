import type { Middleware } from 'openapi-fetch'
import { useSyncExternalStore } from 'react'

/** Differences below this are latency, not a wrong clock. */
const LEAST_OFFSET_MS = 3_000
const TICK_MS = 30_000

let offsetMs = 0
let shownAt = new Date()
const subscribers = new Set<() => void>()

const tick = (): void => {
  shownAt = serverNow()
  for (const notify of subscribers) notify()
}

/** Time by Puente's clock: the browser's may be hours off. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs)

/** Start times of requests in flight, by id. */
const sentAt = new Map<string, number>()

/** Learns Puente's clock from responses, which name the time when their request arrived. */
export const serverClock: Middleware = {
  onRequest: ({ id }) => {
    sentAt.set(id, Date.now())
  },
  onError: ({ id }) => {
    sentAt.delete(id)
  },
  onResponse: ({ id, response }) => {
    const sent = sentAt.get(id) ?? Date.now()
    sentAt.delete(id)
    const time = Date.parse(response.headers.get('puente-time') ?? '')
    if (Number.isNaN(time)) return
    const difference = time - sent
    const learnt = Math.abs(difference) < LEAST_OFFSET_MS ? 0 : difference
    if (Math.abs(learnt - offsetMs) < LEAST_OFFSET_MS) return
    offsetMs = learnt
    tick()
  },
}

let timer: ReturnType<typeof setInterval> | undefined
const subscribe = (notify: () => void): (() => void) => {
  if (subscribers.size === 0) shownAt = serverNow()
  subscribers.add(notify)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    subscribers.delete(notify)
    if (subscribers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns a time half a minute old at most. */
export const useServerNow = (): Date => useSyncExternalStore(subscribe, () => shownAt)
