import { findOrganization, hasOwner, lockOrganization, roleOf } from '../db/members.ts'
import { deleteLinksForAnybody } from '../db/one-time-links.ts'
import { findPersonByEmail } from '../db/people.ts'
import type { Role } from '../domain/rights.ts'
import { Email } from './email.ts'
import { type LinksContext, type MadeLink, makeLink } from './links.ts'

export type Invited =
  | { outcome: 'invited'; link: MadeLink; email: string; organizationName: string }
  | { outcome: 'email-invalid' }
  | { outcome: 'member-already'; role: Role }
  | { outcome: 'no-such-organization' }
  /** Whoever invites has stopped being an owner meanwhile. */
  | { outcome: 'not-owner' }

/**
 * Invites whoever has an e-mail into an organization. Sending the link is the caller's. Of whoever is made
 * less or removed at that moment, no link is left: that takes back those that are there by then.
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
  /** `undefined`: by a command. */
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

/** The organization that an installation begins with. */
export const MAIN_ORGANIZATION = 'main'

/** A link for the first owner of an installation, the only one that works; `undefined` where there is one. */
export const inviteFirstOwner = async (ctx: LinksContext): Promise<MadeLink | undefined> => {
  if (await hasOwner(ctx.query)) return undefined
  await deleteLinksForAnybody(ctx.query, MAIN_ORGANIZATION)
  return makeLink(ctx, {
    kind: 'invitation',
    ...{ email: undefined, organizationId: MAIN_ORGANIZATION, role: 'owner', madeBy: undefined },
  })
}
