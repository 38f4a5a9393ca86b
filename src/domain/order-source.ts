/**
 * Source of an order. `request`: a payment request; `link`: a payment link; `counter`: the tablet
 * page.
 */
export const ORDER_SOURCES = ['storefront', 'request', 'link', 'counter'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]
export type PuenteSource = Exclude<OrderSource, 'storefront'>

/** Prefixes of the ids of orders made at Puente, which the gateway stores as references. */
const PREFIXES = { request: 'req', link: 'lnk', counter: 'ctr' } as const satisfies Record<
  PuenteSource,
  string
>

/**
 * Returns an order's id, `req_` and 26 characters, from a ULID or a digest in lower-case base 32.
 */
export const referenceOfSource = (source: PuenteSource, id: string): string =>
  `${PREFIXES[source]}_${id}`

const REFERENCE = /^(?<prefix>[a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/

/** Returns the source that an order's id names, for a payment whose order a restore lost. */
export const sourceOfReference = (reference: string): OrderSource => {
  const prefix = REFERENCE.exec(reference)?.groups?.prefix
  const [source] = Object.entries(PREFIXES).find(([, known]) => known === prefix) ?? []
  return ORDER_SOURCES.find((known) => known === source) ?? 'storefront'
}
