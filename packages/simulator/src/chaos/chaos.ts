import type { Books } from '../gateway/books.ts'
import type { FaultOptions, Faults } from '../gateway/faults.ts'
import type { Portal } from '../gateway/portal.ts'
import { type ChaosPreset, DEFAULT_SEED, FAULT_PRESETS, isFaultPreset } from './presets.ts'

export interface ChaosOptions {
  /** The same seed and requests give the same faults; default: 1. */
  seed?: number | string
  /** `lost-answer`: number of lost answers; default: 1. */
  times?: number
  /** `portal-refund`: the order; default: every paid one. */
  reference?: string
}

/**
 * Starts a preset; several add up until `calm`. `portal-refund` happens at once: the merchant gives
 * the money back in the portal, as a void before the settlement and a refund after it.
 */
export type Chaos = (preset: ChaosPreset, options?: ChaosOptions) => Promise<void>

export const chaosOf =
  ({ faults, portal, books }: { faults: Faults; portal: Portal; books: Books }): Chaos =>
  async (preset, { seed = DEFAULT_SEED, times, reference } = {}) => {
    if (isFaultPreset(preset)) return faults.set({ ...faultsOf(preset, times), seed })
    for (const { transactionId } of await returnable(books, reference)) {
      await giveBack(portal, transactionId)
    }
  }

const faultsOf = (preset: keyof typeof FAULT_PRESETS, times = 1): FaultOptions => {
  const { faults }: { faults: FaultOptions } = FAULT_PRESETS[preset]
  return faults.next ? { ...faults, next: faults.next.map((plan) => ({ ...plan, times })) } : faults
}

const returnable = async (books: Books, reference: string | undefined) => {
  const references =
    reference === undefined
      ? new Set((await books.events()).flatMap((event) => event.reference ?? []))
      : [reference]
  const charges = await Promise.all([...references].map((each) => books.charges(each)))
  return charges.flat().filter(({ status }) => status === 'paid' || status === 'partially_refunded')
}

const giveBack = async (portal: Portal, transactionId: string): Promise<void> => {
  const reason = 'Refunded in the portal'
  try {
    await portal.void(transactionId, { reason })
  } catch {
    await portal.refund(transactionId, { reason })
  }
}
