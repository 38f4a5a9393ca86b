import type { Role } from '../../domain/rights.ts'
import type { DbQuery } from '../db.ts'
import type { Member } from '../people/members.ts'

/** Inserts a person with a password; `false` if the e-mail exists. */
export const insertPerson = async (
  trx: DbQuery,
  {
    id,
    name,
    email,
    accountId,
    passwordHash,
    now,
  }: {
    id: string
    name: string
    email: string
    accountId: string
    passwordHash: string
    now: Date
  },
): Promise<boolean> => {
  const times = { created_at: now, updated_at: now }
  const made = await trx
    .insertInto('people')
    // The link proves the address.
    .values({ id, name, email, email_verified: true, ...times })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await trx
    .insertInto('person_accounts')
    .values({
      id: accountId,
      person_id: id,
      account_id: id,
      provider_id: 'credential',
      password: passwordHash,
      ...times,
    })
    .execute()
  return true
}

/** Sets a new password, or a first one. `accountId`: id of the row for a first one. */
export const setPasswordHash = async (
  trx: DbQuery,
  {
    personId,
    accountId,
    passwordHash,
    now,
  }: { personId: string; accountId: string; passwordHash: string; now: Date },
): Promise<void> => {
  await trx
    .insertInto('person_accounts')
    .values({
      id: accountId,
      person_id: personId,
      account_id: personId,
      provider_id: 'credential',
      password: passwordHash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'provider_id'])
        .doUpdateSet({ password: passwordHash, updated_at: now }),
    )
    .execute()
}

export const passwordHashOf = async (
  query: DbQuery,
  personId: string,
): Promise<string | undefined> => {
  const account = await query
    .selectFrom('person_accounts')
    .select('password')
    .where('person_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return account?.password ?? undefined
}

/** Keeps the role of an existing member. */
export const insertMember = async (
  trx: DbQuery,
  { organizationId, personId, role, now }: Member & { role: Role; now: Date },
): Promise<void> => {
  await trx
    .insertInto('members')
    .values({ organization_id: organizationId, person_id: personId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id']).doNothing())
    .execute()
}
