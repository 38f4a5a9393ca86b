import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { forSpreadsheet } from '../requests/csv-line.ts'
import type { Answer } from './route.ts'

const csv = z.string().meta({ description: 'CSV in UTF-8 with a header line.' })

export const TABLE = { 200: { description: 'The table', schema: csv, contentType: 'text/csv' } }

/** Answers with a download, which a person opens in a spreadsheet. `name` excludes `.csv`. */
export const answerTable = (
  { actor }: { actor: Actor },
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Answer => ({
  status: 200,
  body: Readable.from(actor.kind === 'person' ? forSpreadsheet(lines) : lines, {
    objectMode: false,
  }),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
})
