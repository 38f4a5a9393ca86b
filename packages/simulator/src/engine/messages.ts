/** Messages between a test's process and the engine, its child process. */
export type EngineCall =
  /** `settings` by the names of the service's settings. */
  | { kind: 'start'; settings: Record<string, string>; port: number }
  | { kind: 'stop'; gateway: number }
  | { kind: 'charges'; gateway: number; reference: string }
  | { kind: 'events'; gateway: number }

export interface EngineAnswers {
  start: { gateway: number; url: string; port: number }
  stop: undefined
  charges: Charge[]
  events: RecordedEvent[]
}

export type EngineRequest = EngineCall & { id: number }

export type EngineReply =
  | { id: number; ok: true; value: EngineAnswers[EngineCall['kind']] }
  | { id: number; ok: false; message: string }

/** One charge that took money. */
export interface Charge {
  transactionId: string
  paymentId: number
  /** `external_reference` of its payment. */
  reference: string
  environment: 'test' | 'live'
  status: 'paid' | 'partially_refunded' | 'refunded' | 'voided'
  /** Decimal units, such as `"125.50"`. */
  amount: string
  /** ISO 4217, alphabetic. */
  currency: string
  /** ISO 8601, the gateway's clock. */
  paidAt: string
  /** ISO 8601; `null` unless voided. */
  voidedAt: string | null
  refunds: { id: string; amount: string; reason: string | null; at: string }[]
}

/** One event and its way to the endpoints. */
export interface RecordedEvent {
  id: string
  environment: 'test' | 'live'
  type: string
  /** ISO 8601, the gateway's clock. */
  at: string
  /** `external_reference` of the payment; `null` for other events. */
  reference: string | null
  /** `data` of the body. */
  data: Record<string, unknown>
  deliveries: {
    url: string
    state: 'pending' | 'delivered' | 'given_up' | 'dropped'
    attempts: number
    /** A second delivery of the same event, by the fault `duplicate`. */
    isCopy: boolean
  }[]
}
