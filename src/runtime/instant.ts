import { z } from 'zod'

/** Range that PostgreSQL, JavaScript and ISO 8601 write alike. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** ISO 8601 timestamp with offset. */
export const instantText = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const ms = Date.parse(text)
    // NaN passes: `datetime` has refused it already.
    return !(ms < FIRST_MS || ms > LAST_MS)
  },
  { error: 'Must be between the years 1 and 9999' },
)

export const instant = instantText.transform((text) => new Date(text))
