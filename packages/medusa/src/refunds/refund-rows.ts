/** Key of a refund's metadata in Medusa, for the id of the refund at Puente. */
const KEY = 'puente_refund'

type Metadata = Readonly<Record<string, unknown>> | null | undefined

/** Reads the id at Puente of a refund in Medusa. `undefined`: the refund was not made, or its answer was lost. */
export const pairedIdIn = (metadata: Metadata): string | undefined => {
  const id = metadata?.[KEY]
  return typeof id === 'string' ? id : undefined
}

export const pairedWith = (metadata: Metadata, refundId: string): Record<string, unknown> => ({
  ...metadata,
  [KEY]: refundId,
})

/**
 * Refunds in Medusa that share one at Puente with an earlier row: Medusa asked for two of one amount
 * at one time, and the second adopted that of the first.
 */
export const sharingRows = <Row extends { metadata: Metadata }>(rows: readonly Row[]): Row[] => {
  const ids = rows.map(({ metadata }) => pairedIdIn(metadata))
  return rows.filter((_, index) => {
    const id = ids[index]
    return id !== undefined && ids.indexOf(id) < index
  })
}

interface RefundRow {
  id: string
  payment_id: string
  metadata: Metadata
}

interface RefundService {
  retrieve(id: string): Promise<RefundRow>
  list(filters: { payment_id: string }): Promise<RefundRow[]>
  update(refund: { id: string; metadata: Record<string, unknown> }): Promise<unknown>
}

/** The refund that Medusa asks for, among all refunds of its payment. */
export interface RefundRows {
  /** Ids at Puente of the payment's refunds in Medusa. */
  recorded: string[]
  /** Whether the payment has no other refund in Medusa. */
  isFirst: boolean
  /** Keeps the id at Puente. Each refund has a row of its own, so refunds at one time never overwrite each other. */
  pair(refundId: string): Promise<void>
}

/** Reads the refunds of a payment by the id of one. */
export const refundRowsOf = async (service: unknown, id: string): Promise<RefundRows> => {
  const refunds = service as RefundService
  const { payment_id, metadata } = await refunds.retrieve(id)
  const rows = await refunds.list({ payment_id })
  return {
    recorded: rows.flatMap((row) => pairedIdIn(row.metadata) ?? []),
    isFirst: rows.every((row) => row.id === id),
    pair: async (refundId) => {
      await refunds.update({ id, metadata: pairedWith(metadata, refundId) })
    },
  }
}
