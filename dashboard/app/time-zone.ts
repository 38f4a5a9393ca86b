import { type Language, REGIONS } from '../../src/locales/language.ts'

const HONDURAS = 'America/Tegucigalpa'

/** IANA name of the browser's time zone. */
export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Months whose offsets differ if the zone has daylight saving time. */
const MONTHS = [0, 6]

/**
 * Names the zone for the whole year, such as `Central European Time`; `undefined` if its times
 * equal Honduras' in winter and summer.
 */
export const readerZoneName = (
  at: Date,
  language: Language,
  timeZone = readerTimeZone(),
): string | undefined => {
  const nameIn = (
    timeZoneName: 'longGeneric' | 'shortOffset',
    { instant, zone = timeZone }: { instant: Date; zone?: string },
  ): string | undefined =>
    new Intl.DateTimeFormat(REGIONS[language], { timeZoneName, timeZone: zone })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value
  const isHondurasTime = MONTHS.every((month) => {
    const instant = new Date(Date.UTC(at.getUTCFullYear(), month))
    return nameIn('shortOffset', { instant }) === nameIn('shortOffset', { instant, zone: HONDURAS })
  })
  return isHondurasTime ? undefined : nameIn('longGeneric', { instant: at })
}
