import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SandboxDatabase } from './sandbox-database.ts'
import type { StateTable } from './tables.ts'

type StateName = StateTable['name']

/**
 * Reads the control routes' persistent state; `undefined` if unset or of an incompatible version.
 */
export const readState = async <Schema extends z.ZodType>(
  { query }: SandboxDatabase,
  name: StateName,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  const row = await query
    .selectFrom('state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return schema.safeParse(row?.value).data
}

export const writeState = async ({ query }: SandboxDatabase, name: StateName, state: object) => {
  const value = JSON.stringify(state)
  await query
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const deleteState = async ({ query }: SandboxDatabase, name: StateName): Promise<void> => {
  await query.deleteFrom('state').where('name', '=', name).execute()
}

const signingKey = z.object({ hex: z.string().regex(/^[\da-f]{64}$/) })

/** Persistent, so that links survive a restart. */
export const openSigningKey = async (database: SandboxDatabase): Promise<Buffer> => {
  await database.query
    .insertInto('state')
    .values({
      name: 'signing_key',
      value: JSON.stringify({ hex: randomBytes(32).toString('hex') }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = await readState(database, 'signing_key', signingKey)
  if (!state) throw new Error('The signing key in the database is none')
  return Buffer.from(state.hex, 'hex')
}
