import { type Language, REGIONS } from '../../src/locales/language.ts'

const HONDURAS = 'America/Tegucigalpa'

/** IANA name of the browser's time zone. */
export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Names the reader's zone, such as `Central European Time (GMT+1)`; `undefined` in Honduras time. */
export const readerZoneName = (at: Date, language: Language): string | undefined => {
  const nameIn = (timeZoneName: 'long' | 'shortOffset', timeZone?: string): string | undefined =>
    new Intl.DateTimeFormat(REGIONS[language], { timeZoneName, timeZone })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
  const offset = nameIn('shortOffset')
  if (offset === nameIn('shortOffset', HONDURAS)) return undefined
  const name = nameIn('long')
  return name === offset ? offset : `${name} (${offset})`
}
