import type { RunningMedusa } from '../running-medusa.ts'

/** A Medusa with one payment provider, and what customers and merchants do there. */
export interface Contender {
  name: string
  shop: RunningMedusa
  /** Creates a payment session of a cart. */
  open(cartId: string): Promise<Opened>
  /** Pays, and closes the window. Returns whether the provider took the payment. */
  pay(opened: Opened): Promise<boolean>
  /** Pays, and sends the event of the payment several times at once. */
  payWithEvents(opened: Opened, times: number): Promise<void>
  /** Pays; no event reaches Medusa before `deliver`. */
  payUnheard(opened: Opened): Promise<boolean>
  /** Lets the provider repeat what Medusa has not acknowledged, for hours if need be, and Medusa apply it. */
  deliver(): Promise<void>
  /** Sends an event with a wrong signature, and returns the status of the answer. */
  forge(opened: Opened): Promise<number>
  /** Charges less refunds at the provider, in minor units. */
  kept(opened: readonly Opened[]): Promise<number>
  /** Refunds in the provider's dashboard. */
  refundAtProvider(opened: Opened, amount: number): Promise<void>
  /** Makes payments refundable. */
  settle(): Promise<void>
  /** Loses the answers to refunds, which the provider makes, during some work. */
  losingRefundAnswers(work: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export interface Opened {
  cartId: string
  /** Of the payment at the provider. */
  id: string
  page: string
}
