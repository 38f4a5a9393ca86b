import { use } from 'react'
import type { Language } from '../../src/locales/language.ts'
import { firstLanguage, useLanguage } from './language.ts'

type Catalogues<Texts> = Readonly<Record<Language, () => Promise<{ default: Texts }>>>

const inFlight = new Set<Promise<unknown>>()

/** Resolves once no screen's texts are in flight, failed ones included. */
export const screenTextsSettled = async (): Promise<void> => {
  await Promise.allSettled(inFlight)
}

/**
 * Makes a hook for texts that only one screen shows, so that no other screen loads them. Loading
 * begins with the screen's code, and the router renders the screen when both are there; after a
 * failure or a change of language the hook suspends.
 */
export const screenTexts = <Texts>(catalogues: Catalogues<Texts>): (() => Texts) => {
  const loaded = new Map<Language, Texts>()
  const loading = new Map<Language, Promise<Texts>>()
  const load = (language: Language): Promise<Texts> => {
    const known = loading.get(language)
    if (known) return known
    const texts = catalogues[language]().then((catalogue) => {
      loaded.set(language, catalogue.default)
      return catalogue.default
    })
    loading.set(language, texts)
    inFlight.add(texts)
    // After a failure the next render tries again.
    const end = () => void inFlight.delete(texts)
    texts.then(end, () => {
      end()
      loading.delete(language)
    })
    return texts
  }
  void load(firstLanguage())
  return () => {
    const { language } = useLanguage()
    return loaded.get(language) ?? use(load(language))
  }
}
