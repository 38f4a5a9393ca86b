import type { StoreId } from '../../../src/domain/ids.ts'
import { closeAlerts, type DbQuery, raiseAlert } from '../../adapter.ts'
import { API_VERSION } from '../api-version.ts'

/** Records the API version of a response or webhook. */
export type NoteVersion = (about: {
  storeId: StoreId
  /** `api`: Admin API responses. `webhooks`: payloads, in the version of the app's toml. */
  part: 'api' | 'webhooks'
  served: string | undefined
  now: Date
}) => Promise<void>

const SUPPORTED_MONTHS = 12
const WARNED_MONTHS = 6

/**
 * Shopify supports a version for at least a year from its month, then serves its oldest remaining
 * one. https://shopify.dev/docs/api/usage/versioning
 */
const warningOf = ({ part, served, now }: Omit<Parameters<NoteVersion>[0], 'storeId'>) => {
  const version = part === 'webhooks' ? served : API_VERSION
  const end = version && monthsAfter(version, SUPPORTED_MONTHS)
  const warnedFrom = version && monthsAfter(version, SUPPORTED_MONTHS - WARNED_MONTHS)
  if (!version || !end || !warnedFrom) return undefined
  const isOther = served !== undefined && served !== version
  if (isOther) return { version, served, ends: dayOf(end) }
  return now >= warnedFrom ? { version, ends: dayOf(end) } : undefined
}

const VERSION = /^(20\d\d)-(0[1-9]|1[0-2])$/

const monthsAfter = (version: string, months: number): Date | undefined => {
  const [, year, month] = VERSION.exec(version) ?? []
  if (!year || !month) return undefined
  return new Date(Date.UTC(Number(year), Number(month) - 1 + months, 1))
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const MOST_REMEMBERED = 10_000

/** Opens and closes a store's version alert. Runs on every response; writes only changes. */
export const watchVersions = (query: DbQuery): NoteVersion => {
  const found = new Map<string, string>()
  return async ({ storeId, part, served, now }) => {
    const warning = warningOf({ part, served, now })
    const key = `${storeId}:${part}`
    const said = JSON.stringify(warning ?? null)
    if (found.get(key) === said) return
    const about = { kind: 'api_version_ending' as const, storeId, now }
    if (warning) {
      await raiseAlert(query, {
        ...about,
        subject: key,
        details: { part, ...warning },
        onRepeat: 'refresh',
      })
    } else await closeAlerts(query, { ...about, subjects: [key] })
    found.delete(key)
    found.set(key, said)
    const [first] = found.keys()
    if (found.size > MOST_REMEMBERED && first !== undefined) found.delete(first)
  }
}
