import type { AuditContext } from '../db/audited.ts'
import type { DbQuery } from '../db/db.ts'
import type { RefusedActs } from '../db/refused-acts.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'

/** What everything about people is given. */
export interface PeopleContext {
  query: DbQuery
  /** Signs session cookies: `sealer.derive`. */
  secret: string
  publicUrl: string
  ids: Ids
  /** Of the machine: sessions and lock-outs do not follow a clock that is moved for tests. */
  clock: Clock
  log: AuditContext['log']
  refusedActs: Pick<RefusedActs, 'note'>
}
