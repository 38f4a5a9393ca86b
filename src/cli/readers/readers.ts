import { prepareReadSchema, READ_SCHEMA } from '../../db/read-schema/read-schema.ts'
import { addReader, removeReader } from '../../db/read-schema/readers.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'

const NAME = /^[a-z][a-z0-9_]{0,62}$/

const nameOf = (typed: string): string => {
  if (NAME.test(typed)) return typed
  throw new WrongUse(
    'NAME: use lower-case letters, digits and underscores, beginning with a letter (at most 63)',
  )
}

/** Prints the address with the new password. */
export const addReaderCommand = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<void> => {
  const name = nameOf(typed)
  const { query, databaseUrl } = await openCommandDb(program, 'readers')
  if ((await prepareReadSchema(query)) === 'not-allowed') throw mayNot('create the schema')
  const added = await auditedCommand(query, { action: 'readers add', subject: name }, async () => {
    const outcome = await addReader(query, name)
    switch (outcome.outcome) {
      case 'added':
        return outcome
      case 'name-taken':
        throw new UserError(`PostgreSQL has another role named ${name}. Choose another name.`)
      case 'not-allowed':
        throw mayNot('create roles', outcome.reason)
    }
  })
  const url = addressFor(databaseUrl, `${name}:${added.password}`)
  if (json) {
    printReportJson({ name, schema: READ_SCHEMA, url })
    return
  }
  console.log(`${name} can read the views of ${READ_SCHEMA}. This address is not shown again:

  ${url}
`)
}

export const removeReaderCommand = async (
  program: CommandProgram,
  typed: string,
  { json }: { json: boolean },
): Promise<void> => {
  const name = nameOf(typed)
  const { query } = await openCommandDb(program, 'readers')
  await auditedCommand(query, { action: 'readers remove', subject: name }, async () => {
    const removed = await removeReader(query, name)
    if (removed.outcome === 'not-allowed') throw mayNot('remove the role', removed.reason)
    if (removed.outcome === 'removed') return
    throw new UserError(`There is no reader named ${name} in this database.`)
  })
  if (json) printReportJson({ name, removed: true })
  else console.log(`${name} was removed, and its connections ended.`)
}

/** Replaces the login; the address may name several hosts, or a socket's folder. */
const addressFor = (databaseUrl: string, login: string): string =>
  databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, `$1${login}@`)

const mayNot = (what: string, reason = 'permission denied'): UserError =>
  new UserError(`DATABASE_URL: its role may not ${what} (${reason}). Run this command with the role
  that administers the database, or ask its administrator. docs/read-schema.md says which rights it needs.`)
