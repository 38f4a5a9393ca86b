import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { hasOwner, listMembers, lockOrganization, setRole } from '../../src/db/people/members.ts'
import { currencyByCode } from '../../src/domain/currencies.ts'
import type { Role } from '../../src/domain/rights.ts'
import { accept, viewOfLink } from '../../src/people/members/accept.ts'
import {
  changeRole,
  removeMember,
  setRefundLimits,
} from '../../src/people/members/change-members.ts'
import { mailInvitation } from '../../src/people/members/invitation-mail.ts'
import { invite, inviteFirstOwner } from '../../src/people/members/invite.ts'
import { makeLink } from '../../src/people/sign-in/links.ts'
import { addMs, HOUR } from '../../src/runtime/clock.ts'
import { startMailServer } from '../support/mail-server.ts'
import { linksOf, PASSWORD, peopleOf, signedInPerson, tokenOf } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

let count = 0
const newEmail = () => `member${++count}@tienda.example`

const organization = async (): Promise<string> => {
  const id = `org-${++count}`
  await world.puente.ctx.db.query
    .insertInto('organizations')
    .values({ id, name: `Organization ${id}`, created_at: new Date() })
    .execute()
  return id
}

const invited = async (
  email: string,
  {
    organizationId = 'main',
    role = 'viewer',
    madeBy,
  }: {
    organizationId?: string
    role?: Role
    madeBy?: string
  } = {},
): Promise<string> => {
  const outcome = await invite(linksOf(world), { email, organizationId, role, madeBy })
  if (outcome.outcome !== 'invited') throw new Error(outcome.outcome)
  return tokenOf(outcome.link.url)
}

const accepted = (
  token: string,
  form: Partial<{ name: string; email: string; password: string }> = {},
  now = new Date(),
) =>
  accept(
    peopleOf(world),
    { ...linksOf(world), now },
    {
      token,
      form: { name: 'Ana', email: '', password: PASSWORD, ...form },
      address: `test-${++count}`,
    },
  )

const roleIn = async (organizationId: string, email: string) =>
  (await listMembers(world.puente.ctx.db.query, organizationId)).find(
    (member) => member.email === email,
  )?.role

describe('an invitation', () => {
  it('an invitation creates one account with its e-mail and role', async () => {
    const email = newEmail()
    const token = await invited(email.toUpperCase(), { role: 'operator' })
    expect(await viewOfLink(linksOf(world), token)).toEqual({
      purpose: 'new-account',
      email,
      organizationName: 'Puente',
    })
    const outcomes = await Promise.all([
      accepted(token, { email: 'another@tienda.example' }),
      accepted(token),
    ])
    expect(outcomes.map(({ outcome }) => outcome).sort()).not.toEqual(['signed-in', 'signed-in'])
    expect(await roleIn('main', email)).toBe('operator')
    expect(await roleIn('main', 'another@tienda.example')).toBeUndefined()
    expect(await accepted(token)).toEqual({ outcome: 'no-such-link' })
  })

  it('the audit log has accepted and refused uses of an invitation', async () => {
    const email = newEmail()
    const token = await invited(email, { role: 'operator' })
    await accepted(token, { password: 'short' })
    await accepted(token)
    const entries = await listAuditEntries(world.puente.ctx.db.query, { limit: 2 })
    expect(entries).toMatchObject([
      { action: 'accept invitation', outcome: 'done', request: { role: 'operator' } },
      { action: 'accept invitation', outcome: 'refused', actor: { name: email } },
    ])
    expect(
      JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(PASSWORD)
  })

  it('an invitation expires after 72 hours', async () => {
    const token = await invited(newEmail())
    const late = addMs(new Date(), 72 * HOUR + 1_000)
    expect(await accepted(token, {}, late)).toEqual({ outcome: 'no-such-link' })
    expect(await accepted(token)).toMatchObject({ outcome: 'signed-in' })
  })

  it("the database has only a hash of an invitation's token", async () => {
    const token = await invited(newEmail())
    const rows = await world.puente.ctx.db.query.selectFrom('one_time_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const guess of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase()]) {
      expect(await viewOfLink(linksOf(world), guess)).toBeUndefined()
    }
  })

  it("an invitation joins an existing account, with that account's password only", async () => {
    const organizationId = await organization()
    const { email } = await signedInPerson(world, { email: newEmail() })
    const token = await invited(email, { organizationId })
    expect(await viewOfLink(linksOf(world), token)).toMatchObject({ purpose: 'join', email })
    expect(await accepted(token, { password: 'a new password of theirs' })).toEqual({
      outcome: 'wrong',
    })
    expect(await roleIn(organizationId, email)).toBeUndefined()
    expect(await accepted(token)).toMatchObject({ outcome: 'signed-in' })
    expect(await roleIn(organizationId, email)).toBe('viewer')
    expect(await roleIn('main', email)).toBe('owner')
  })

  it('a bad password or a missing name is refused and does not use up the invitation', async () => {
    const email = newEmail()
    const token = await invited(email)
    expect(await accepted(token, { password: 'short' })).toMatchObject({ fault: 'too-short' })
    expect(await accepted(token, { password: 'x'.repeat(129) })).toMatchObject({
      fault: 'too-long',
    })
    expect(await accepted(token, { password: email.toUpperCase() })).toMatchObject({
      fault: 'is-email',
    })
    expect(await accepted(token, { name: '  ' })).toEqual({ outcome: 'name-missing' })
    expect(await accepted(token)).toMatchObject({ outcome: 'signed-in' })
  })

  it('an invitation is refused for an invalid e-mail, a member, and an unknown organization', async () => {
    const { email } = await signedInPerson(world, { email: newEmail(), role: 'viewer' })
    const asked = { organizationId: 'main', role: 'owner' as const, madeBy: undefined }
    const links = linksOf(world)
    expect(await invite(links, { ...asked, email: 'nobody' })).toEqual({ outcome: 'email-invalid' })
    expect(await invite(links, { ...asked, email })).toEqual({
      outcome: 'member-already',
      role: 'viewer',
    })
    expect(await invite(links, { ...asked, email: newEmail(), organizationId: 'none' })).toEqual({
      outcome: 'no-such-organization',
    })
  })

  it('an invitation stops working once its creator is removed or no longer an owner', async () => {
    const organizationId = await organization()
    await signedInPerson(world, { email: newEmail(), organizationId })
    const { query } = world.puente.ctx.db
    for (const end of ['remove', 'viewer'] as const) {
      const inviter = await signedInPerson(world, { email: newEmail(), organizationId })
      const token = await invited(newEmail(), { organizationId, madeBy: inviter.id })
      const member = { organizationId, personId: inviter.id }
      if (end === 'remove') await removeMember(query, member)
      else await changeRole(query, { ...member, role: end })
      expect(await accepted(token)).toEqual({ outcome: 'no-such-link' })
    }
  })

  it('an inviter who loses the owner role concurrently creates no invitation', async () => {
    const organizationId = await organization()
    const { query } = world.puente.ctx.db
    const inviter = await signedInPerson(world, { email: newEmail(), organizationId })
    const member = { organizationId, personId: inviter.id }
    const about = { organizationId, role: 'owner' as const, madeBy: inviter.id }
    const inviting = await query.transaction().execute(async (trx) => {
      await lockOrganization(trx, organizationId)
      await setRole(trx, { ...member, role: 'viewer' })
      const begun = invite(linksOf(world), { ...about, email: newEmail() })
      await Promise.race([begun, pause(300)])
      return { begun }
    })
    expect(await inviting.begun).toEqual({ outcome: 'not-owner' })
  })

  it("the new account's name is reduced to one clean line", async () => {
    const email = newEmail()
    const token = await invited(email)
    expect(await accepted(token, { name: '\0 \u202e' })).toEqual({ outcome: 'name-missing' })
    const name = 'Ana\0\nLópez\u001b[2J\u202e'
    expect(await accepted(token, { name })).toMatchObject({ outcome: 'signed-in' })
    const members = await listMembers(world.puente.ctx.db.query, 'main')
    expect(members.find((member) => member.email === email)?.name).toBe('Ana López [2J')
  })

  it('an invitation is mailed if a mail server is set up', async () => {
    const mail = await startMailServer()
    const email = newEmail()
    const outcome = await invite(linksOf(world), {
      ...{ email, organizationId: 'main', role: 'viewer', madeBy: undefined },
    })
    if (outcome.outcome !== 'invited') throw new Error(outcome.outcome)
    const server = { smtpUrl: mail.url, from: 'puente@tienda.example' }
    const settings = { mailServer: server, language: 'en' as const }
    expect(await mailInvitation(outcome, settings)).toMatchObject({ outcome: 'sent' })
    await mail.close()
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]?.to).toEqual([email])
    expect(mail.mails[0]?.text.replaceAll(/=\r?\n/g, '')).toContain(tokenOf(outcome.link.url))
    expect(await mailInvitation(outcome, { ...settings, mailServer: undefined })).toEqual({
      outcome: 'not-set-up',
    })
    expect(await mailInvitation(outcome, settings)).toMatchObject({
      outcome: 'failed',
      retry: 'retry',
    })
  })
})

describe('the first owner', () => {
  it('the first person to use the latest link becomes the owner, and then there is no link', async () => {
    const { query } = world.puente.ctx.db
    await query.deleteFrom('people').execute()
    const first = await inviteFirstOwner(linksOf(world))
    const second = await inviteFirstOwner(linksOf(world))
    if (!first || !second) throw new Error('no link')
    expect(await accepted(tokenOf(first.url), { email: newEmail() })).toEqual({
      outcome: 'no-such-link',
    })
    expect(await accepted(tokenOf(second.url), { email: 'no e-mail' })).toEqual({
      outcome: 'email-invalid',
    })
    expect(await hasOwner(query)).toBe(false)
    const email = newEmail()
    expect(await accepted(tokenOf(second.url), { email })).toMatchObject({ outcome: 'signed-in' })
    expect(await roleIn('main', email)).toBe('owner')
    expect(await inviteFirstOwner(linksOf(world))).toBeUndefined()
  })
})

describe('the link that npm start prints', () => {
  it.each(['is invited', 'is made one'])(
    'the printed link stops working once an owner %s',
    async (how) => {
      const { query } = world.puente.ctx.db
      await query.deleteFrom('people').execute()
      const printed = await inviteFirstOwner(linksOf(world))
      if (!printed) throw new Error('no link')
      const email = newEmail()
      const role = how === 'is invited' ? 'owner' : 'viewer'
      await accepted(await invited(email, { role }))
      const [member] = await listMembers(query, 'main')
      if (!member) throw new Error('nobody is in')
      const personId = member.person_id
      if (role === 'viewer')
        await changeRole(query, { organizationId: 'main', personId, role: 'owner' })
      expect(await accepted(tokenOf(printed.url), { email: newEmail() })).toEqual({
        outcome: 'no-such-link',
      })
    },
  )
})

describe('a member', () => {
  it('a new role applies from the next request', async () => {
    const { query } = world.puente.ctx.db
    const { id, cookie } = await signedInPerson(world, { email: newEmail(), role: 'operator' })
    const rights = async () => (await peopleOf(world).personOf({ cookie }))?.memberships[0]?.rights
    const money = currencyByCode('HNL')
    if (!money) throw new Error('no lempira')
    await setRefundLimits(query, {
      organizationId: 'main',
      refundLimit: { minor: 50_000n, currency: money },
    })
    expect(await rights()).toMatchObject({
      scopes: ['read', 'checkout', 'refund'],
      refundLimit: { minor: 50_000n, currency: { code: 'HNL' } },
    })
    const member = { organizationId: 'main', personId: id }
    expect(await changeRole(query, { ...member, role: 'viewer' })).toEqual({
      outcome: 'changed',
      before: 'operator',
    })
    expect(await rights()).toEqual({
      scopes: ['read'],
      refundLimit: undefined,
      refundDayLimit: undefined,
    })
    await setRefundLimits(query, { organizationId: 'main', refundLimit: null })
    expect(await setRefundLimits(query, { organizationId: 'none', refundLimit: null })).toEqual({
      outcome: 'no-such-organization',
    })
  })

  it('removal signs the member out immediately and deletes an account without organizations', async () => {
    const { query } = world.puente.ctx.db
    const organizationId = await organization()
    const { id, email, cookie } = await signedInPerson(world, { email: newEmail(), role: 'viewer' })
    await accepted(await invited(email, { organizationId }))
    await removeMember(query, { organizationId: 'main', personId: id })
    const person = await peopleOf(world).personOf({ cookie })
    expect(person?.memberships.map((each) => each.organizationId)).toEqual([organizationId])
    await removeMember(query, { organizationId, personId: id })
    expect(await peopleOf(world).personOf({ cookie })).toBeUndefined()
    expect(await query.selectFrom('people').where('id', '=', id).select('id').execute()).toEqual([])
  })

  it('the last owner is neither removed nor demoted, even by two concurrent owners', async () => {
    const { query } = world.puente.ctx.db
    const organizationId = await organization()
    const ana = await signedInPerson(world, { email: newEmail(), organizationId })
    const alone = { organizationId, personId: ana.id }
    expect(await removeMember(query, alone)).toEqual({ outcome: 'last-owner' })
    expect(await changeRole(query, { ...alone, role: 'viewer' })).toEqual({ outcome: 'last-owner' })
    const luis = await signedInPerson(world, { email: newEmail(), organizationId })
    const outcomes = await Promise.all([
      removeMember(query, alone),
      changeRole(query, { organizationId, personId: luis.id, role: 'operator' }),
    ])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'last-owner'])
    const owners = (await listMembers(query, organizationId)).filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
    expect(await removeMember(query, { organizationId, personId: 'nobody' })).toEqual({
      outcome: 'no-such-member',
    })
  })
})

describe('a password reset link', () => {
  it('a reset link sets the password once, ends all sessions, and unlocks the account', async () => {
    const { id, email, cookie } = await signedInPerson(world, { email: newEmail() })
    const people = peopleOf(world)
    for (let index = 0; index < 11; index++) {
      await people.signIn({ email, password: 'a guess', address: `guess-${index}` })
    }
    const made = () =>
      makeLink(linksOf(world), { kind: 'password', personId: id, madeBy: undefined })
    const [older, link] = [await made(), await made()]
    const token = tokenOf(link.url)
    expect(await viewOfLink(linksOf(world), token)).toEqual({ purpose: 'new-password', email })
    const password = 'another good password'
    expect(await accepted(token, { password })).toMatchObject({ outcome: 'signed-in' })
    expect(await people.personOf({ cookie })).toBeUndefined()
    expect(await accepted(token, { password })).toEqual({ outcome: 'no-such-link' })
    expect(await accepted(tokenOf(older.url), { password })).toEqual({ outcome: 'no-such-link' })
    const signIn = (typed: string) => people.signIn({ email, password: typed, address: 'home' })
    expect(await signIn(PASSWORD)).toEqual({ outcome: 'wrong' })
    expect(await signIn(password)).toMatchObject({ outcome: 'signed-in' })
  })
})
