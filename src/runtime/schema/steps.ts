/** `CREATE INDEX` on a table that older processes write to. */
export interface IndexStep {
  kind: 'index'
  isUnique: boolean
  name: string
  table: string
  /** What follows the table: method, columns, condition. */
  definition: string
}

/** Commits by itself, so that it holds its locks briefly. */
export type MigrationStep = { kind: 'transaction'; sql: string } | IndexStep

/** A comment of this line ends a transaction; the next statements are another one. */
const COMMIT = /^-- commit$/m

const INDEX = /^CREATE (UNIQUE )?INDEX (\w+)\s+ON (\w+)\s+(.*)$/is

/**
 * Splits a migration of existing tables into steps, in their order. An index of an existing table is
 * a step of its own: after the statements around it, or before them if a later one names it.
 */
export const stepsOfMigration = (text: string): MigrationStep[] => {
  const sections = text.split(COMMIT).map(statementsOf)
  const all = sections.flat()
  const isNew = (table: string) => all.some((statement) => tableMadeBy(statement) === table)
  const isNamedLater = ({ name }: IndexStep, from: string) =>
    all.slice(all.indexOf(from) + 1).some((statement) => namesOf(statement).has(name))
  return sections.flatMap((statements) => {
    const before: MigrationStep[] = []
    const after: MigrationStep[] = []
    const together = statements.filter((statement) => {
      const index = indexMadeBy(statement)
      if (index === undefined || isNew(index.table)) return true
      if (isNamedLater(index, statement)) before.push(index)
      else after.push(index)
      return false
    })
    const sql = together.map((statement) => `${statement};`).join('\n')
    return [...before, ...(sql === '' ? [] : [{ kind: 'transaction' as const, sql }]), ...after]
  })
}

/** Statements without comments. Bodies of functions stand between `$$`. */
export const statementsOf = (text: string): string[] => {
  const statements = ['']
  for (const [index, piece] of withoutComments(text).split('$$').entries()) {
    const isBody = index % 2 === 1
    const [first = '', ...others] = isBody ? [`$$${piece}$$`] : piece.split(';')
    statements[statements.length - 1] += first
    statements.push(...others)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

export const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')

const tableMadeBy = (statement: string): string | undefined =>
  /^CREATE TABLE (\w+)/i.exec(statement)?.[1]

const namesOf = (statement: string): Set<string> => new Set(statement.match(/\w+/g))

const indexMadeBy = (statement: string): IndexStep | undefined => {
  const [, unique, name, table, definition] = INDEX.exec(statement) ?? []
  if (name === undefined || table === undefined || definition === undefined) return undefined
  return { kind: 'index', isUnique: unique !== undefined, name, table, definition }
}
