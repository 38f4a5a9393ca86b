/** Where the dashboard shows things, below Puente's public address. */

export const orderAddress = (orderId: string): string => `/orders/${encodeURIComponent(orderId)}`

export const reconciliationAddress = (runId: string): string =>
  `/money/reconciliations/${encodeURIComponent(runId)}`

/** What tells one group of alerts from the others; `storeId` is `null` where it is about all stores. */
export interface AlertGroupIdentity {
  storeId: string | null
  cause: string
}

/** The name of a group of alerts in an address: `order_paid_twice@my-store`. */
export const alertGroupName = ({ storeId, cause }: AlertGroupIdentity): string =>
  `${cause}@${storeId ?? ''}`

export const alertGroupAddress = (group: AlertGroupIdentity): string =>
  `/?${new URLSearchParams({ group: alertGroupName(group) })}`
