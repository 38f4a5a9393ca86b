import { type Connection, openConnection } from './connections.ts'
import type { WrittenRequest } from './send-load.ts'

export interface SteadyAnswer {
  /** Of its request. */
  index: number
  /** `performance.now()` at which the request was due. */
  dueAt: number
  /** From the due time to the answer, waits for a free connection included. */
  latencyMs: number
}

const TICK_MS = 1

/**
 * Open loop: requests are due at a fixed rate, regardless of answers. One that finds no free
 * connection waits, and its latency counts from its due time. Rejects on another status.
 */
export const sendSteadily = async ({
  port,
  connections,
  perSecond,
  requests,
  expectedStatus,
}: {
  port: number
  connections: number
  perSecond: number
  requests: readonly WrittenRequest[]
  expectedStatus: number
}): Promise<SteadyAnswer[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A connection may break while the others open.
  promise.catch(() => {})
  const answers: SteadyAnswer[] = []
  const free: { send(index: number): void }[] = []
  const all: Connection[] = []
  let next = 0
  const dueAtOf = (index: number): number => startedAt + (index * 1_000) / perSecond
  const sendDue = (): void => {
    const now = performance.now()
    while (next < requests.length && dueAtOf(next) <= now) {
      // The longest idle one: a server closes connections without a request.
      const connection = free.shift()
      if (!connection) return
      connection.send(next++)
    }
  }
  for (let opened = 0; opened < connections; opened++) {
    let index = 0
    const connection = await openConnection(port, {
      answered: (status) => {
        if (status !== expectedStatus) return reject(new Error(`a request was answered ${status}`))
        const dueAt = dueAtOf(index)
        answers.push({ index, dueAt, latencyMs: performance.now() - dueAt })
        free.push(own)
        if (answers.length === requests.length) resolve()
        else sendDue()
      },
      failed: reject,
    })
    const own = {
      send: (of: number) => {
        index = of
        const request = requests[of]
        if (request) connection.send(request.bytes)
      },
    }
    all.push(connection)
    free.push(own)
  }
  const startedAt = performance.now()
  const ticking = setInterval(sendDue, TICK_MS)
  await promise.finally(() => {
    clearInterval(ticking)
    for (const connection of all) connection.close()
  })
  return answers
}
