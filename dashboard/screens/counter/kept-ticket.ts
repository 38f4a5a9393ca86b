import { kept } from './kept.ts'
import { EMPTY_TICKET, type Ticket } from './ticket.ts'

/** Ticket in progress on this device. */
export const keptTicket = kept<Ticket>('puente.counter.ticket', (json) => {
  const given = json as Partial<Ticket> | null
  return { ...EMPTY_TICKET, ...given, lines: Array.isArray(given?.lines) ? given.lines : [] }
})
