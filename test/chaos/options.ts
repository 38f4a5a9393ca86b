import { parseArgs } from 'node:util'
import { z } from 'zod'
import { UserError } from '../../src/runtime/failure.ts'
import type { Pace } from './failover/run-trial.ts'
import { TRIAL_NAMES, type TrialName } from './failover/trials.ts'
import { BACKENDS, type Backend } from './world/lane.ts'

export const HELP = `npm run chaos -- [options]

  Puente in processes of its own, a gateway, a shop and their customers live through histories full of
  disasters. Afterwards nothing may be lost, and gateway, database and shop have to agree.

  --seeds N         histories, shared between the backends (20)
  --minutes N       as many histories as begin within N minutes
  --seed N          the history of this seed alone, on each backend
  --first N         the seeds from N on (a fresh one with --minutes, else 1)
  --backend NAME    embedded (PostgreSQL alone), redis (PostgreSQL and Redis), or both (both)
  --lanes N         so many histories at a time on each backend (1)
  --orders N        orders in each history (10)
  --story           say what happened in each history, not only where something is wrong
  --keep-logs       keep what Puente's processes have written

  --failover NAMES  instead, engines fail and are replaced while signed events come at a steady rate:
                    all, or some of ${TRIAL_NAMES.join(', ')}
  --rate N          events a second (20)
  --seconds N       for so long after the engine has failed (30)
`

export interface Options {
  help: boolean
  /** Once per lane. */
  lanes: readonly Backend[]
  firstSeed: number
  isSingle: boolean
  histories: number
  untilMs: number
  orders: number
  story: boolean
  keepLogs: boolean
  failover: { trials: readonly TrialName[]; pace: Pace; atOnce: number } | undefined
}

const whole = z.coerce.number().int().min(0).optional()
const schema = z.object({
  help: z.boolean().default(false),
  seeds: whole,
  minutes: z.coerce.number().positive().optional(),
  seed: whole,
  first: whole,
  backend: z.enum([...BACKENDS, 'both']).default('both'),
  lanes: whole,
  orders: whole,
  story: z.boolean().default(false),
  'keep-logs': z.boolean().default(false),
  failover: z
    .string()
    .transform((names) => (names === 'all' ? TRIAL_NAMES : names.split(',')))
    .pipe(z.array(z.enum(TRIAL_NAMES)))
    .optional(),
  rate: z.coerce.number().positive().default(20),
  seconds: z.coerce.number().min(10).default(30),
})

const LAST_SEED = 1_000_000_000

export const readOptions = (args: string[], now: number): Options => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    args,
    options: {
      help: flag,
      seeds: text,
      minutes: text,
      seed: text,
      first: text,
      backend: text,
      lanes: text,
      orders: text,
      story: flag,
      'keep-logs': flag,
      failover: text,
      rate: text,
      seconds: text,
    },
  })
  const { success, data, error } = schema.safeParse(values)
  if (!success) {
    const wrong = error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`)
    throw new UserError(`${wrong.join('\n')}\n\n${HELP}`)
  }
  const { minutes, seed } = data
  const backends = data.backend === 'both' ? BACKENDS : [data.backend]
  const fresh = minutes === undefined ? 1 : now % LAST_SEED
  return {
    help: data.help,
    lanes: Array.from(
      { length: seed === undefined ? (data.lanes ?? 1) : 1 },
      () => backends,
    ).flat(),
    firstSeed: seed ?? data.first ?? fresh,
    isSingle: seed !== undefined,
    histories:
      seed === undefined
        ? (data.seeds ?? (minutes === undefined ? 20 : Number.POSITIVE_INFINITY))
        : 1,
    untilMs: minutes === undefined ? Number.POSITIVE_INFINITY : now + minutes * 60_000,
    orders: data.orders ?? 10,
    story: data.story,
    keepLogs: data['keep-logs'],
    failover: data.failover && {
      trials: data.failover,
      pace: { rate: data.rate, seconds: data.seconds },
      atOnce: data.lanes ?? 1,
    },
  }
}
