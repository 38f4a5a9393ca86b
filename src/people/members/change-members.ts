import type { DbQuery } from '../../db/db.ts'
import {
  deleteMember,
  deletePersonWithoutMembership,
  hasOtherOwner,
  lockOrganization,
  type Member,
  type OperatorLimitsChange,
  roleOf,
  setOperatorRefundLimits,
  setRole,
} from '../../db/people/members.ts'
import { deleteInvitationsAround, deleteOpenBearerLinks } from '../../db/people/one-time-links.ts'
import { getPerson, operatorLimitsOf } from '../../db/people/people.ts'
import type { Role } from '../../domain/rights.ts'

export type MemberChanged =
  | { outcome: 'changed'; before: Role }
  | { outcome: 'no-such-member' }
  /** An organization must keep one owner. */
  | { outcome: 'last-owner' }

/**
 * Changes a role, effective with the next request. Demoting an owner deletes their open
 * invitations.
 */
export const changeRole = (
  query: DbQuery,
  { role, ...member }: Member & { role: Role },
): Promise<MemberChanged> =>
  changing(query, member, {
    leavesOwner: role === 'owner',
    change: async (trx) => {
      await setRole(trx, { ...member, role })
      if (role === 'owner') await deleteOpenBearerLinks(trx, member.organizationId)
      else await deleteInvitations(trx, member)
    },
  })

/**
 * Removes a member with open invitations from and to them. Deletes a person without another
 * membership.
 */
export const removeMember = (query: DbQuery, member: Member): Promise<MemberChanged> =>
  changing(query, member, {
    leavesOwner: false,
    change: async (trx) => {
      await deleteInvitations(trx, member)
      await deleteMember(trx, member)
      await deletePersonWithoutMembership(trx, member.personId)
    },
  })

const deleteInvitations = async (trx: DbQuery, member: Member): Promise<void> => {
  const person = await getPerson(trx, member.personId)
  if (person) await deleteInvitationsAround(trx, { ...member, email: person.email })
}

const changing = (
  query: DbQuery,
  member: Member,
  { leavesOwner, change }: { leavesOwner: boolean; change(trx: DbQuery): Promise<void> },
): Promise<MemberChanged> =>
  query.transaction().execute(async (trx) => {
    // Prevents two owners from removing each other.
    await lockOrganization(trx, member.organizationId)
    const before = await roleOf(trx, member)
    if (!before) return { outcome: 'no-such-member' }
    if (before === 'owner' && !leavesOwner && !(await hasOtherOwner(trx, member))) {
      return { outcome: 'last-owner' }
    }
    await change(trx)
    return { outcome: 'changed', before }
  })

export type LimitsChanged =
  | { outcome: 'changed'; before: RefundLimits; after: RefundLimits }
  | { outcome: 'no-such-organization' }

type RefundLimits = ReturnType<typeof operatorLimitsOf>

/** Changes the given limits; others stay. */
export const setRefundLimits = async (
  query: DbQuery,
  { organizationId, ...changes }: { organizationId: string } & OperatorLimitsChange,
): Promise<LimitsChanged> => {
  const row = await setOperatorRefundLimits(query, { organizationId, ...changes })
  if (!row) return { outcome: 'no-such-organization' }
  const before = operatorLimitsOf(row)
  const { refundLimit = before.refundLimit, refundDayLimit = before.refundDayLimit } = changes
  const after = {
    refundLimit: refundLimit ?? undefined,
    refundDayLimit: refundDayLimit ?? undefined,
  }
  return { outcome: 'changed', before, after }
}
