import { cachedFormats } from '../locales/cached-formats.ts'
import { formatMessage } from '../locales/format-message.ts'
import { type Language, REGIONS } from '../locales/language.ts'
import { timeZoneOfReader } from '../locales/reader-time-zone.ts'
import { DOMAIN_TEXTS } from './texts.ts'

/** Bounded, because requests name their time zone. */
const minuteFormat = cachedFormats<Intl.DateTimeFormat>(500)

/**
 * Formats an instant in Honduras time, which it names, as readers may be elsewhere: `Nov 22, 2026,
 * 4:05 PM Honduras time`. In the time zone of a known reader: `Nov 22, 2026, 11:05 PM`.
 */
export const minuteText = (instant: Date, language: Language): string => {
  const timeZone = timeZoneOfReader()
  const zone = timeZone ?? 'America/Tegucigalpa'
  const format = minuteFormat(`${language} ${zone}`, () => {
    const styles = { dateStyle: 'medium', timeStyle: 'short' } as const
    return new Intl.DateTimeFormat(REGIONS[language], { ...styles, timeZone: zone })
  })
  const at = format.format(instant)
  return timeZone ? at : formatMessage(DOMAIN_TEXTS[language].hondurasTime, { at }, language)
}
