import { useSyncExternalStore } from 'react'
import { formatMessage, type MessageValues } from '../../src/locales/format-message.ts'
import { LANGUAGES, type Language } from '../../src/locales/language.ts'
import type en from '../locales/en.json'

export type Texts = typeof en

/** Loads one catalogue: a reader downloads one language. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  es: () => import('../locales/es.json'),
  en: () => import('../locales/en.json'),
}

const STORAGE_KEY = 'puente.language'

interface ReaderLanguage {
  language: Language
  texts: Texts
  /** Formats an ICU message of the catalogue. */
  format: (message: string, values: MessageValues) => string
}

let current: ReaderLanguage | undefined
const listeners = new Set<() => void>()

const isLanguage = (value: string | null): value is Language =>
  LANGUAGES.some((language) => language === value)

/** Prefers the saved language, else the browser's first supported one. */
export const firstLanguage = (): Language => {
  const saved = localStorage.getItem(STORAGE_KEY)
  if (isLanguage(saved)) return saved
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'es'
}

/** Loads a language and shows the page in it. */
export const loadLanguage = async (language: Language): Promise<void> => {
  const { default: texts } = await CATALOGUES[language]()
  current = {
    language,
    texts,
    format: (message, values) => formatMessage(message, values, language),
  }
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** Saves the choice. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await loadLanguage(language)
  localStorage.setItem(STORAGE_KEY, language)
}

/** Language outside components; `main.tsx` loads it before it renders. */
export const currentLanguage = (): ReaderLanguage => {
  if (!current) throw new Error('The texts are not loaded yet.')
  return current
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): ReaderLanguage => useSyncExternalStore(subscribe, currentLanguage)

export const useTexts = (): Texts => useLanguage().texts

/** Names of API values; a newer server may add values. */
export type Names = Readonly<Record<string, string>>

/** Returns the value itself if it has no name. */
export const nameOf = (names: Names, value: string): string => names[value] ?? value
