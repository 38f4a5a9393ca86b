import { type Language, REGIONS } from '../../../src/locales/language.ts'

export const percentText = (share: number, language: Language): string =>
  new Intl.NumberFormat(REGIONS[language], { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  )

/** Formats `1.4 s`, `3 min` or `2 h`. */
export const secondsText = (seconds: number, language: Language): string =>
  seconds < LEAST_SECONDS
    ? `< ${durationText(LEAST_SECONDS, language)}`
    : durationText(seconds, language)

const LEAST_SECONDS = 0.1

const durationText = (seconds: number, language: Language): string => {
  const [unit, size] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 5_400
        ? (['minute', 60] as const)
        : (['hour', 3_600] as const)
  return new Intl.NumberFormat(REGIONS[language], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds / size)
}

/** For bar heights only: never display a float. */
export const heightOf = (amount: string): number => Number(amount)

/** Avoids compact thousands, which browsers write differently (`8 K`, `16 k`). */
export const scaleText = (height: number, language: Language): string =>
  new Intl.NumberFormat(REGIONS[language], {
    notation: height < 1_000_000 ? 'standard' : 'compact',
    maximumFractionDigits: 1,
  }).format(height)
