import type { DbQuery } from '../../db/db.ts'
import { runAudited } from '../../db/people/audited.ts'
import { findStore } from '../../db/stores/stores.ts'
import { StoreId } from '../../domain/ids.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'

/** Records the intent first, then the outcome. `request` must not contain secrets. */
export const auditedCommand = async <T>(
  query: DbQuery,
  {
    action,
    subject,
    storeId,
    organizationId,
    request,
  }: {
    /** As typed: `stores disable`. */
    action: string
    subject?: string | undefined
    storeId?: string | undefined
    organizationId?: string | undefined
    request?: object | undefined
  },
  act: () => Promise<T>,
): Promise<T> => {
  const store = storeId === undefined ? undefined : await findStore(query, StoreId.parse(storeId))
  return runAudited(
    { query, now: systemClock.now, log: { error: (_fields, message) => console.error(message) } },
    {
      actor: { kind: 'command_line' },
      fromAddress: null,
      organizationId: organizationId ?? store?.organization_id ?? null,
      storeId: storeId ?? null,
      action,
      subject: subject ?? storeId ?? null,
      request: request ?? null,
    },
    {
      act,
      resultOf: () => ({ outcome: 'done' }),
      resultOfError: (error) => ({ outcome: error instanceof UserError ? 'refused' : 'failed' }),
    },
  )
}
