import { z } from 'zod'
import { orUndefined } from '../../runtime/failure.ts'

const clientData = z.object({ origin: z.string(), challenge: z.string() })

/** Reads the data that the browser signed, base64url of JSON; `undefined`: unreadable. */
export const readClientData = (encoded: string): z.infer<typeof clientData> | undefined => {
  const read = orUndefined(() => JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  return clientData.safeParse(read).data
}

const base64url = z
  .string()
  .max(8_192)
  .regex(/^[\w-]+={0,2}$/)

/** As `PublicKeyCredential.toJSON()` returns it. */
export const attestation = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
  }),
})

export const assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(200).nullish(),
  }),
})

export type Attestation = z.infer<typeof attestation>
export type Assertion = z.infer<typeof assertion>
