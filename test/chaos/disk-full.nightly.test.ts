import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { eventually } from '../support/world.ts'
import { drawFrom } from './draw.ts'
import { type ChaosWorld, startChaosWorld } from './world/chaos-world.ts'
import { type Lane, openLane } from './world/lane.ts'

let lane: Lane | undefined
let world: ChaosWorld | undefined
beforeAll(async () => {
  lane = await openLane('embedded')
  world = lane && (await startChaosWorld(lane, { seed: 0, draw: drawFrom(0), policy: {} }))
  await world?.load.stop()
})
afterAll(async () => {
  await world?.close()
  await lane?.close({ keepLogs: false })
})

const handled = ({ lane: { database } }: ChaosWorld): Promise<string[]> =>
  database.use('puente', async (client) => {
    const done = `SELECT message_id FROM puente.events WHERE state = 'handled'`
    return (await client.query<{ message_id: string }>(done)).rows.map((row) => row.message_id)
  })

describe('a full database disk', () => {
  it('a delivery to a full disk gets a 503 until there is room, and no accepted event is lost', async (test) => {
    if (!lane || !world?.lane.disk.canBeFilled) return test.skip('no right to mount a file system')
    const { publicUrl, disk } = lane
    const running = world
    const taken: string[] = []
    const send = async (body: string): Promise<number> => {
      const { status } = await deliver(publicUrl, { body })
      if (status === 200) taken.push(JSON.parse(body).id)
      return status
    }
    expect(await send(unmatchedEvent())).toBe(200)

    const free = await disk.fill()
    const refused: string[] = []
    // An event still fits into a page with room, durably.
    await eventually(async () => {
      const body = unmatchedEvent()
      const status = await send(body)
      if (status !== 200) {
        expect(status).toBe(503)
        refused.push(body)
      }
      return refused.length >= 10
    })
    free()

    for (const body of refused) {
      await eventually(async () => (await send(body)) === 200)
    }
    await eventually(async () => {
      const done = await handled(running)
      return taken.every((id) => done.includes(id))
    })
    const all = new Set([...taken, ...running.load.acknowledged])
    expect((await handled(running)).toSorted()).toEqual([...all].toSorted())
  })
})
