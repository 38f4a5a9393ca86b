import { z } from 'zod'

export const demoDataView = z
  .object({
    state: z.enum(['offered', 'running', 'done', 'failed']),
    orders: z.int().meta({ description: 'Number of orders created so far.' }),
    orders_planned: z.int().meta({ description: 'Number of orders to create in all.' }),
    began_empty: z
      .boolean()
      .meta({ description: 'Whether no store had an order when the run began.' }),
    reason: z.string().nullable().meta({ description: 'Reason for a failure; otherwise `null`.' }),
  })
  .meta({ id: 'DemoData' })

export type DemoDataProgress = z.input<typeof demoDataView>

/** Fills the demo store with orders paid, declined and refunded at the sandbox. */
export interface DemoData {
  organizationId: string
  progress(): Promise<DemoDataProgress>
  /** No-op while running. */
  begin(): Promise<void>
}
