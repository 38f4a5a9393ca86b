import { z } from 'zod'
import type { OrderNote } from '../../order-notes.ts'
import type { SiteClient } from '../options.ts'
import { DONE, type RestOutcome } from '../rest/rest-client.ts'

const note = z.object({ id: z.int(), note: z.string() })

/**
 * Writes private notes, each once per `marker`, which ends the text in brackets, as refund ids do
 * in the plugin's notes: notes have no id field.
 */
export const noteOnce = async (
  { rest }: SiteClient,
  orderId: number,
  notes: readonly OrderNote[],
): Promise<RestOutcome<null>> => {
  if (notes.length === 0) return DONE
  const path = `orders/${orderId}/notes`
  const read = await rest.get(path, z.array(note), { _fields: 'id,note' })
  if (read.outcome === 'failed') return read
  const known = read.value.map((one) => one.note)
  for (const { marker, text } of notes) {
    const end = `[${marker}]`
    if (known.some((one) => one.includes(end))) continue
    const written = await rest.post(path, note, { note: `Puente: ${text} ${end}` })
    if (written.outcome === 'failed') return written
    known.push(end)
  }
  return DONE
}
