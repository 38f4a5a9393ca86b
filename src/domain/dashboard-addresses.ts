/** Dashboard paths, relative to Puente's public address. */

export const orderAddress = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`

/** The order's page, at one of its payments. */
export const paymentAddress = (orderId: string, paymentId: string): string =>
  `${orderAddress(orderId)}#${encodeURIComponent(paymentId)}`

/** The orders of a customer, found by e-mail address. */
export const ordersOfCustomerAddress = (email: string): string =>
  `/orders?${new URLSearchParams({ search: email })}`

export const reconciliationAddress = (runId: string): string =>
  `/money/reconciliations/${encodeURIComponent(runId)}`

/** Key of a group of alerts; `storeId` is `null` for all stores. */
export interface AlertGroupIdentity {
  storeId: string | null
  cause: string
}

/** Formats the group for a URL: `order_paid_twice@my-store`. */
export const alertGroupName = ({ storeId, cause }: AlertGroupIdentity): string =>
  `${cause}@${storeId ?? ''}`

export const alertGroupAddress = (group: AlertGroupIdentity): string =>
  `/?${new URLSearchParams({ group: alertGroupName(group) })}`
