import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../support/world.ts'
import type { DatabaseServer } from './database-server.ts'

/** The clocks of Puente and of the gateway, which need not agree. */
export interface Clocks {
  movePuente(seconds: number): Promise<void>
  moveGateway(seconds: number): Promise<void>
  /** Time that passes for everybody. */
  pass(seconds: number): Promise<void>
  /** Both clocks tell the same time, the later one. */
  agree(): Promise<void>
  /** Milliseconds by which Puente's clock is ahead of the real one. */
  puenteOffsetMs(): number
}

/** So long every process takes at most to hear that the clock was moved. */
const HEARD_MS = 60

export const setUpClocks = ({
  database,
  control,
}: {
  database: DatabaseServer
  control: (path: string, body?: unknown) => Promise<Json>
}): Clocks => {
  let offsetMs = 0

  /** Past the web role, which may be dead: as time passes for a machine that is off. */
  const writeOffset = async (): Promise<void> => {
    await database.use('puente', async (client) => {
      await client.query('UPDATE puente.test_clock SET offset_ms = $1', [offsetMs])
      await client.query('NOTIFY puente_clock')
    })
    await sleep(HEARD_MS)
  }
  const movePuente = async (seconds: number): Promise<void> => {
    offsetMs += seconds * 1000
    await writeOffset()
  }
  const moveGateway = async (seconds: number): Promise<void> => {
    const { now } = await control('/sandbox/clock')
    const target = new Date(Date.parse(now) + seconds * 1000)
    await control('/sandbox/clock', { now: target.toISOString() })
  }

  return {
    movePuente,
    moveGateway,
    pass: async (seconds) => {
      await moveGateway(seconds)
      await movePuente(seconds)
    },
    agree: async () => {
      const { now } = await control('/sandbox/clock')
      const gatewayAheadMs = Date.parse(now) - (Date.now() + offsetMs)
      const seconds = Math.round(gatewayAheadMs / 1000)
      if (seconds > 0) await movePuente(seconds)
      else await moveGateway(-seconds)
    },
    puenteOffsetMs: () => offsetMs,
  }
}
