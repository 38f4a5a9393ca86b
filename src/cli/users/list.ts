import { listMembers } from '../../db/people/members.ts'
import { listOpenInvitations } from '../../db/people/one-time-links.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { printTable } from '../terminal/table.ts'
import { openUsers } from './open.ts'

export const listUsers = async (
  program: CommandProgram,
  { organization, json }: { organization?: string; json: boolean },
): Promise<void> => {
  const { query, links } = await openUsers(program)
  const members = await listMembers(query, organization)
  const ofOrganization = { organizationId: organization, now: links.now }
  const invitations = await listOpenInvitations(query, ofOrganization)
  const rows = [
    ...members.map((member) => ({ ...member, state: 'member' })),
    ...invitations.map((link) => ({ ...link, name: '', state: 'invited' })),
  ].map(({ email, name, role, organization_id, state, created_at }) => ({
    email: email ?? '(anyone with the link)',
    name,
    role,
    organization: organization_id,
    state,
    since: created_at.toISOString(),
  }))
  if (json) printReportJson({ data: rows })
  else {
    printTable(
      [
        { header: 'E-MAIL', yields: 'cut' },
        { header: 'NAME', yields: 'cut' },
        'ROLE',
        { header: 'ORGANIZATION', yields: 'cut' },
        'STATE',
        { header: 'SINCE', yields: 'extra' },
      ],
      rows.map(({ since, ...row }) => [...Object.values(row).map(String), new Date(since)]),
      { none: 'No members yet. Invite one with "puente users add".' },
    )
  }
}
