import type { Language } from '../locales/language.ts'
import { TEXTS } from '../locales/texts.ts'

/** Falls back to the code. */
export const stateName = (state: string, language: Language): string => {
  const names: Readonly<Record<string, string>> = TEXTS[language].states
  return names[state] ?? state
}
