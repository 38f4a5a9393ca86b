import { z } from 'zod'
import type { SiteClient } from '../options.ts'
import type { RestOutcome } from '../rest/rest-client.ts'

const note = z.object({ id: z.int(), note: z.string() })

/**
 * Writes a private order note once per `marker`. Notes have no id field, so the marker ends the
 * text in brackets; the plugin's notes carry refund ids the same way.
 */
export const noteOnce = async (
  { rest }: SiteClient,
  orderId: number,
  { marker, text }: { marker: string; text: string },
): Promise<RestOutcome<null>> => {
  const path = `orders/${orderId}/notes`
  const read = await rest.get(path, z.array(note), { _fields: 'id,note' })
  if (read.outcome === 'failed') return read
  const end = `[${marker}]`
  if (read.value.some((one) => one.note.includes(end))) return { outcome: 'done', value: null }
  const written = await rest.post(path, note, { note: `Puente: ${text} ${end}` })
  return written.outcome === 'failed' ? written : { outcome: 'done', value: null }
}
