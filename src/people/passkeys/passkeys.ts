import { noteUse } from '../../db/installation/features.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  noteUseOfPasskey,
} from '../../db/people/passkeys.ts'
import { getPerson } from '../../db/people/people.ts'
import {
  deletePendingAuthenticator,
  deleteRecoveryCodes,
  hasFactor,
} from '../../db/people/second-factors.ts'
import { confirmFactor, endOtherSessions } from '../../db/people/sessions.ts'
import { ownAct, runAuditedForAccount } from '../audited-of-person.ts'
import type { PeopleContext } from '../context.ts'
import type { Person } from '../person.ts'
import { giveRecoveryCodes } from '../second-factor/recovery-codes-of.ts'
import { challengeOf, newChallenge, spendChallenge } from './challenge.ts'
import { type Assertion, type Attestation, readClientData } from './client-data.ts'
import { registrationOptions, signInOptions, verifyRegistration, verifySignIn } from './webauthn.ts'

const MOST_PASSKEYS = 20

export type PasskeyRefused =
  /** The browser answered for another site. */
  | { outcome: 'other-origin'; origin: string }
  /** The passkey is unknown, the answer is forged, or the challenge was answered or has expired. */
  | { outcome: 'refused' }

export const beginRegistration = async (ctx: PeopleContext, person: Person) => {
  const known = await listPasskeys(ctx.query, person.id)
  if (known.length >= MOST_PASSKEYS) return { outcome: 'too-many' } as const
  const { challenge, cookie } = newChallenge(ctx, 'register')
  const party = { publicUrl: ctx.publicUrl, challenge }
  const options = await registrationOptions(party, { person, known })
  return { outcome: 'begun', options, cookie } as const
}

export const beginPasskeySignIn = async (ctx: PeopleContext) => {
  const { challenge, cookie } = newChallenge(ctx, 'sign-in')
  return { options: await signInOptions({ publicUrl: ctx.publicUrl, challenge }), cookie }
}

export type PasskeyAdded = { outcome: 'done'; recoveryCodes: string[] | undefined } | PasskeyRefused

/**
 * Adds a passkey. As the first second factor, it also creates recovery codes and ends the person's
 * other sessions.
 */
export const addPasskey = async (
  ctx: PeopleContext,
  person: Person,
  {
    token,
    address,
    cookie,
    name,
    attestation,
  }: {
    token: string
    address: string
    cookie: string | undefined
    name: string
    attestation: Attestation
  },
): Promise<PasskeyAdded> => {
  const challenge = challengeOf(ctx, { cookie, ceremony: 'register' })
  const refused = refusalOf(ctx, attestation.response.clientDataJSON, challenge)
  if (challenge === undefined || refused) return refused ?? { outcome: 'refused' }
  const credential = await verifyRegistration({ publicUrl: ctx.publicUrl, challenge }, attestation)
  if (!credential || !(await spendChallenge(ctx, challenge))) return { outcome: 'refused' }
  const now = ctx.clock.now()
  return runAuditedForAccount(ctx, ownAct(person, 'add passkey', address), () =>
    ctx.query.transaction().execute(async (trx): Promise<PasskeyAdded> => {
      const isFirst = !(await hasFactor(trx, person.id))
      const isNew = await insertPasskey(trx, {
        ...{ id: ctx.ids.next('psk'), person_id: person.id, name, now },
        credential_id: credential.credentialId,
        public_key: credential.publicKey,
        counter: BigInt(credential.counter),
      })
      if (!isNew) return { outcome: 'refused' }
      await deletePendingAuthenticator(trx, person.id)
      await noteUse(trx, 'second-factors')
      await confirmFactor(trx, { token, now })
      if (!isFirst) return { outcome: 'done', recoveryCodes: undefined }
      await endOtherSessions(trx, { personId: person.id, token })
      return { outcome: 'done', recoveryCodes: await giveRecoveryCodes(trx, person.id, now) }
    }),
  )
}

export const removePasskey = (
  ctx: PeopleContext,
  person: Person,
  { id, address }: { id: string; address: string },
): Promise<{ outcome: 'done' } | { outcome: 'no-such-passkey' }> =>
  runAuditedForAccount(ctx, { ...ownAct(person, 'remove passkey', address), subject: id }, () =>
    ctx.query.transaction().execute(async (trx) => {
      const isDeleted = await deletePasskey(trx, { id, personId: person.id })
      if (!isDeleted) return { outcome: 'no-such-passkey' } as const
      if (!(await hasFactor(trx, person.id))) await deleteRecoveryCodes(trx, person.id)
      return { outcome: 'done' } as const
    }),
  )

export type PasskeyChecked =
  | { outcome: 'right'; person: { id: string; name: string; email: string } }
  | PasskeyRefused

/** Verifies an answer to this browser's challenge. Accepts one answer per challenge. */
export const checkPasskey = async (
  ctx: PeopleContext,
  { cookie, assertion }: { cookie: string | undefined; assertion: Assertion },
): Promise<PasskeyChecked> => {
  const challenge = challengeOf(ctx, { cookie, ceremony: 'sign-in' })
  const refused = refusalOf(ctx, assertion.response.clientDataJSON, challenge)
  if (challenge === undefined || refused) return refused ?? { outcome: 'refused' }
  const passkey = await findPasskey(ctx.query, assertion.id)
  if (!passkey) return { outcome: 'refused' }
  const party = { publicUrl: ctx.publicUrl, challenge }
  const counter = await verifySignIn(party, { assertion, passkey })
  if (counter === undefined || !(await spendChallenge(ctx, challenge)))
    return { outcome: 'refused' }
  await noteUseOfPasskey(ctx.query, { id: passkey.id, counter, now: ctx.clock.now() })
  const person = await getPerson(ctx.query, passkey.person_id)
  return person ? { outcome: 'right', person } : { outcome: 'refused' }
}

/** Checks the origin first, so that an answer for another site is refused as such. */
const refusalOf = (
  { publicUrl }: PeopleContext,
  encoded: string,
  challenge: string | undefined,
): PasskeyRefused | undefined => {
  const signed = readClientData(encoded)
  if (!signed) return { outcome: 'refused' }
  const { origin } = signed
  if (origin !== new URL(publicUrl).origin) {
    return { outcome: 'other-origin', origin: origin.slice(0, 200) }
  }
  return signed.challenge === challenge ? undefined : { outcome: 'refused' }
}
