import { findOrganization, hasOwner, lockOrganization, roleOf } from '../../db/people/members.ts'
import { deleteOpenBearerLinks } from '../../db/people/one-time-links.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import type { Role } from '../../domain/rights.ts'
import { Email } from '../email.ts'
import { type LinksContext, type MadeLink, makeLink } from '../sign-in/links.ts'

export type Invited =
  | { outcome: 'invited'; link: MadeLink; email: string; organizationName: string }
  | { outcome: 'email-invalid' }
  | { outcome: 'member-already'; role: Role }
  | { outcome: 'no-such-organization' }
  /** The inviter lost the owner role. */
  | { outcome: 'not-owner' }

/**
 * Creates an invitation; the caller sends it. The lock orders it before or after a concurrent
 * demotion of the inviter, which deletes their open invitations: none survives.
 */
export const invite = (ctx: LinksContext, invitation: Invitation): Promise<Invited> =>
  ctx.query.transaction().execute(async (trx) => {
    await lockOrganization(trx, invitation.organizationId)
    return inviteAlone({ ...ctx, query: trx }, invitation)
  })

interface Invitation {
  email: string
  organizationId: string
  role: Role
  /** `undefined`: by CLI. */
  madeBy: string | undefined
}

const inviteAlone = async (
  ctx: LinksContext,
  { email: typed, organizationId, role, madeBy }: Invitation,
): Promise<Invited> => {
  const { data: email } = Email.safeParse(typed)
  if (email === undefined) return { outcome: 'email-invalid' }
  const organization = await findOrganization(ctx.query, organizationId)
  if (!organization) return { outcome: 'no-such-organization' }
  const maker = madeBy && (await roleOf(ctx.query, { organizationId, personId: madeBy }))
  if (madeBy && maker !== 'owner') return { outcome: 'not-owner' }
  const person = await findPersonByEmail(ctx.query, email)
  const known = person && (await roleOf(ctx.query, { organizationId, personId: person.id }))
  if (known) return { outcome: 'member-already', role: known }
  const link = await makeLink(ctx, { kind: 'invitation', email, organizationId, role, madeBy })
  return { outcome: 'invited', link, email, organizationName: organization.name }
}

/** Default organization. */
export const MAIN_ORGANIZATION = 'main'

/** Replaces the link for the first owner; `undefined` if there is one. */
export const inviteFirstOwner = async (ctx: LinksContext): Promise<MadeLink | undefined> => {
  if (await hasOwner(ctx.query)) return undefined
  await deleteOpenBearerLinks(ctx.query, MAIN_ORGANIZATION)
  return makeLink(ctx, {
    kind: 'invitation',
    ...{ email: undefined, organizationId: MAIN_ORGANIZATION, role: 'owner', madeBy: undefined },
  })
}
