import type { Charge, RecordedEvent } from '../engine/messages.ts'

export type { Charge, RecordedEvent } from '../engine/messages.ts'

/** What the gateway itself knows, whatever your shop was told. */
export interface Books {
  /** Lists the charges that took money for an `external_reference`, oldest first. */
  charges(reference: string): Promise<Charge[]>
  /** Lists recorded events, oldest first, with their deliveries. */
  events(filter?: { type?: string; reference?: string }): Promise<RecordedEvent[]>
}
