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
  /** Repeats unacknowledged events, for hours if need be, until Medusa has applied them. */
  deliver(): Promise<void>
  /** Sends the event of the payment with a wrong signature, and waits until Medusa is done with it. */
  forge(opened: Opened): Promise<void>
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
