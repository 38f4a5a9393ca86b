import type { AuditIntent } from '../db/people/audit-log.ts'
import { runAudited } from '../db/people/audited.ts'
import { organizationIdsOf } from '../db/people/members.ts'
import type { PeopleContext } from './context.ts'

type Act = Pick<AuditIntent, 'actor' | 'fromAddress' | 'action' | 'subject'> &
  Partial<Pick<AuditIntent, 'request'>>

const DONE_OUTCOMES = new Set(['signed-in', 'confirmed', 'second-factor-needed', 'ended', 'done'])

export const runAuditedForOrganization = <T extends { outcome: string }>(
  { query, clock, log }: PeopleContext,
  {
    organizationId,
    request = null,
    ...act
  }: Act & { organizationId: AuditIntent['organizationId'] },
  doIt: () => Promise<T>,
): Promise<T> =>
  runAudited(
    { query, now: clock.now, log },
    { ...act, organizationId, request, storeId: null },
    {
      act: doIt,
      resultOf: ({ outcome }) => ({
        outcome: DONE_OUTCOMES.has(outcome) ? 'done' : 'refused',
      }),
    },
  )

/** Audits an action on a person's own account, in each of their organizations. */
export const runAuditedForAccount = async <T extends { outcome: string }>(
  ctx: PeopleContext,
  { personId, ...act }: Act & { personId: string },
  doIt: () => Promise<T>,
): Promise<T> => {
  const organizationIds = await organizationIdsOf(ctx.query, personId)
  const about = organizationIds.length > 0 ? organizationIds : [null]
  const inAll = about.reduce(
    (done, organizationId) => () =>
      runAuditedForOrganization(ctx, { ...act, organizationId }, done),
    doIt,
  )
  return inAll()
}

export const ownAct = (
  { id, name }: { id: string; name: string },
  action: string,
  address: string,
) =>
  ({
    actor: { kind: 'person', id, name },
    action,
    personId: id,
    fromAddress: address,
    subject: id,
  }) as const
