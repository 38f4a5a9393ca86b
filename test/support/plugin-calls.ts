import { randomBytes } from 'node:crypto'
import { signCall } from '../../adapters/woocommerce/signing.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { Json } from './world.ts'

export const callAsPlugin = async (
  puenteUrl: string,
  { storeId, secret }: { storeId: string; secret: string },
  path: string,
  said: object,
): Promise<{ status: number; body: Json }> => {
  const body = JSON.stringify(said)
  const signed = signCall({
    storeId: StoreId.parse(storeId),
    secret,
    method: 'POST',
    path,
    body: Buffer.from(body),
    now: new Date(),
    nonce: randomBytes(24).toString('base64url'),
  })
  const answer = await fetch(puenteUrl + path, { method: 'POST', headers: { ...signed }, body })
  return { status: answer.status, body: await answer.json() }
}
