import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Json } from './world.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

const sha256 = (data: string): Buffer => createHash('sha256').update(data).digest()
const encoded = (data: Buffer): string => data.toString('base64url')

/** The few forms of CBOR (RFC 8949) that an attestation needs. */
const bytesOf = (data: Buffer): Buffer =>
  Buffer.concat([
    data.length < 256
      ? Buffer.from([0x58, data.length])
      : Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ])
const textOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const smallOf = (number: number): Buffer =>
  Buffer.from([number >= 0 ? number : 0x20 + (-1 - number)])

/** A device with one passkey (ES256). `origin` is the page where its user is. */
export const softwarePasskey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = Buffer.concat([
    Buffer.from([0xa5]),
    ...[smallOf(1), smallOf(2), smallOf(3), smallOf(-7), smallOf(-1), smallOf(1)],
    ...[smallOf(-2), bytesOf(Buffer.from(x, 'base64url'))],
    ...[smallOf(-3), bytesOf(Buffer.from(y, 'base64url'))],
  ])
  let counter = 0

  const clientData = (type: string, { challenge, origin }: { challenge: string; origin: string }) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (rpId: string, { flags, more }: { flags: number; more: Buffer[] }) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...more])
  }

  return {
    /** Answers creation options of `POST /auth/passkeys/options`. */
    register: (options: Json, { origin }: { origin: string }): Json => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(options.rp.id, {
        flags: USER_PRESENT | USER_VERIFIED | WITH_CREDENTIAL,
        more: [Buffer.alloc(16), length, id, coseKey],
      })
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[textOf('fmt'), textOf('none')],
        ...[textOf('attStmt'), Buffer.from([0xa0])],
        ...[textOf('authData'), bytesOf(authData)],
      ])
      const { challenge } = options
      return {
        ...{ id: encoded(id), rawId: encoded(id), type: 'public-key' },
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', { challenge, origin })),
          attestationObject: encoded(attestationObject),
        },
      }
    },
    /** Answers request options of `POST /auth/passkeys/sign-in/options`. */
    signIn: (
      options: Json,
      { origin, isVerified = true }: { origin: string; isVerified?: boolean },
    ): Json => {
      const authData = authenticatorData(options.rpId, {
        flags: USER_PRESENT | (isVerified ? USER_VERIFIED : 0),
        more: [],
      })
      const { challenge } = options
      const said = clientData('webauthn.get', { challenge, origin })
      const signed = Buffer.concat([authData, createHash('sha256').update(said).digest()])
      return {
        ...{ id: encoded(id), rawId: encoded(id), type: 'public-key' },
        response: {
          clientDataJSON: encoded(said),
          authenticatorData: encoded(authData),
          signature: encoded(sign('sha256', signed, privateKey)),
        },
      }
    },
  }
}
