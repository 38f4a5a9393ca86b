import type { Sender } from './send.ts'

/** A request that the gateway received; card data and secrets are masked. */
export interface JournalRequest {
  seq: number
  type: 'request'
  /** ISO 8601, the gateway's clock. */
  at: string
  method: string
  path: string
  query: string
  /** Outcome of the work, even if the answer was lost. */
  status: number
  environment: 'test' | 'live' | null
  idempotency_key: string | null
  body: unknown
  fault?: string
}

/** One attempt to deliver an event to one endpoint. */
export interface JournalDelivery {
  seq: number
  type: 'delivery'
  at: string
  event_id: string
  event_type: string
  url: string
  /** 1 to 5. */
  attempt: number
  /** `null` without a response. */
  status: number | null
  error: string | null
  duration_ms: number
  fault?: string
}

/** An event that the fault `drop` lost. */
export interface JournalDropped {
  seq: number
  type: 'dropped'
  at: string
  event_id: string
  event_type: string
  url: string
  fault: 'drop'
}

export type JournalEntry = JournalRequest | JournalDelivery | JournalDropped

export interface JournalReader {
  /** Lists the entries after `since`, oldest first. */
  entries(options?: { since?: number }): Promise<JournalEntry[]>
  /** Requests to the API, without those to the control routes. */
  requests(filter?: { method?: string; path?: string | RegExp }): Promise<JournalRequest[]>
  deliveries(filter?: { type?: string }): Promise<JournalDelivery[]>
}

interface Page {
  entries: JournalEntry[]
  next: number
}

export const journalOf = ({ send }: Sender): JournalReader => {
  const entries: JournalReader['entries'] = async ({ since = 0 } = {}) => {
    const found: JournalEntry[] = []
    for (let from = since; ; ) {
      const page = await send<Page>('GET', `/sandbox/journal?since=${from}`)
      found.push(...page.entries)
      if (page.entries.length === 0 || page.next === from) return found
      from = page.next
    }
  }
  return {
    entries,
    requests: async ({ method, path } = {}) =>
      (await entries()).filter(
        (entry): entry is JournalRequest =>
          entry.type === 'request' &&
          !entry.path.startsWith('/sandbox/') &&
          (method === undefined || entry.method === method) &&
          (path === undefined ||
            (typeof path === 'string' ? entry.path === path : path.test(entry.path))),
      ),
    deliveries: async ({ type } = {}) =>
      (await entries()).filter(
        (entry): entry is JournalDelivery =>
          entry.type === 'delivery' && (type === undefined || entry.event_type === type),
      ),
  }
}
