import type { RunningVendure } from '../running-vendure.ts'
import type { Customer } from '../vendure-customer.ts'

/** A Vendure with one payment plugin, and what customers and merchants do at its provider. */
export interface Contender {
  name: string
  shop: RunningVendure
  /** Asks for the payment of the active order. `undefined`: nothing is left to pay. */
  open(customer: Customer): Promise<string | undefined>
  /** Pays, and closes the window. Returns whether the provider took the payment. */
  pay(opened: string): Promise<boolean>
  /** Lets the provider repeat what Vendure has not acknowledged, for hours if need be. */
  deliver(): Promise<void>
  /** Pays, and sends the event of the payment several times at once. */
  payWithEvents(opened: string, code: string, times: number): Promise<void>
  /** Sends an event with a wrong signature, and returns the status of the answer. */
  forge(code: string): Promise<number>
  /** Charges less refunds at the provider, in minor units. */
  kept(code: string): Promise<number>
  /** Refunds in the provider's dashboard. */
  refundAtProvider(code: string, amount: number): Promise<void>
  /** Makes payments refundable. */
  settle(): Promise<void>
  /** Loses the answer to the next refund, which the provider makes. */
  loseRefundAnswer(code: string): void
  close(): Promise<void>
}
