import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { postgresSilent, redisDemoted, redisSilent, rollingRestart } from './engines.ts'
import { gatewayComesBack } from './gateway-comes-back.ts'
import type { ChaosWorld } from './world/chaos-world.ts'
import { killAllWorkers, killOneWorker, killPostgres, killRedis, killWeb } from './world/mortals.ts'

/** `strike` resolves with a description once it is over. */
export interface Disaster {
  /** Skipped without it. */
  needs?: 'redis' | 'engines behind addresses' | 'a disk that can be filled'
  strike(world: ChaosWorld): Promise<string>
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const PATIENCE_MS = 60_000

/** `docs/reliability.md` cites these names. */
export const DISASTERS = {
  'web killed': {
    strike: async (world) => {
      const awayMs = world.draw.between(0, 700)
      await killWeb(world, awayMs)
      return `for ${awayMs} ms`
    },
  },
  'worker killed': {
    strike: async (world) => {
      const awayMs = world.draw.between(0, 1_500)
      await killOneWorker(world, awayMs)
      return `one of two, for ${awayMs} ms`
    },
  },
  'all workers killed': {
    strike: async (world) => {
      const awayMs = world.draw.between(0, 1_500)
      await killAllWorkers(world, awayMs)
      return `for ${awayMs} ms`
    },
  },
  'killed in the middle of a call': {
    strike: (world) =>
      inTheMiddleOfACall(world, async () => {
        await Promise.all([killWeb(world, 0), killAllWorkers(world, 0)])
        return 'cut'
      }),
  },
  'PostgreSQL killed in the middle of a call': {
    strike: async (world) => {
      let recovery = Promise.resolve()
      const when = await inTheMiddleOfACall(world, async () => {
        recovery = killPostgres(world, 0)
        // The answer arrives, but the database is down.
        return 'pass'
      })
      await recovery
      return when
    },
  },
  'power cut': {
    strike: async (world) => {
      const awayMs = world.draw.between(100, 1_000)
      await Promise.all([
        killPostgres(world, awayMs),
        killWeb(world, awayMs),
        killAllWorkers(world, awayMs),
        killRedis(world, awayMs),
      ])
      return `for ${awayMs} ms`
    },
  },
  'PostgreSQL killed': {
    strike: async (world) => {
      const awayMs = world.draw.between(0, 1_500)
      await killPostgres(world, awayMs)
      return `for ${awayMs} ms and its recovery`
    },
  },
  'PostgreSQL silent': { needs: 'engines behind addresses', strike: postgresSilent },
  'Redis silent': { needs: 'engines behind addresses', strike: redisSilent },
  'Redis demoted': { needs: 'engines behind addresses', strike: redisDemoted },
  'rolling restart': { strike: rollingRestart },
  'Redis flushed': {
    needs: 'redis',
    strike: async ({ lane: { redis } }) => {
      if (!redis) return ''
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
      return ''
    },
  },
  'Redis killed': {
    needs: 'redis',
    strike: async (world) => {
      const awayMs = world.draw.between(200, 2_500)
      await killRedis(world, awayMs)
      return `for ${awayMs} ms, and empty afterwards`
    },
  },
  'gateway cut off in calls': {
    strike: async ({ lane: { line }, draw }) => {
      let cuts = 0
      line.onPass(async () => {
        if (draw.next() < 0.5) return 'pass'
        cuts += 1
        return 'cut'
      })
      await sleep(draw.between(800, 2_000))
      line.onPass(undefined)
      return `${cuts} times, before the work or after it`
    },
  },
  'gateway unreachable': {
    strike: async ({ lane: { line }, draw }) => {
      const awayMs = draw.between(500, 2_000)
      await line.refuse()
      await sleep(awayMs)
      await line.accept()
      return `for ${awayMs} ms`
    },
  },
  'gateway comes back': { strike: gatewayComesBack },
  'gateway silent': {
    strike: async ({ lane: { line }, draw }) => {
      const awayMs = draw.between(500, 1_500)
      line.always({ kind: 'hang' })
      await sleep(awayMs)
      line.always(undefined)
      return `for ${awayMs} ms: calls that began then get no answer`
    },
  },
  'shop down for an hour': {
    strike: async ({ shop, clocks }) => {
      shop.setMode('refuses')
      for (let quarters = 0; quarters < 4; quarters++) {
        await clocks.pass(15 * MINUTE)
        await sleep(250)
      }
      shop.setMode('as-usual')
      return ''
    },
  },
  'shop takes without a word': {
    strike: async ({ shop, draw }) => {
      shop.setMode('accepts-without-answer')
      await sleep(draw.between(500, 2_000))
      shop.setMode('as-usual')
      return ''
    },
  },
  'no delivery arrives for two hours': {
    strike: async (world) => {
      await world.clocks.whileIdle(async (leap) => {
        await killWeb(world, PATIENCE_MS)
        // Past the fifth and last attempt of pending events (6.5).
        await leap(2 * HOUR)
        await world.web.kill(0)
      })
      return 'the web role was down'
    },
  },
  'clocks disagree': {
    strike: async ({ clocks, draw }) => {
      const seconds = draw.oneOf([-90 * MINUTE, -10 * MINUTE, 10 * MINUTE, 3 * HOUR])
      const whose = draw.oneOf(['Puente', 'gateway'])
      await (whose === 'Puente' ? clocks.movePuente(seconds) : clocks.moveGateway(seconds))
      await sleep(draw.between(300, 1_000))
      return `the clock of ${whose} jumps by ${seconds / MINUTE} minutes`
    },
  },
  'disk full': {
    needs: 'a disk that can be filled',
    strike: async ({ lane: { disk, database }, load, draw }) => {
      const fullMs = draw.between(800, 2_500)
      const refusedBefore = load.refusals()
      const free = await disk.fill()
      await load.burst(20)
      await sleep(fullMs)
      const refused = load.refusals() - refusedBefore
      free()
      await database.use('puente', (client) => client.query('SELECT 1'))
      return `for ${fullMs} ms: ${refused} deliveries were refused`
    },
  },
  'many deliveries at once': {
    strike: async ({ load, draw }) => {
      const events = draw.between(50, 200)
      await load.burst(events)
      return `${events}, each of them twice`
    },
  },
} as const satisfies Record<string, Disaster>

export type DisasterName = keyof typeof DISASTERS

export const DISASTER_NAMES = Object.keys(DISASTERS) as DisasterName[]

const MOVES_MONEY = /^POST \/(v1\/payments|v1\/payment-methods|embed\/v1\/confirm)/
const WAIT_FOR_A_CALL_MS = 3_000

/** Strikes before or after the next call that moves money. */
const inTheMiddleOfACall = async (
  { lane: { line }, draw }: ChaosWorld,
  strike: () => Promise<'pass' | 'cut'>,
): Promise<string> => {
  const stage = draw.oneOf(['on-its-way', 'work-done'])
  const call = Promise.withResolvers<string>()
  line.onPass(async (route, passing) => {
    if (passing !== stage || !MOVES_MONEY.test(route)) return 'pass'
    line.onPass(undefined)
    call.resolve(`${route}, ${stage}`)
    return strike()
  })
  const struck = await Promise.race([call.promise, sleep(WAIT_FOR_A_CALL_MS, undefined)])
  line.onPass(undefined)
  return struck ?? 'that never came'
}
