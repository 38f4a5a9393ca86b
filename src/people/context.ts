import type { DbQuery } from '../db/db.ts'
import type { AuditContext } from '../db/people/audited.ts'
import type { RefusedActs } from '../db/people/refused-acts.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'
import type { SecretSealer } from '../runtime/secrets/sealed-secrets.ts'

export interface PeopleContext {
  query: DbQuery
  /** Secret that signs session cookies: `sealer.derive`. */
  secret: string
  /** Seals the secrets of authenticators. */
  sealer: Pick<SecretSealer, 'seal' | 'open'>
  publicUrl: string
  ids: Ids
  /** System clock: sessions and lock-outs ignore the test clock. */
  clock: Clock
  log: AuditContext['log']
  refusedActions: Pick<RefusedActs, 'note'>
}
