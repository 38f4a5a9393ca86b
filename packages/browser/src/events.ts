import type { Failure, Outcome } from './protocol.ts'

/** Details of the events of `<puente-card>`, by name. */
export interface PuenteCardDetails {
  /** The card fields accept input; again for each further try. */
  ready: Record<string, never>
  /** The frame has another height, in CSS pixels. */
  height: { height: number }
  /** Whether the fields are complete, so that `submit()` would pay. */
  change: { complete: boolean }
  /** The customer has submitted the card. */
  submitted: Record<string, never>
  /** The bank verifies the customer (3-D Secure) inside the frame. */
  challenge: Record<string, never>
  /** The outcome is not known yet. */
  confirming: Outcome
  paid: Outcome
  /** The customer can try another card. */
  declined: Outcome
  /** The shop has to look at the payment. Never ask the customer to pay again. */
  review: Outcome
  /** The order can no longer be paid by this address. */
  expired: Outcome
  /** The order cannot be paid now. `reason` says why, `canRetry` whether the frame offers another try. */
  failed: Failure
}

export type PuenteCardEventName = keyof PuenteCardDetails

type PuenteCardEvents = {
  [Name in PuenteCardEventName]: CustomEvent<PuenteCardDetails[Name]>
}

export interface PuenteCardEventMap
  extends Omit<HTMLElementEventMap, PuenteCardEventName>,
    PuenteCardEvents {}

type Listener<Event> = (this: PuenteCardElement, event: Event) => unknown

/** The element `<puente-card>`. */
export interface PuenteCardElement extends HTMLElement {
  /** `pay_url` of a checkout with `mode: 'card_page'`. */
  payUrl: string
  /** Whether the fields are complete, so that `submit()` would pay. */
  readonly complete: boolean
  /** Pays with the typed card; returns `false`, and does nothing, while the fields are incomplete. */
  submit(): boolean
  addEventListener<Name extends keyof PuenteCardEventMap>(
    type: Name,
    listener: Listener<PuenteCardEventMap[Name]>,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Name extends keyof PuenteCardEventMap>(
    type: Name,
    listener: Listener<PuenteCardEventMap[Name]>,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'puente-card': PuenteCardElement
  }
}
