import { setTimeout as sleep } from 'node:timers/promises'
import { deliver, unmatchedEvent } from '../../support/gateway-events.ts'
import type { Draw } from '../draw.ts'

export interface Load {
  acknowledged: ReadonlySet<string>
  refusals(): number
  burst(events: number): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 60
const TRIES = 3
const BETWEEN_TRIES_MS = 400

export const startLoad = (publicUrl: string, draw: Draw): Load => {
  const acknowledged = new Set<string>()
  let refusals = 0
  const underWay = new Set<Promise<void>>()
  let stopped = false

  const send = async (body: string): Promise<number> => {
    const status = await deliver(publicUrl, { body }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    if (status >= 500) refusals += 1
    if (status === 200) acknowledged.add(JSON.parse(body).id)
    return status
  }
  const insist = async (body: string): Promise<void> => {
    for (let tries = 1; (await send(body)) !== 200 && tries < TRIES && !stopped; tries++) {
      await sleep(BETWEEN_TRIES_MS)
    }
  }
  const start = (body: string): void => {
    const sending = insist(body).finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  const flow = async (): Promise<void> => {
    for (; !stopped; await sleep(EVERY_MS)) {
      const body = unmatchedEvent()
      start(body)
      if (draw.next() < 0.2) start(body)
    }
  }
  const flowing = flow()

  return {
    acknowledged,
    refusals: () => refusals,
    burst: async (events) => {
      const bodies = Array.from({ length: events }, unmatchedEvent)
      await Promise.all([...bodies, ...bodies].map(send))
    },
    stop: async () => {
      stopped = true
      await flowing
      await Promise.all(underWay)
    },
  }
}
