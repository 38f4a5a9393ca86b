import type { Role } from '../../domain/rights.ts'
import {
  changeRole,
  type MemberChanged,
  removeMember,
} from '../../people/members/change-members.ts'
import { makeLink } from '../../people/sign-in/links.ts'
import { unlock } from '../../people/sign-in/lock-out.ts'
import { UserError } from '../../runtime/failure.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { printReportJson } from '../terminal/print.ts'
import { emailOf, memberNamed, type OfOrganization, openUsers, personNamed } from './open.ts'

export const changeRoleOfUser = async (
  program: CommandProgram,
  typed: string,
  { role, organization, json }: { role: Role; json: boolean } & OfOrganization,
): Promise<void> => {
  const { query } = await openUsers(program)
  const { personId, email, role: before } = await memberNamed(query, { typed, organization })
  const about = { action: 'users role', subject: email, organizationId: organization }
  await auditedCommand(query, { ...about, request: { before, role } }, async () =>
    requireChanged(
      await changeRole(query, { organizationId: organization, personId, role }),
      email,
    ),
  )
  if (json) printReportJson({ email, organization, before, role })
  else console.log(`${email} is now ${role} of ${organization}.`)
}

export const removeUser = async (
  program: CommandProgram,
  typed: string,
  { organization, yes, json }: { yes: boolean; json: boolean } & OfOrganization,
): Promise<void> => {
  const { query } = await openUsers(program)
  const { personId, email, name, role } = await memberNamed(query, { typed, organization })
  await confirm(
    `This signs out and removes ${name} (${email}), ${role} of ${organization}, with the invitations they sent. If they belong to no other organization, Puente deletes their account.`,
    { yes },
  )
  const about = { action: 'users remove', subject: email, organizationId: organization }
  await auditedCommand(query, { ...about, request: { role } }, async () =>
    requireChanged(await removeMember(query, { organizationId: organization, personId }), email),
  )
  if (json) printReportJson({ email, organization, removed: true })
  else console.log(`Removed ${email} from ${organization}.`)
}

export const unlockUser = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<void> => {
  const { query } = await openUsers(program)
  const email = emailOf(typed)
  await auditedCommand(query, { action: 'users unlock', subject: email }, () =>
    unlock(query, email),
  )
  if (json) printReportJson({ email, unlocked: true })
  else console.log(`Unlocked ${email}.`)
}

export const resetUser = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<void> => {
  const { query, links } = await openUsers(program)
  const { id: personId, email } = await personNamed(query, typed)
  const { url, expiresAt } = await auditedCommand(
    query,
    { action: 'users reset', subject: email },
    () => makeLink(links, { kind: 'password', personId, madeBy: undefined }),
  )
  if (json) printReportJson({ email, url, expires_at: expiresAt.toISOString() })
  else {
    console.log(`Link for ${email} to set a new password. It works once, until ${expiresAt.toISOString()}:

  ${url}

The old password works until then.`)
  }
}

const requireChanged = (changed: MemberChanged, email: string): void => {
  switch (changed.outcome) {
    case 'changed':
      return
    case 'no-such-member':
      throw new UserError(`${email} is no longer a member.`)
    case 'last-owner':
      throw new UserError(`${email} is the last owner. Make another member an owner first.`)
  }
}
