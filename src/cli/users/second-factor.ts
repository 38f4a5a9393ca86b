import { setSecondFactorRequired } from '../../db/people/members.ts'
import { removeSecondFactors } from '../../people/second-factor/second-factor.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { printReportJson } from '../terminal/print.ts'
import { noSuchOrganization, type OfOrganization, openUsers, personNamed } from './open.ts'

/** Helps a person who lost the device and the recovery codes. */
export const resetSecondFactor = async (
  program: CommandProgram,
  typed: string,
  { yes, json }: { yes: boolean; json: boolean },
): Promise<void> => {
  const { query } = await openUsers(program)
  const { id: personId, name, email } = await personNamed(query, typed)
  await confirm(
    `This removes the second factor of ${name} (${email}) and signs them out everywhere. After that, the password alone signs them in: make sure that ${name} asked for this.`,
    { yes },
  )
  const { wasOn } = await auditedCommand(
    query,
    { action: 'users reset-second-factor', subject: email },
    () => removeSecondFactors(query, personId),
  )
  if (json) printReportJson({ email, second_factor_removed: wasOn })
  else {
    console.log(wasOn ? `Removed the second factor of ${email}.` : `${email} has no second factor.`)
  }
}

export const requireSecondFactor = async (
  program: CommandProgram,
  state: 'on' | 'off',
  { organization, json }: { json: boolean } & OfOrganization,
): Promise<void> => {
  const { query } = await openUsers(program)
  const isRequired = state === 'on'
  await auditedCommand(
    query,
    {
      action: 'users require-second-factor',
      ...{ subject: organization, organizationId: organization },
      request: { requires_second_factor: isRequired },
    },
    async () => {
      const given = { organizationId: organization, isRequired }
      const before = await setSecondFactorRequired(query, given)
      if (before === undefined) throw noSuchOrganization(organization)
    },
  )
  if (json) printReportJson({ organization, requires_second_factor: isRequired })
  else {
    console.log(
      isRequired
        ? `${organization} requires a second factor. Members without one must set one up before they can do anything else.`
        : `${organization} no longer requires a second factor.`,
    )
  }
}
