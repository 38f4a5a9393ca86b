import type { Books } from '../gateway/books.ts'
import type { FaultOptions, Faults } from '../gateway/faults.ts'
import type { Portal } from '../gateway/portal.ts'
import {
  type ChaosPreset,
  DEFAULT_SEED,
  FAULT_PRESETS,
  type FaultPresetName,
  isFaultPreset,
} from './presets.ts'

export interface FaultChaosOptions {
  /** The same seed and requests give the same faults; default: 1. */
  seed?: number | string
  /** `lost-answer`: number of lost answers; default: 1. */
  times?: number
}

export interface ChaosOptions extends FaultChaosOptions {
  /** `portal-refund`: the order; default: every paid one. */
  reference?: string
}

/** Starts a preset; several add up until `calm`. */
export type FaultChaos = (preset: FaultPresetName, options?: FaultChaosOptions) => Promise<void>

/**
 * As `FaultChaos`. `portal-refund` happens at once: the merchant returns the money in the portal, as
 * a void before the settlement and a refund after it.
 */
export type Chaos = (preset: ChaosPreset, options?: ChaosOptions) => Promise<void>

export const faultChaosOn =
  (faults: Faults): FaultChaos =>
  (preset, { seed = DEFAULT_SEED, times = 1 } = {}) =>
    faults.set({ ...faultsOf(preset, times), seed })

const faultsOf = (preset: FaultPresetName, times: number): FaultOptions => {
  const { faults }: { faults: FaultOptions } = FAULT_PRESETS[preset]
  return faults.next ? { ...faults, next: faults.next.map((plan) => ({ ...plan, times })) } : faults
}

export const chaosOn = (gateway: { faults: Faults; portal: Portal; books: Books }): Chaos => {
  const { books, portal } = gateway
  const startFaults = faultChaosOn(gateway.faults)
  return async (preset, options = {}) => {
    if (isFaultPreset(preset)) return startFaults(preset, options)
    for (const { transactionId } of await returnable(books, options.reference)) {
      await returnMoney(portal, transactionId)
    }
  }
}

const returnable = async (books: Books, reference: string | undefined) => {
  const references =
    reference === undefined
      ? new Set((await books.events()).flatMap((event) => event.reference ?? []))
      : [reference]
  const charges = await Promise.all([...references].map((each) => books.charges(each)))
  return charges.flat().filter(({ status }) => status === 'paid' || status === 'partially_refunded')
}

const returnMoney = async (portal: Portal, transactionId: string): Promise<void> => {
  const reason = 'Returned in the portal'
  try {
    await portal.void(transactionId, { reason })
  } catch {
    await portal.refund(transactionId, { reason })
  }
}
