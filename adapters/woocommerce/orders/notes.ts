import { z } from 'zod'
import type { Language } from '../../../src/locales/language.ts'
import type { OrderNote } from '../../order-notes.ts'
import type { SiteClient } from '../options.ts'
import { DONE, type RestOutcome } from '../rest/rest-client.ts'

const note = z.object({ id: z.int(), note: z.string() })

/**
 * Writes private notes, each once per `marker`, which ends the text in brackets, as refund ids do
 * in the plugin's notes: notes have no id field. Reads the shop's language of now before it writes;
 * the store's own is of the moment of connecting.
 */
export const noteOnce = async (
  { rest, locale, readLocale }: SiteClient,
  orderId: number,
  notesIn: (locale: Language) => readonly OrderNote[],
): Promise<RestOutcome<null>> => {
  const notes = notesIn(locale)
  if (notes.length === 0) return DONE
  const path = `orders/${orderId}/notes`
  const read = await rest.get(path, z.array(note), { _fields: 'id,note' })
  if (read.outcome === 'failed') return read
  const known = read.value.map((one) => one.note)
  const isKnown = ({ marker }: OrderNote) => known.some((one) => one.includes(endOf(marker)))
  if (notes.every(isKnown)) return DONE
  for (const missing of notesIn(await readLocale())) {
    if (isKnown(missing)) continue
    const end = endOf(missing.marker)
    const written = await rest.post(path, note, { note: `Puente: ${missing.text} ${end}` })
    if (written.outcome === 'failed') return written
    known.push(end)
  }
  return DONE
}

const endOf = (marker: string) => `[${marker}]`
