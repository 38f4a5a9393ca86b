import { CLOCK_SKEW_MS } from '../../runtime/clock.ts'
import { type Finding, failedCheck, ok, warning } from './finding.ts'

const NOTICED_SKEW_MS = 30_000

/** A positive `skewMs` means this clock is ahead. */
export const judgeSkew = (
  skewMs: number,
  { check, whose }: { check: string; whose: string },
): Finding => {
  const seconds = Math.abs(Math.round(skewMs / 1_000))
  const details = { skew_ms: Math.round(skewMs) }
  if (seconds === 0) return ok({ check, text: `This clock agrees with ${whose}.`, details })
  const text = `This clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} ${whose}.`
  const cure = `Set both clocks by NTP: Puente refuses signatures that are off by ${CLOCK_SKEW_MS / 60_000} minutes.`
  if (Math.abs(skewMs) >= CLOCK_SKEW_MS) return failedCheck({ check, text, cure, details })
  if (Math.abs(skewMs) >= NOTICED_SKEW_MS) return warning({ check, text, cure, details })
  return ok({ check, text, details })
}

const GIB = 1_024 ** 3
const SCARCE_BYTES = 2 * GIB
const NEARLY_FULL_BYTES = GIB / 4

export const judgeSpace = (freeBytes: number, folder: string): Finding => {
  const check = 'disk'
  const text = `${(freeBytes / GIB).toFixed(1)} GiB free on the disk of ${folder}.`
  const cure = 'Free or add disk space: Puente accepts no payments while PostgreSQL cannot write.'
  const details = { free_bytes: freeBytes }
  if (freeBytes < NEARLY_FULL_BYTES) return failedCheck({ check, text, cure, details })
  if (freeBytes < SCARCE_BYTES) return warning({ check, text, cure, details })
  return ok({ check, text, details })
}

const OLDEST_POSTGRES = 15

export const judgePostgresVersion = (versionNumber: number, where: string): Finding => {
  const check = 'database'
  const major = Math.floor(versionNumber / 10_000)
  const version = `${major}.${versionNumber % 10_000}`
  const text = `PostgreSQL ${version} answers (${where}).`
  const details = { version }
  if (major >= OLDEST_POSTGRES) return ok({ check, text, details })
  const cure = `Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or later, the oldest that Puente is tested on.`
  return failedCheck({ check, text, cure, details })
}

export interface ConnectionCounts {
  /** `max_connections` minus slots reserved for administrators. */
  allowed: number
  /** Limit of the role or database. */
  limited_to: number | null
  others: number
  processes: number
}

/** Judges whether free connections suffice for the running processes, or for one. */
export const judgeConnections = (
  counts: ConnectionCounts | undefined,
  perProcess: number,
): Finding => {
  const check = 'connections'
  if (!counts) return ok({ check, text: 'The server does not report its connection limit.' })
  const processes = Math.max(counts.processes, 1)
  const needed = processes * perProcess
  const left = Math.min(
    counts.allowed - counts.others,
    counts.limited_to ?? Number.POSITIVE_INFINITY,
  )
  const details = { left, needed, processes }
  const text = `PostgreSQL has ${left} free connections; ${processes === 1 ? 'one process' : `${processes} processes`} of Puente can use ${needed}.`
  if (left >= needed) return ok({ check, text, details })
  const cure =
    'Raise max_connections (or the limit of the role or the database), run fewer processes, or use a pooler: requests fail while no connection is free.'
  return warning({ check, text, cure, details })
}
