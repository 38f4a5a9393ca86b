import { newKey } from '../../parts/forms/new-key.ts'

/**
 * Idempotency keys of charges, by body. A charge whose outcome is unknown keeps its key, also after
 * the charge of another amount, so that a repetition charges once.
 */
export const createChargeKeys = () => {
  const keys = new Map<string, string>()
  return {
    keyOf: (body: object): string => {
      const charge = JSON.stringify(body)
      const key = keys.get(charge) ?? newKey()
      keys.set(charge, key)
      return key
    },
    /** For a charge whose outcome the person has seen. */
    forget: (body: object): void => {
      keys.delete(JSON.stringify(body))
    },
  }
}

export type ChargeKeys = ReturnType<typeof createChargeKeys>
