import { publicUrl } from '../../../config/addresses.ts'
import { alertSettings } from '../../../config/alert-settings.ts'
import type { DbQuery } from '../../db/db.ts'
import { findOrganization, roleOf } from '../../db/people/members.ts'
import { findPersonByEmail } from '../../db/people/people.ts'
import type { Role } from '../../domain/rights.ts'
import { Email } from '../../people/email.ts'
import type { LinksContext } from '../../people/sign-in/links.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import { createIds } from '../../runtime/ids.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

export interface OfOrganization {
  organization: string
}

export const openUsers = async (program: CommandProgram) => {
  const { query, settings } = await openCommandDb(program, 'users')
  const links: LinksContext = {
    query,
    ids: createIds(systemClock),
    publicUrl: publicUrl(settings),
    now: systemClock.now(),
  }
  return { query, links, mail: alertSettings(settings) }
}

export const memberNamed = async (
  query: DbQuery,
  { typed, organization }: { typed: string } & OfOrganization,
): Promise<{ personId: string; email: string; name: string; role: Role }> => {
  await organizationNamed(query, organization)
  const { id: personId, email, name } = await personNamed(query, typed)
  const role = await roleOf(query, { organizationId: organization, personId })
  if (!role) throw new UserError(`${email} is not a member of ${organization}.`)
  return { personId, email, name, role }
}

export const emailOf = (typed: string): string => {
  const { data: email } = Email.safeParse(typed)
  if (email === undefined) throw new WrongUse(`"${typed}" is not an e-mail address.`)
  return email
}

export const personNamed = async (query: DbQuery, typed: string) => {
  const email = emailOf(typed)
  const person = await findPersonByEmail(query, email)
  if (!person) throw new UserError(`There is no account with the e-mail ${email}.`)
  return person
}

export const organizationNamed = async (query: DbQuery, id: string) => {
  const organization = await findOrganization(query, id)
  if (!organization) throw noSuchOrganization(id)
  return organization
}

export const noSuchOrganization = (id: string): UserError =>
  new UserError(`There is no organization "${id}".`)
