import { setTimeout } from 'node:timers/promises'
import { type Puente, resultOf } from '@puente/node'
import { type Charge, chargeOf } from './charge.js'
import { errorOf } from './errors.js'

/** Milliseconds before each look at a payment that the gateway is about to report. */
const LOOKS_MS = [0, 700, 1_500, 2_500]

export interface AskedCharge {
  id: string
  amount: string
  currency: string
}

/**
 * Reads at Puente whether the order is paid. Never trusts what the browser sent. Throws for an order
 * that Puente does not know: its key may be that of another store.
 */
export const readCharge = async (puente: Puente, asked: AskedCharge): Promise<Charge> => {
  const read = await resultOf(puente.orders.retrieve(asked.id))
  if (read.ok) return chargeOf(read.value, asked)
  throw errorOf(read.error)
}

/** Reads the charge for a customer who just returned: Puente asks the gateway for a late event. */
export const awaitCharge = async (puente: Puente, asked: AskedCharge): Promise<Charge> => {
  let charge: Charge = { outcome: 'unpaid' }
  for (const waitMs of LOOKS_MS) {
    await setTimeout(waitMs)
    charge = await readCharge(puente, asked)
    if (charge.outcome !== 'unpaid') return charge
    if (waitMs === 0) await resultOf(puente.orders.retrieve(asked.id, { ask: true }))
  }
  return charge
}
