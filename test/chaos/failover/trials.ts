import { hasPgBouncer } from '../../support/pgbouncer.ts'
import { hasRedis } from '../../support/redis-server.ts'
import { behindPooler, promotion, rollingRestart } from './postgres-stages.ts'
import { bySentinel, otherRedis } from './redis-stages.ts'
import type { OpenStage } from './stage.ts'

export interface Trial {
  needs?: 'redis-server' | 'pgbouncer'
  open: OpenStage
  processes?: number
  refusesNothing?: true
}

/** `docs/reliability.md` cites these names. */
export const TRIALS = {
  'primary-killed': { open: promotion('killed', 'address', 5_000) },
  'primary-silent': { open: promotion('silent', 'address', 3_000) },
  'hosts-primary-killed': { open: promotion('killed', 'several hosts', 5_000) },
  'hosts-primary-silent': { open: promotion('silent', 'several hosts', 3_000) },
  'pooler-killed': { needs: 'pgbouncer', open: behindPooler('pooler', 3_000) },
  'pooler-postgres-killed': { needs: 'pgbouncer', open: behindPooler('PostgreSQL', 3_000) },
  'redis-silent': { needs: 'redis-server', open: otherRedis('silent', 3_000) },
  'redis-demoted': { needs: 'redis-server', open: otherRedis('demoted', 1_000) },
  'redis-killed': { needs: 'redis-server', open: otherRedis('killed', 4_000) },
  'sentinel-killed': { needs: 'redis-server', open: bySentinel('killed', 0) },
  'sentinel-silent': { needs: 'redis-server', open: bySentinel('silent', 5_000) },
  'rolling-restart': { open: rollingRestart, processes: 2, refusesNothing: true },
} as const satisfies Record<string, Trial>

export type TrialName = keyof typeof TRIALS

export const TRIAL_NAMES = Object.keys(TRIALS) as TrialName[]

export const missingFor = ({ needs }: Trial): string | undefined => {
  const isThere = needs === 'redis-server' ? hasRedis() : needs !== 'pgbouncer' || hasPgBouncer()
  return isThere ? undefined : needs
}
