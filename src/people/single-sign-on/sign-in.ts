import type { DbQuery } from '../../db/db.ts'
import { insertMember } from '../../db/payments/accounts.ts'
import {
  consumeInvitationsOf,
  findPersonOfIssuer,
  insertPersonWithoutPassword,
  linkToIssuer,
} from '../../db/people/issuer-accounts.ts'
import { deleteOpenBearerLinks, type OneTimeLinkRow } from '../../db/people/one-time-links.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import { hasFactor } from '../../db/people/second-factors.ts'
import { ownAct, runAuditedForAccount, runAuditedForOrganization } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import { Email } from '../email.ts'
import { personName } from '../person-name.ts'
import { challengeInstead, type FactorNeeded } from '../second-factor/sign-in-by-code.ts'
import { type Browser, replaceSession } from '../sessions/replace-session.ts'
import type { Auth } from '../sign-in/auth.ts'
import { noteRefusedSignIn } from '../sign-in/refused-sign-in.ts'
import type { IssuerClaims } from './issuer.ts'

export type SignedInAtIssuer =
  | { outcome: 'signed-in'; cookies: string[] }
  | FactorNeeded
  /** The person signs in with another account of the issuer. */
  | { outcome: 'other-account' }
  /** Neither an account nor an open invitation has the e-mail address. */
  | { outcome: 'not-invited' }
  /** The issuer does not vouch for the e-mail address. */
  | { outcome: 'email-unverified' }

interface Known {
  id: string
  name: string
  email: string
}

/** Signs in a person whom the issuer vouches for. Admits only members and invited people. */
export const signInAtIssuer = async (
  ctx: PeopleContext,
  auth: Pick<Auth, 'beginSession'>,
  { claims, ...browser }: Browser & { claims: IssuerClaims },
): Promise<SignedInAtIssuer> => {
  const admitted = await admit(ctx, claims)
  if (admitted.outcome !== 'admitted') {
    const email = Email.safeParse(claims.email).data
    noteRefusedSignIn(ctx, { email, address: browser.address, outcome: admitted.outcome })
    return admitted
  }
  const { person } = admitted
  await auditAdmission(ctx, admitted, browser.address)
  const act = ownAct(person, 'sign in by single sign-on', browser.address)
  return runAuditedForAccount(ctx, act, async () => {
    if (await hasFactor(ctx.query, person.id)) {
      return challengeInstead(ctx, { personId: person.id, cookies: [] })
    }
    const begun = await auth.beginSession(person.id)
    if (!begun) return { outcome: 'not-invited' }
    const cookies = await replaceSession(ctx, {
      ...{ cookies: begun, email: person.email, browser },
      confirmedAt: signedInAt(claims, ctx.clock.now()),
    })
    return { outcome: 'signed-in', cookies }
  })
}

/** A sign-in at the issuer hours ago is no fresh sign-in here. */
const signedInAt = ({ auth_time: seconds }: IssuerClaims, now: Date): Date | undefined =>
  seconds === undefined ? undefined : new Date(Math.min(seconds * 1_000, now.getTime()))

interface Admission {
  outcome: 'admitted'
  person: Known
  /** Invitations that this sign-in accepted. */
  invitations: readonly OneTimeLinkRow[]
  /** Whether an account that existed before got the issuer's. */
  isLinked: boolean
}

const auditAdmission = async (
  ctx: PeopleContext,
  { person, invitations, isLinked }: Admission,
  address: string,
): Promise<void> => {
  const done = async () => ({ outcome: 'done' }) as const
  for (const { id: subject, organization_id: organizationId, role } of invitations) {
    const { personId: _, ...act } = ownAct(person, 'accept invitation', address)
    await runAuditedForOrganization(
      ctx,
      { ...act, subject, organizationId, request: role && { role } },
      done,
    )
  }
  if (isLinked)
    await runAuditedForAccount(ctx, ownAct(person, 'link single sign-on', address), done)
}

type Admitted = Admission | { outcome: 'not-invited' | 'email-unverified' | 'other-account' }

const admit = async (ctx: PeopleContext, claims: IssuerClaims): Promise<Admitted> => {
  const accountId = `${claims.iss} ${claims.sub}`
  const email = claims.email_verified ? Email.safeParse(claims.email).data : undefined
  const known = await findPersonOfIssuer(ctx.query, accountId)
  if (known) {
    const invitations = known.email === email ? await joinInvited(ctx, known) : []
    return { outcome: 'admitted', person: known, invitations, isLinked: false }
  }
  if (email === undefined) return { outcome: 'email-unverified' }
  return linkOrCreate(ctx, { email, accountId, claims })
}

/** A person without a password has no other way to accept an invitation. */
const joinInvited = ({ query, clock }: PeopleContext, { id, email }: Known) =>
  query.transaction().execute(async (trx) => {
    const now = clock.now()
    const invitations = await consumeInvitationsOf(trx, { email, now })
    await join(trx, { personId: id, invitations, now })
    return invitations
  })

const linkOrCreate = (
  { query, ids, clock }: PeopleContext,
  { email, accountId, claims }: { email: string; accountId: string; claims: IssuerClaims },
): Promise<Admitted> =>
  query.transaction().execute(async (trx): Promise<Admitted> => {
    const now = clock.now()
    const account = { id: ids.next('acc'), issuer: claims.iss, accountId, now }
    const existing = await findPersonByEmail(trx, email)
    // The issuer may have given the address to another person, who must not get this account.
    if (existing && !(await linkToIssuer(trx, { ...account, personId: existing.id }))) {
      return { outcome: 'other-account' }
    }
    const invitations = await consumeInvitationsOf(trx, { email, now })
    const person =
      existing ??
      (invitations.length > 0 ? await create(trx, { ids, email, claims, now }) : undefined)
    if (!person) return { outcome: 'not-invited' }
    if (!existing) await linkToIssuer(trx, { ...account, personId: person.id })
    await join(trx, { personId: person.id, invitations, now })
    return { outcome: 'admitted', person, invitations, isLinked: existing !== undefined }
  })

const join = async (
  trx: DbQuery,
  {
    personId,
    invitations,
    now,
  }: { personId: string; invitations: readonly OneTimeLinkRow[]; now: Date },
): Promise<void> => {
  for (const { organization_id: organizationId, role } of invitations) {
    if (organizationId === null || role === null) continue
    await insertMember(trx, { organizationId, personId, role, now })
    if (role === 'owner') await deleteOpenBearerLinks(trx, organizationId)
  }
}

const create = async (
  trx: DbQuery,
  {
    ids,
    email,
    claims,
    now,
  }: { ids: Pick<PeopleContext['ids'], 'next'>; email: string; claims: IssuerClaims; now: Date },
): Promise<Known> => {
  const [name = email] = [personName(claims.name ?? ''), email.split('@', 1)[0]].filter(Boolean)
  const person = { id: ids.next('usr'), name, email }
  // Rolls the invitations back. The next sign-in joins the account of the concurrent request.
  if (!(await insertPersonWithoutPassword(trx, { ...person, now }))) {
    throw new Error('A concurrent request created an account for the e-mail address')
  }
  return person
}
