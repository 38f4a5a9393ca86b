import type { Language } from '../locales/language.ts'
import { TEXTS } from '../locales/texts.ts'

/** Returns the name of a payment state or order status, or the code itself if it has none. */
export const stateName = (state: string, language: Language): string => {
  const names: Readonly<Record<string, string>> = TEXTS[language].states
  return names[state] ?? state
}
