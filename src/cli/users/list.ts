import { listMembers } from '../../db/people/members.ts'
import { listOpenInvitations } from '../../db/people/one-time-links.ts'
import type { ProgramEnd } from '../../runtime/process/program.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print-json.ts'
import { printTable } from '../terminal/table.ts'
import { openUsers } from './open.ts'

export const listUsers = async (
  program: CommandProgram,
  { organization, json }: { organization?: string; json: boolean },
): Promise<ProgramEnd> => {
  const { query, links } = await openUsers(program)
  const members = (await listMembers(query, organization)).map((member) => ({
    email: member.email,
    name: member.name,
    role: member.role,
    organization: member.organization_id,
    state: 'member',
    since: member.created_at.toISOString(),
  }))
  const invited = (
    await listOpenInvitations(query, { organizationId: organization, now: links.now })
  ).map((link) => ({
    email: link.email ?? '(anyone with the link)',
    name: '',
    role: link.role,
    organization: link.organization_id,
    state: 'invited',
    since: link.created_at.toISOString(),
  }))
  const rows = [...members, ...invited]
  if (json) printReportJson({ data: rows })
  else {
    printTable(
      ['E-MAIL', 'NAME', 'ROLE', 'ORGANIZATION', 'STATE', 'SINCE'],
      rows.map((row) => [
        row.email,
        row.name,
        row.role ?? '',
        row.organization ?? '',
        row.state,
        row.since,
      ]),
      { none: 'No members yet. Invite one with "puente users add".' },
    )
  }
  return 'ended'
}
