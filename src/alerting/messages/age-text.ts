import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { MINUTE } from '../../runtime/clock.ts'

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR

/** Renders the two largest units: `2 h 5 min`, `3 d 4 h`. */
export const ageText = (ms: number, language: Language): string => {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return TEXTS[language].alertMessages.underAMinute
  const days = Math.floor(minutes / MINUTES_OF_DAY)
  const hours = Math.floor((minutes % MINUTES_OF_DAY) / MINUTES_OF_HOUR)
  const rest = minutes % MINUTES_OF_HOUR
  const parts = [days && `${days} d`, hours && `${hours} h`, !days && rest && `${rest} min`]
  return parts.filter(Boolean).join(' ')
}
