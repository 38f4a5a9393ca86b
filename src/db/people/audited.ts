import type { DbQuery } from '../db.ts'
import {
  type AuditIntent,
  type AuditResult,
  writeAuditIntent,
  writeAuditResult,
} from './audit-log.ts'

export interface AuditContext {
  query: DbQuery
  now(): Date
  log: { error(fields: object, message: string): void }
}

/**
 * Commits the intent, runs the action, then records the result. Does not act if the intent fails.
 * An exception counts as failed unless `resultOfError` says otherwise.
 */
export const runAudited = async <T>(
  { query, now, log }: AuditContext,
  intent: AuditIntent,
  {
    act,
    resultOf,
    resultOfError = () => ({ outcome: 'failed' }),
  }: {
    act(): Promise<T>
    resultOf(done: T): AuditResult
    resultOfError?(error: unknown): AuditResult
  },
): Promise<T> => {
  const entryId = await writeAuditIntent(query, { ...intent, at: now() })
  const end = (result: AuditResult): Promise<void> =>
    // The action has happened, so its caller gets the result and the entry stays open.
    writeAuditResult(query, { ...result, entryId, at: now() }).catch((error) =>
      log.error(
        { err: error, entry: String(entryId) },
        'the outcome of an audited act was not kept',
      ),
    )
  let done: T
  try {
    done = await act()
  } catch (error) {
    await end(resultOfError(error))
    throw error
  }
  await end(resultOf(done))
  return done
}
