import type { PasskeyRow } from '../../db/people/passkeys.ts'
import type { Assertion, Attestation } from './client-data.ts'

export interface RelyingParty {
  publicUrl: string
  challenge: string
}

const rpIdOf = (publicUrl: string): string => new URL(publicUrl).hostname

/** Loads the library with the first passkey: few web roles need it. */
const library = () => import('@simplewebauthn/server')

export const registrationOptions = async (
  { publicUrl, challenge }: RelyingParty,
  {
    person: { id, name, email },
    known,
  }: { person: { id: string; name: string; email: string }; known: readonly PasskeyRow[] },
) =>
  (await library()).generateRegistrationOptions({
    rpName: 'Puente',
    rpID: rpIdOf(publicUrl),
    challenge: Buffer.from(challenge, 'base64url'),
    userID: Buffer.from(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: credentialId }) => ({ id: credentialId })),
    // A passkey also replaces the password, so the device must verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

export const signInOptions = async ({ publicUrl, challenge }: RelyingParty) =>
  (await library()).generateAuthenticationOptions({
    rpID: rpIdOf(publicUrl),
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
  })

/** Returns the new credential; `undefined`: the answer does not verify. */
export const verifyRegistration = async (
  { publicUrl, challenge }: RelyingParty,
  { id, rawId, type, response }: Attestation,
): Promise<{ credentialId: string; publicKey: string; counter: number } | undefined> => {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: rpIdOf(publicUrl),
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { credential } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/** Returns the authenticator's new counter; `undefined`: the answer does not verify. */
export const verifySignIn = async (
  { publicUrl, challenge }: RelyingParty,
  { assertion, passkey }: { assertion: Assertion; passkey: PasskeyRow },
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await library()
  const { id, rawId, type, response } = assertion
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: rpIdOf(publicUrl),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
