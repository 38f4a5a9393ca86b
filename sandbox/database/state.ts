import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/platform/database.ts'
import type { StateTable, Tables } from './tables.ts'

type StateName = StateTable['name']

/** Something that control routes set and that outlives a restart; `undefined` when nobody did. */
export const readState = async ({ query }: Database<Tables>, name: StateName): Promise<unknown> => {
  const row = await query
    .selectFrom('state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export const writeState = async (
  { query }: Database<Tables>,
  name: StateName,
  state: object,
): Promise<void> => {
  const value = JSON.stringify(state)
  await query
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export const forgetState = async ({ query }: Database<Tables>, name: StateName): Promise<void> => {
  await query.deleteFrom('state').where('name', '=', name).execute()
}

/** What signed URLs are signed with: made at the first start, so that a restart breaks no link. */
export const openSigningKey = async (database: Database<Tables>): Promise<Buffer> => {
  await database.query
    .insertInto('state')
    .values({
      name: 'signing_key',
      value: JSON.stringify({ hex: randomBytes(32).toString('hex') }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = (await readState(database, 'signing_key')) as { hex: string }
  return Buffer.from(state.hex, 'hex')
}
