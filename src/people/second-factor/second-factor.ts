import type { DbQuery } from '../../db/db.ts'
import { noteUse } from '../../db/installation/features.ts'
import { deletePasskeys, listPasskeys, type PasskeyRow } from '../../db/people/passkeys.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  deleteRecoveryCodes,
  findAuthenticator,
  hasFactor,
  sealingContextOfAuthenticator,
} from '../../db/people/second-factors.ts'
import { confirmFactor, endOtherSessions, endSessions } from '../../db/people/sessions.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import type { Person } from '../person.ts'
import { attempt } from '../sign-in/attempt.ts'
import { rememberBrowser, withFactor } from '../sign-in/known-browser.ts'
import { countersOfSetUp } from '../sign-in/lock-out.ts'
import { giveRecoveryCodes } from './recovery-codes-of.ts'
import { newSecret, stepOfCode, uriOf } from './totp.ts'

export interface SecondFactorView {
  hasAuthenticator: boolean
  passkeys: readonly PasskeyRow[]
  recoveryCodesLeft: number
}

export const secondFactorOf = async (
  { query }: PeopleContext,
  { id }: Person,
): Promise<SecondFactorView> => ({
  hasAuthenticator: (await findAuthenticator(query, id))?.confirmed_at != null,
  passkeys: await listPasskeys(query, id),
  recoveryCodesLeft: await countRecoveryCodes(query, id),
})

export type AuthenticatorBegun =
  | { outcome: 'begun'; secret: string; uri: string }
  | { outcome: 'on-already' }

/** Creates a secret, which has no effect until the person confirms it with a first code. */
export const setUpAuthenticator = async (
  { query, sealer, clock }: PeopleContext,
  { id: personId, email }: Person,
): Promise<AuthenticatorBegun> => {
  const secret = newSecret()
  const sealedSecret = sealer.seal(secret, sealingContextOfAuthenticator(personId))
  const now = clock.now()
  const isBegun = await beginAuthenticator(query, { personId, sealedSecret, now })
  return isBegun
    ? { outcome: 'begun', secret, uri: uriOf(secret, email) }
    : { outcome: 'on-already' }
}

export type AuthenticatorConfirmed =
  | /** Codes only with the first second factor. */
  { outcome: 'done'; recoveryCodes: string[] | undefined; cookies: string[] }
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }
  | { outcome: 'too-late' }
  /** Not begun, or confirmed by another request. */
  | { outcome: 'not-begun' }

/** Time to enter the first code of a new secret. */
const PENDING_MS = 15 * MINUTE

interface InSession {
  token: string
  address: string
}

/**
 * Turns the authenticator on with its first code. As the first second factor, it also creates recovery
 * codes and ends the person's other sessions.
 */
export const confirmAuthenticatorOf = async (
  ctx: PeopleContext,
  person: Person,
  { token, address, cookie, code }: InSession & { cookie: string | undefined; code: string },
): Promise<AuthenticatorConfirmed> => {
  const { query, sealer, clock } = ctx
  const { id: personId } = person
  const begun = await findAuthenticator(query, personId)
  const now = clock.now()
  if (!begun || begun.confirmed_at) return { outcome: 'not-begun' }
  if (begun.created_at <= addMs(now, -PENDING_MS)) return { outcome: 'too-late' }
  const { sealed_secret: sealedSecret } = begun
  const secret = sealer.open(sealedSecret, sealingContextOfAuthenticator(personId))
  const checked = await attempt(ctx, countersOfSetUp(token), async () =>
    stepOfCode(secret, code.replaceAll(/\s/g, ''), now),
  )
  if (checked.outcome !== 'right') return checked
  const { value: step } = checked
  return runAuditedForAccount(ctx, ownAct(person, 'set up authenticator', address), async () => {
    return query.transaction().execute(async (trx): Promise<AuthenticatorConfirmed> => {
      const isFirst = !(await hasFactor(trx, personId))
      if (!(await confirmAuthenticator(trx, { personId, sealedSecret, step, now }))) {
        return { outcome: 'not-begun' }
      }
      await noteUse(trx, 'second-factors')
      await confirmFactor(trx, { token, now })
      const { email } = person
      const account = withFactor(email, { confirmed_at: now })
      const cookies = [rememberBrowser(cookie, [email, account], ctx)]
      if (!isFirst) return { outcome: 'done', recoveryCodes: undefined, cookies }
      await endOtherSessions(trx, { personId, token })
      const recoveryCodes = await giveRecoveryCodes(trx, personId, now)
      return { outcome: 'done', recoveryCodes, cookies }
    })
  })
}

export type FactorRemoved = { outcome: 'done' } | { outcome: 'not-on' }

/** Removes the authenticator; with the last second factor, the recovery codes too. */
export const removeAuthenticator = (
  ctx: PeopleContext,
  person: Person,
  { address }: Pick<InSession, 'address'>,
): Promise<FactorRemoved> =>
  runAuditedForAccount(ctx, ownAct(person, 'remove authenticator', address), () =>
    ctx.query.transaction().execute(async (trx): Promise<FactorRemoved> => {
      const isDeleted = await deleteAuthenticator(trx, person.id)
      if (!(await hasFactor(trx, person.id))) await deleteRecoveryCodes(trx, person.id)
      return { outcome: isDeleted ? 'done' : 'not-on' }
    }),
  )

/** Removes every second factor of a person and ends their sessions, for an administrator. */
export const removeSecondFactors = (
  query: DbQuery,
  personId: string,
): Promise<{ wasOn: boolean }> =>
  query.transaction().execute(async (trx) => {
    const wasOn = await hasFactor(trx, personId)
    await deleteAuthenticator(trx, personId)
    await deletePasskeys(trx, personId)
    await deleteRecoveryCodes(trx, personId)
    if (wasOn) await endSessions(trx, personId)
    return { wasOn }
  })

export type RecoveryCodesReplaced = { outcome: 'done'; recoveryCodes: string[] }

/** Invalidates the former codes. */
export const replaceRecoveryCodesOf = (
  ctx: PeopleContext,
  person: Person,
  { address }: Pick<InSession, 'address'>,
): Promise<RecoveryCodesReplaced> =>
  runAuditedForAccount(ctx, ownAct(person, 'replace recovery codes', address), async () => {
    const now = ctx.clock.now()
    const recoveryCodes = await ctx.query
      .transaction()
      .execute((trx) => giveRecoveryCodes(trx, person.id, now))
    return { outcome: 'done', recoveryCodes }
  })
