import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Answer } from './route.ts'

const csv = z.string().meta({ description: 'CSV in UTF-8 with a header line.' })

export const TABLE = { 200: { description: 'The table', schema: csv, contentType: 'text/csv' } }

/** Answers with a download. `name` excludes `.csv`. */
export const answerTable = (
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Answer => ({
  status: 200,
  body: Readable.from(lines, { objectMode: false }),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
})
