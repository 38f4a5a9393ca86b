import type { Role } from '../../domain/rights.ts'
import { changeRole, type MemberChanged, remove } from '../../people/change-members.ts'
import { Email } from '../../people/email.ts'
import { makeLink } from '../../people/links.ts'
import { unlock } from '../../people/lock-out.ts'
import { UserError } from '../../runtime/failure.ts'
import type { ProgramEnd } from '../../runtime/program.ts'
import { auditedCommand } from '../audited-command.ts'
import type { CommandProgram } from '../command-program.ts'
import { confirm } from '../confirm.ts'
import { memberNamed, type OfOrganization, openUsers, personNamed } from './open.ts'

export const changeRoleOfUser = async (
  program: CommandProgram,
  typed: string,
  { role, organization, json }: { role: Role; json: boolean } & OfOrganization,
): Promise<ProgramEnd> => {
  const { query } = await openUsers(program)
  const { personId, email, role: before } = await memberNamed(query, { typed, organization })
  const about = { action: 'users role', subject: email, organizationId: organization }
  await auditedCommand(query, { ...about, request: { before, role } }, async () =>
    requireChanged(
      await changeRole(query, { organizationId: organization, personId, role }),
      email,
    ),
  )
  if (json) console.log(JSON.stringify({ email, organization, before, role }, null, 2))
  else console.log(`${email} is ${role} of ${organization} now.`)
  return 'ended'
}

export const removeUser = async (
  program: CommandProgram,
  typed: string,
  { organization, yes, json }: { yes: boolean; json: boolean } & OfOrganization,
): Promise<ProgramEnd> => {
  const { query } = await openUsers(program)
  const { personId, email, name, role } = await memberNamed(query, { typed, organization })
  await confirm(
    `${name} (${email}), ${role} of ${organization}, is signed out at once and removed; so are invitations that they have made. Whoever is a member nowhere else is deleted.`,
    { yes },
  )
  const about = { action: 'users remove', subject: email, organizationId: organization }
  await auditedCommand(query, { ...about, request: { role } }, async () =>
    requireChanged(await remove(query, { organizationId: organization, personId }), email),
  )
  if (json) console.log(JSON.stringify({ email, organization, removed: true }, null, 2))
  else console.log(`${email} was removed from ${organization}.`)
  return 'ended'
}

/** Unlocks an account after too many wrong passwords. */
export const unlockUser = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<ProgramEnd> => {
  const { query } = await openUsers(program)
  const { data: email } = Email.safeParse(typed)
  if (email === undefined) throw new UserError(`"${typed}" is no e-mail address.`)
  await auditedCommand(query, { action: 'users unlock', subject: email }, () =>
    unlock(query, email),
  )
  if (json) console.log(JSON.stringify({ email, unlocked: true }, null, 2))
  else console.log(`${email} may try again.`)
  return 'ended'
}

/** Prints a password reset link. */
export const resetUser = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<ProgramEnd> => {
  const { query, links } = await openUsers(program)
  const { id: personId, email } = await personNamed(query, typed)
  const { url, expiresAt } = await auditedCommand(
    query,
    { action: 'users reset', subject: email },
    () => makeLink(links, { kind: 'password', personId, madeBy: undefined }),
  )
  if (json)
    console.log(JSON.stringify({ email, url, expires_at: expiresAt.toISOString() }, null, 2))
  else {
    console.log(`${email} sets a new password with this link, once, until ${expiresAt.toISOString()}:

  ${url}

Until then the old one works.`)
  }
  return 'ended'
}

const requireChanged = (changed: MemberChanged, email: string): void => {
  switch (changed.outcome) {
    case 'changed':
      return
    case 'no-such-member':
      throw new UserError(`${email} is no member any more.`)
    case 'last-owner':
      throw new UserError(`${email} is the last owner: make somebody else an owner first.`)
  }
}
