import { type Language, REGIONS } from '../../../src/locales/language.ts'
import { useLanguage } from '../../app/language.ts'
import { useServerNow } from '../../app/server-clock.ts'

const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

const A_WEEK_MS = 7 * 86_400_000

/** `3 minutes ago` or `yesterday`; a date after a week. */
export const agoText = (at: Date, now: Date, language: Language): string => {
  const ms = at.getTime() - now.getTime()
  if (Math.abs(ms) > A_WEEK_MS) return dateText(at, language)
  const step = STEPS.find(({ ms: size }) => Math.abs(ms) >= size)
  const format = new Intl.RelativeTimeFormat(REGIONS[language], { numeric: 'auto' })
  return step ? format.format(Math.trunc(ms / step.ms), step.unit) : format.format(0, 'second')
}

/** Formats an instant in the reader's time zone, which the page names once. */
export const minuteLabel = (at: Date, language: Language): string =>
  at.toLocaleString(REGIONS[language], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })

export const timeText = (at: Date, language: Language): string =>
  at.toLocaleTimeString(REGIONS[language], {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })

export const dateText = (at: Date, language: Language): string =>
  at.toLocaleDateString(REGIONS[language], { year: 'numeric', month: 'short', day: 'numeric' })

/** Shows the exact time on hover and to screen readers. */
export const Moment = ({ at }: { at: string }) => {
  const { language } = useLanguage()
  const now = useServerNow()
  const moment = new Date(at)
  return (
    <time dateTime={at} title={minuteLabel(moment, language)}>
      {agoText(moment, now, language)}
    </time>
  )
}
