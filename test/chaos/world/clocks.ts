import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayProxy } from '../../support/gateway-proxy.ts'
import type { Json } from '../../support/world.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Gate } from './gate.ts'

/**
 * The clocks of Puente and of the gateway, which need not agree. Time leaps while nobody is in the
 * middle of a request: else a charge would be on its way to the gateway for a quarter of an hour, and
 * whoever looks for it by then takes it for one that was never heard.
 */
export interface Clocks {
  movePuente(seconds: number): Promise<void>
  moveGateway(seconds: number): Promise<void>
  /** Time that passes for everybody. */
  pass(seconds: number): Promise<void>
  /** Both clocks tell the same time, the later one. */
  agree(): Promise<void>
  /** Milliseconds by which Puente's clock is ahead of the real one. */
  puenteOffsetMs(): number
  /** Nobody begins a request, and none is under way. Leaps of time wait for that themselves. */
  whileNobodyAsks<T>(work: (leap: Leap) => Promise<T>): Promise<T>
}

/** Moves both clocks from within, where nobody asks. */
type Leap = (seconds: number) => Promise<void>

/** So long every process takes at most to hear that the clock was moved. */
const HEARD_MS = 60

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

  /** Past the web role, which may be dead: as time passes for a machine that is off. */
  const writeOffset = async (): Promise<void> => {
    await database.use('puente', async (client) => {
      await client.query('UPDATE puente.test_clock SET offset_ms = $1', [offsetMs])
      await client.query('NOTIFY puente_clock')
    })
    await sleep(HEARD_MS)
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
  const whileNobodyAsks: Clocks['whileNobodyAsks'] = (work) =>
    gate.alone(async () => {
      await line.idle()
      return work(leap)
    })
  const movePuente = (seconds: number) => whileNobodyAsks(() => setPuente(seconds))
  const moveGateway = (seconds: number) => whileNobodyAsks(() => setGateway(seconds))

  return {
    movePuente,
    moveGateway,
    whileNobodyAsks,
    pass: (seconds) => whileNobodyAsks(() => leap(seconds)),
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
