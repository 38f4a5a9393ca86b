export const ORDER_STATUS_FILTERS = [
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
] as const
type OrderStatus = (typeof ORDER_STATUS_FILTERS)[number]

/** Filters in the URL; amounts as typed. */
export interface OrderSearch {
  search?: string
  status?: OrderStatus
  store?: string
  from?: string
  to?: string
  least?: string
  most?: string
}

const isStatus = (value: unknown): value is OrderStatus =>
  (ORDER_STATUS_FILTERS as readonly unknown[]).includes(value)

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text.slice(0, 191)
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

/** Parses the URL; drops invalid filters. */
export const readOrderSearch = (given: Record<string, unknown>): OrderSearch =>
  known({
    search: textOf(given.search),
    status: isStatus(given.status) ? given.status : undefined,
    store: textOf(given.store),
    from: dayOf(given.from),
    to: dayOf(given.to),
    least: textOf(given.least),
    most: textOf(given.most),
  })

/** Drops undefined fields. */
export const known = <Fields extends object>(
  fields: Fields,
): { [F in keyof Fields]?: NonNullable<Fields[F]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof Fields]?: NonNullable<Fields[F]>
  }
