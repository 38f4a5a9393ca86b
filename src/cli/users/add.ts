import type { Role } from '../../domain/rights.ts'
import { mailInvitation } from '../../people/members/invitation-mail.ts'
import { invite } from '../../people/members/invite.ts'
import { UserError } from '../../runtime/failure.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { noSuchOrganization, type OfOrganization, openUsers } from './open.ts'

export const addUser = async (
  program: CommandProgram,
  {
    email: typed,
    role,
    organization,
    language,
    json,
  }: { email: string; role: Role; language?: 'es' | 'en'; json: boolean } & OfOrganization,
): Promise<void> => {
  const { query, links, mail } = await openUsers(program)
  const entry = { action: 'users add', subject: typed, organizationId: organization }
  const { link, email, organizationName } = await auditedCommand(
    query,
    { ...entry, request: { role } },
    async () => {
      const about = { email: typed, organizationId: organization, role, madeBy: undefined }
      const invited = await invite(links, about)
      switch (invited.outcome) {
        case 'invited':
          return invited
        case 'email-invalid':
          throw new WrongUse(`--email: "${typed}" is not an e-mail address`)
        case 'member-already':
          throw new UserError(
            `${typed} is already a member (${invited.role}). Use "puente users role" to change the role.`,
          )
        // Unreachable: only an inviting person can lack the role of an owner.
        case 'not-owner':
        case 'no-such-organization':
          throw noSuchOrganization(organization)
      }
    },
  )
  const sent = await mailInvitation(
    { link, email, organizationName },
    language ? { ...mail, language } : mail,
  )
  const { url, expiresAt } = link
  if (json) {
    const shown = { email, role, organization, url, expires_at: expiresAt.toISOString() }
    printReportJson({ ...shown, mailed: sent.outcome === 'sent' })
    return
  }
  console.log(`Invited ${email} as ${role} of ${organizationName}. This link works once, until ${expiresAt.toISOString()}:

  ${url}
`)
  if (sent.outcome === 'sent') console.log(`The invitation was also sent to ${email}.`)
  if (sent.outcome === 'failed') {
    console.log(
      `Sending the invitation failed: ${sent.detail}. ${sent.cure} Send the link yourself.`,
    )
  }
}
