import type { DbQuery } from '../../db/db.ts'
import { noteUse } from '../../db/installation/features.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  deleteRecoveryCodes,
  findAuthenticator,
  replaceRecoveryCodes,
  sealingContextOfAuthenticator,
} from '../../db/people/second-factors.ts'
import { confirmFactor, endOtherSessions, endSessions } from '../../db/people/sessions.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import type { Person } from '../person.ts'
import { attempt } from '../sign-in/attempt.ts'
import { countersOfSession } from '../sign-in/lock-out.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, stepOfCode, uriOf } from './totp.ts'

export interface SecondFactorView {
  hasAuthenticator: boolean
  recoveryCodesLeft: number
}

export const secondFactorOf = async (
  { query }: PeopleContext,
  { id }: Person,
): Promise<SecondFactorView> => ({
  hasAuthenticator: (await findAuthenticator(query, id))?.confirmed_at != null,
  recoveryCodesLeft: await countRecoveryCodes(query, id),
})

export type AuthenticatorBegun =
  | { outcome: 'begun'; secret: string; uri: string }
  | { outcome: 'on-already' }

/** Creates a secret. It has no effect before its first code. */
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
  | { outcome: 'done'; recoveryCodes: string[] }
  | { outcome: 'wrong' }
  | { outcome: 'locked-out'; until: Date }
  /** Not begun, or confirmed by another request. */
  | { outcome: 'not-begun' }

interface InSession {
  token: string
  address: string
}

/** Turns the authenticator on with its first code, and ends the person's other sessions. */
export const confirmAuthenticatorOf = async (
  ctx: PeopleContext,
  person: Person,
  { token, address, code }: InSession & { code: string },
): Promise<AuthenticatorConfirmed> => {
  const { query, sealer, clock } = ctx
  const { id: personId } = person
  const begun = await findAuthenticator(query, personId)
  if (!begun || begun.confirmed_at) return { outcome: 'not-begun' }
  const { sealed_secret: sealedSecret } = begun
  const now = clock.now()
  const secret = sealer.open(sealedSecret, sealingContextOfAuthenticator(personId))
  const checked = await attempt(ctx, countersOfSession(token), async () =>
    stepOfCode(secret, code.replaceAll(/\s/g, ''), now),
  )
  if (checked.outcome !== 'right') return checked
  const { value: step } = checked
  return runAuditedForAccount(ctx, ownAct(person, 'set up authenticator', address), async () => {
    const recoveryCodes = newRecoveryCodes()
    const isDone = await query.transaction().execute(async (trx) => {
      if (!(await confirmAuthenticator(trx, { personId, sealedSecret, step, now }))) return false
      await noteUse(trx, 'second-factors')
      const hashes = recoveryCodes.map(hashOfRecoveryCode)
      await replaceRecoveryCodes(trx, { personId, hashes, now })
      await confirmFactor(trx, { token, now })
      await endOtherSessions(trx, { personId, token })
      return true
    })
    return isDone ? { outcome: 'done', recoveryCodes } : { outcome: 'not-begun' }
  })
}

export type FactorRemoved = { outcome: 'done' } | { outcome: 'not-on' }

/** Removes the authenticator and the recovery codes. */
export const removeAuthenticator = (
  ctx: PeopleContext,
  person: Person,
  { address }: Pick<InSession, 'address'>,
): Promise<FactorRemoved> =>
  runAuditedForAccount(ctx, ownAct(person, 'remove authenticator', address), () =>
    ctx.query.transaction().execute(async (trx): Promise<FactorRemoved> => {
      const isDeleted = await deleteAuthenticator(trx, person.id)
      await deleteRecoveryCodes(trx, person.id)
      return { outcome: isDeleted ? 'done' : 'not-on' }
    }),
  )

/** Removes every second factor and ends the sessions, at the request of an administrator. */
export const removeSecondFactors = (
  query: DbQuery,
  personId: string,
): Promise<{ wasOn: boolean }> =>
  query.transaction().execute(async (trx) => {
    const wasOn = await deleteAuthenticator(trx, personId)
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
    const recoveryCodes = newRecoveryCodes()
    const hashes = recoveryCodes.map(hashOfRecoveryCode)
    const given = { personId: person.id, hashes, now: ctx.clock.now() }
    await ctx.query.transaction().execute((trx) => replaceRecoveryCodes(trx, given))
    return { outcome: 'done', recoveryCodes }
  })
