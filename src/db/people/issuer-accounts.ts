import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'
import type { OneTimeLinkRow } from './one-time-links.ts'

const PROVIDER = 'oidc'

/** Finds the person by the issuer's account; `accountId` names issuer and subject. */
export const findPersonOfIssuer = (query: DbQuery, accountId: string) =>
  query
    .selectFrom('person_accounts')
    .innerJoin('people', 'people.id', 'person_accounts.person_id')
    .select(['people.id', 'people.name', 'people.email'])
    .where('provider_id', '=', PROVIDER)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/**
 * Links a person to an account of the issuer, in place of one at a former issuer. Returns `false` if
 * the person has another account at this issuer.
 */
export const linkToIssuer = async (
  trx: DbQuery,
  {
    id,
    personId,
    issuer,
    accountId,
    now,
  }: { id: string; personId: string; issuer: string; accountId: string; now: Date },
): Promise<boolean> =>
  (await trx
    .insertInto('person_accounts')
    .values({
      ...{ id, person_id: personId, account_id: accountId, provider_id: PROVIDER, password: null },
      ...{ created_at: now, updated_at: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'provider_id'])
        .doUpdateSet({ account_id: accountId, updated_at: now })
        .where(sql<boolean>`NOT starts_with(person_accounts.account_id, ${`${issuer} `})`),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Returns `false` if a person has the e-mail address. */
export const insertPersonWithoutPassword = async (
  trx: DbQuery,
  { id, name, email, now }: { id: string; name: string; email: string; now: Date },
): Promise<boolean> =>
  (await trx
    .insertInto('people')
    .values({ ...{ id, name, email, email_verified: true }, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Consumes the open invitations of an e-mail address. */
export const consumeInvitationsOf = (
  trx: DbQuery,
  { email, now }: { email: string; now: Date },
): Promise<OneTimeLinkRow[]> =>
  trx
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('kind', '=', 'invitation')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .execute()
