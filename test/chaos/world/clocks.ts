import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayProxy } from '../../support/gateway-proxy.ts'
import type { Json } from '../../support/world.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Gate } from './gate.ts'

/**
 * Clocks of Puente and the gateway, which may differ. A leap waits until no request is in flight,
 * because a lookup would otherwise conclude that the gateway never received the charge.
 */
export interface Clocks {
  movePuente(seconds: number): Promise<void>
  moveGateway(seconds: number): Promise<void>
  pass(seconds: number): Promise<void>
  /** Sets both clocks to the later one. */
  agree(): Promise<void>
  puenteOffsetMs(): number
  /** Blocks requests during `work`. */
  whileIdle<T>(work: (leap: Leap) => Promise<T>): Promise<T>
}

type Leap = (seconds: number) => Promise<void>

const PROPAGATION_MS = 60

export const setUpClocks = ({
  database,
  line,
  gate,
  control,
}: {
  database: DatabaseServer
  line: GatewayProxy
  gate: Gate
  control: (path: string, body?: unknown) => Promise<Json>
}): Clocks => {
  let offsetMs = 0

  /** Bypasses the web role, which may be dead. */
  const writeOffset = async (): Promise<void> => {
    await database.use('puente', async (client) => {
      await client.query('UPDATE puente.test_clock SET offset_ms = $1', [offsetMs])
      await client.query('NOTIFY puente_clock')
    })
    await sleep(PROPAGATION_MS)
  }
  const setPuente = async (seconds: number): Promise<void> => {
    offsetMs += seconds * 1000
    await writeOffset()
  }
  const setGateway = async (seconds: number): Promise<void> => {
    const { now } = await control('/sandbox/clock')
    const target = new Date(Date.parse(now) + seconds * 1000)
    await control('/sandbox/clock', { now: target.toISOString() })
  }
  const leap: Leap = async (seconds) => {
    await setGateway(seconds)
    await setPuente(seconds)
  }
  const whileIdle: Clocks['whileIdle'] = (work) =>
    gate.alone(async () => {
      await line.idle()
      return work(leap)
    })
  const movePuente = (seconds: number) => whileIdle(() => setPuente(seconds))
  const moveGateway = (seconds: number) => whileIdle(() => setGateway(seconds))

  return {
    movePuente,
    moveGateway,
    whileIdle: whileIdle,
    pass: (seconds) => whileIdle(() => leap(seconds)),
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
