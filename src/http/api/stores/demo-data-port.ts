import { z } from 'zod'

export const demoDataView = z
  .object({
    state: z.enum(['offered', 'running', 'done', 'failed']),
    orders: z.int().meta({ description: 'So many were made so far.' }),
    orders_planned: z.int(),
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'DemoData' })

export type DemoDataProgress = z.input<typeof demoDataView>

/** Fills the demo store with orders paid, declined and refunded at the sandbox. */
export interface DemoData {
  organizationId: string
  progress(): DemoDataProgress
  /** No-op while running. */
  begin(): void
}
