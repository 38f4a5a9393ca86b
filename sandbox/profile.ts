/**
 * How this gateway is configured for its merchant, and which of the possible behaviours it shows
 * where `gateway-api.md` says "not shown". Clients must work with every value.
 */
export interface Profile {
  merchantName: string
  /** Numeric codes enabled on the terminal; the first one is the terminal's own (1.1). */
  currencies: readonly [string, ...string[]]
  /** The commission of a charge, as a fraction of what is charged (4.3, `service_fee_enabled`). */
  fee_rate: number
  /** The fixed part of the commission, in units of the payment's currency ... */
  fee_fixed: string
  /** ... charged from this amount on. */
  fee_threshold: string
  /** 4.2: "Maximum per_page: not shown". A larger one is lowered to this. */
  per_page_max: number
  /** 4: "Behavior when a key is reused: not shown". */
  idempotency_key_reuse: 'same_payment' | 'new_payment'
  /** 4.3: creating a reusable payment again "may return the existing payment". */
  reusable_returns_existing: boolean
  /** 2.1: "may be absent from the creation response". */
  lock_customer_fields_in_creation: boolean
}

export const defaultProfile: Profile = {
  merchantName: 'Comercio de prueba',
  currencies: ['340', '840'],
  fee_rate: 0.0425,
  fee_fixed: '2.50',
  fee_threshold: '0.00',
  per_page_max: 100,
  idempotency_key_reuse: 'same_payment',
  reusable_returns_existing: true,
  lock_customer_fields_in_creation: false,
}
