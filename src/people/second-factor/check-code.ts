import {
  acceptStep,
  consumeRecoveryCode,
  findAuthenticator,
  sealingContextOfAuthenticator,
} from '../../db/people/second-factors.ts'
import { orUndefined } from '../../runtime/failure.ts'
import type { PeopleContext } from '../context.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export type FactorMethod = 'authenticator' | 'recovery_code'

/** Accepts each code once. Returns the method of the code; `undefined`: wrong. */
export const checkFactorCode = async (
  { query, sealer, clock }: PeopleContext,
  { personId, code }: { personId: string; code: string },
): Promise<FactorMethod | undefined> => {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const hash = hashOfRecoveryCode(code)
    return (await consumeRecoveryCode(query, { personId, hash })) ? 'recovery_code' : undefined
  }
  const authenticator = await findAuthenticator(query, personId)
  if (!authenticator?.confirmed_at) return undefined
  const { sealed_secret: sealed } = authenticator
  // After the loss of a sealing key, recovery codes still work.
  const secret = orUndefined(() => sealer.open(sealed, sealingContextOfAuthenticator(personId)))
  const step = secret && stepOfCode(secret, digits, clock.now())
  if (!step) return undefined
  return (await acceptStep(query, { personId, step })) ? 'authenticator' : undefined
}
