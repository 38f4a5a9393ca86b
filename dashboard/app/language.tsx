import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Texts } from '../texts/en.ts'
import { es } from '../texts/es.ts'

export type DashboardLanguage = 'es' | 'en'

const TEXTS: Record<DashboardLanguage, Texts> = { es, en }
const KEPT_UNDER = 'puente.language'

interface Spoken {
  language: DashboardLanguage
  texts: Texts
  speak(language: DashboardLanguage): void
}

const SpokenContext = createContext<Spoken | undefined>(undefined)

/** Saved language, else the browser's first supported one. */
const firstLanguage = (): DashboardLanguage => {
  const kept = localStorage.getItem(KEPT_UNDER)
  if (kept === 'es' || kept === 'en') return kept
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2))
  return preferred.find((tag): tag is DashboardLanguage => tag === 'es' || tag === 'en') ?? 'es'
}

export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const spoken = useMemo(
    () => ({
      language,
      texts: TEXTS[language],
      speak: (chosen: DashboardLanguage) => {
        localStorage.setItem(KEPT_UNDER, chosen)
        setLanguage(chosen)
      },
    }),
    [language],
  )
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

export const useLanguage = (): Spoken => {
  const spoken = useContext(SpokenContext)
  if (!spoken) throw new Error('There is no LanguageProvider around this.')
  return spoken
}

export const useTexts = (): Texts => useLanguage().texts

/** Creates a hook for shared texts plus one screen's. */
export const textsBeside = <Own extends object>(own: Record<DashboardLanguage, Own>) => {
  const all = { en: { ...en, ...own.en }, es: { ...es, ...own.es } }
  return (): Texts & Own => all[useLanguage().language]
}
