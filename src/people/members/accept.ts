import type { DbQuery } from '../../db/db.ts'
import { insertMember, insertPerson, setPasswordHash } from '../../db/payments/accounts.ts'
import { findOrganization } from '../../db/people/members.ts'
import {
  consumeLink,
  deleteOpenBearerLinks,
  deletePasswordLinks,
  type OneTimeLinkRow,
} from '../../db/people/one-time-links.ts'
import { findPersonByEmail, getPerson } from '../../db/people/people.ts'
import { endSessions } from '../../db/people/sessions.ts'
import { runAuditedForAccount, runAuditedForOrganization } from '../audited-of-person.ts'
import { Email } from '../email.ts'
import { type PasswordFault, passwordFault } from '../passwords/password-rules.ts'
import { personName } from '../person-name.ts'
import type { Browser } from '../sessions/replace-session.ts'
import { hashPassword } from '../sign-in/auth.ts'
import { hashToken, type LinksContext, readLink } from '../sign-in/links.ts'
import { unlockPassword } from '../sign-in/lock-out.ts'
import type { People, SignedIn } from './people.ts'

export type LinkView =
  | { purpose: 'new-account'; email: string | undefined; organizationName: string }
  | { purpose: 'join'; email: string; organizationName: string }
  | { purpose: 'new-password'; email: string }

/** Fields that the purpose does not need are ignored. */
export interface LinkForm {
  name: string
  email: string
  password: string
}

export type Accepted =
  | SignedIn
  /** Unknown, used or expired link. */
  | { outcome: 'no-such-link' }
  | { outcome: 'name-missing' }
  | { outcome: 'email-invalid' }
  | { outcome: 'password-refused'; fault: PasswordFault }

export const viewOfLink = async (
  ctx: LinksContext,
  token: string,
): Promise<LinkView | undefined> => {
  const link = await readLink(ctx, token)
  return link && viewOf(ctx.query, link)
}

/** Carries out a link's purpose, consumes it and signs the person in. */
export const accept = async (
  people: People,
  ctx: LinksContext,
  { token, form, ...browser }: Browser & { token: string; form: LinkForm },
): Promise<Accepted> => {
  const link = await readLink(ctx, token)
  const view = link && (await viewOf(ctx.query, link))
  if (!link || !view) return { outcome: 'no-such-link' }
  const email = view.email ?? Email.safeParse(form.email).data
  if (email === undefined) return { outcome: 'email-invalid' }
  const given = { token, form, email, browser }
  const isNewPassword = view.purpose === 'new-password'
  const entry = {
    actor: { kind: 'person', id: link.person_id ?? link.id, name: email } as const,
    fromAddress: browser.address,
    action: isNewPassword ? 'set password by link' : 'accept invitation',
    subject: link.id,
    request: link.role && { role: link.role },
  }
  if (link.person_id !== null) {
    const ofAccount = { ...entry, personId: link.person_id }
    return runAuditedForAccount(people.ctx, ofAccount, () => setPassword(people, ctx, given))
  }
  const ofOrganization = { ...entry, organizationId: link.organization_id }
  return runAuditedForOrganization(people.ctx, ofOrganization, async () => {
    // A link without an e-mail also admits an existing account.
    const isKnown = view.purpose === 'join' || (await findPersonByEmail(ctx.query, email))
    return isKnown ? join(people, ctx, given) : makeAccount(people, ctx, given)
  })
}

interface Given {
  token: string
  form: LinkForm
  email: string
  browser: Browser
}

const join = async (
  people: People,
  { query, now }: LinksContext,
  { token, form: { password }, email, browser }: Given,
): Promise<Accepted> => {
  const signedIn = await people.signIn({ ...browser, email, password, isPart: true })
  if (signedIn.outcome === 'wrong' || signedIn.outcome === 'locked-out') return signedIn
  const person = await findPersonByEmail(query, email)
  if (!person) return { outcome: 'wrong' }
  const joined = await query.transaction().execute(async (trx) => {
    const used = await consumeLink(trx, { tokenHash: hashToken(token), now })
    if (!used) return false
    await joinOrganization(trx, { used, personId: person.id, now })
    return true
  })
  return joined ? signedIn : { outcome: 'no-such-link' }
}

const makeAccount = async (
  people: People,
  { query, ids, now }: LinksContext,
  { token, form, email, browser }: Given,
): Promise<Accepted> => {
  const name = personName(form.name)
  if (name === '') return { outcome: 'name-missing' }
  const fault = await passwordFault(form.password, email)
  if (fault) return { outcome: 'password-refused', fault }
  const passwordHash = await hashPassword(form.password)
  const id = ids.next('usr')
  const accountId = ids.next('acc')
  const isMade = await query
    .transaction()
    .execute(async (trx) => {
      const used = await consumeLink(trx, { tokenHash: hashToken(token), now })
      if (!used) return false
      if (!(await insertPerson(trx, { id, name, email, accountId, passwordHash, now }))) {
        throw new EmailInUse()
      }
      await joinOrganization(trx, { used, personId: id, now })
      return true
    })
    .catch((error) => {
      if (error instanceof EmailInUse) return 'in-use' as const
      throw error
    })
  // A concurrent request created the account. The rollback kept the link: its holder can join.
  if (isMade === 'in-use') return { outcome: 'wrong' }
  if (!isMade) return { outcome: 'no-such-link' }
  return people.signIn({ ...browser, email, password: form.password, isPart: true })
}

/** A link without an e-mail is for the first owner, and becomes invalid once there is an owner. */
const joinOrganization = async (
  trx: DbQuery,
  {
    used: { organization_id: organizationId, role, email },
    personId,
    now,
  }: { used: OneTimeLinkRow; personId: string; now: Date },
): Promise<void> => {
  if (organizationId === null || role === null) throw new Error('The link is no invitation')
  await insertMember(trx, { organizationId, personId, role, now })
  if (email === null || role === 'owner') await deleteOpenBearerLinks(trx, organizationId)
}

class EmailInUse extends Error {}

const setPassword = async (
  people: People,
  { query, ids, now }: LinksContext,
  { token, form: { password }, email, browser }: Given,
): Promise<Accepted> => {
  const fault = await passwordFault(password, email)
  if (fault) return { outcome: 'password-refused', fault }
  const passwordHash = await hashPassword(password)
  const isSet = await query.transaction().execute(async (trx) => {
    const used = await consumeLink(trx, { tokenHash: hashToken(token), now })
    if (!used?.person_id) return false
    const accountId = ids.next('acc')
    await setPasswordHash(trx, { personId: used.person_id, accountId, passwordHash, now })
    await deletePasswordLinks(trx, used.person_id)
    await endSessions(trx, used.person_id)
    await unlockPassword(trx, email)
    return true
  })
  return isSet
    ? people.signIn({ ...browser, email, password, isPart: true })
    : { outcome: 'no-such-link' }
}

const viewOf = async (query: DbQuery, link: OneTimeLinkRow): Promise<LinkView | undefined> => {
  if (link.person_id !== null) {
    const person = await getPerson(query, link.person_id)
    return person && { purpose: 'new-password', email: person.email }
  }
  if (link.organization_id === null) return undefined
  const organization = await findOrganization(query, link.organization_id)
  if (!organization) return undefined
  const { name: organizationName } = organization
  const email = link.email ?? undefined
  return email !== undefined && (await findPersonByEmail(query, email))
    ? { purpose: 'join', email, organizationName }
    : { purpose: 'new-account', email, organizationName }
}
