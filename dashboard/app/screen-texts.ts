import { use } from 'react'
import type { Language } from '../../src/locales/language.ts'
import { firstLanguage, useLanguage } from './language.ts'

type Catalogues<Texts> = Readonly<Record<Language, () => Promise<{ default: Texts }>>>

/**
 * Makes a hook for texts that only one screen shows, so that no other screen loads them. Loading
 * begins with the screen's code; the hook suspends until it ends.
 */
export const screenTexts = <Texts>(catalogues: Catalogues<Texts>): (() => Texts) => {
  const loading = new Map<Language, Promise<Texts>>()
  const load = (language: Language): Promise<Texts> => {
    const known = loading.get(language)
    if (known) return known
    const texts = catalogues[language]().then((catalogue) => catalogue.default)
    loading.set(language, texts)
    // The next render tries again.
    texts.catch(() => loading.delete(language))
    return texts
  }
  void load(firstLanguage())
  return () => use(load(useLanguage().language))
}
