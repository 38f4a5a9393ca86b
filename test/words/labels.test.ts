import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPo } from '../../adapters/woocommerce/build/translations.ts'
import { folders, messagesOf } from './catalogues.ts'

const PLUGIN_ES =
  'adapters/woocommerce/plugin/puente-for-woocommerce/languages/puente-for-woocommerce-es_ES.po'

const messagesIn = (file: string): string[] =>
  messagesOf(JSON.parse(readFileSync(file, 'utf8'))).map(([, message]) => message)

const LABELS = {
  en: folders
    .filter((folder) => /^(dashboard|src)\//.test(folder))
    .flatMap((folder) => messagesIn(`${folder}/en.json`)),
  es: [
    ...folders.flatMap((folder) => messagesIn(`${folder}/es.json`)),
    ...messagesIn('adapters/shopify/extension/locales/es.json'),
    ...readPo(readFileSync(PLUGIN_ES, 'utf8')).map(({ translated }) => translated),
  ],
} as const

/** Order states of WooCommerce. */
const OF_WOOCOMMERCE: readonly string[] = ['Procesando', 'Completado']

/** `*label*` and `**label**` of a document, outside its code. */
const labelsIn = (text: string): string[] =>
  [
    ...text
      .replace(/^ *```[\s\S]*?^ *```$/gm, '')
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/(?<![*\w])\*\*?([^*\s][^*\n]*)\*\*?(?![*\w])/g),
  ].map(([, label = '']) => label)

const unknownLabels = (document: string, language: keyof typeof LABELS): string[] =>
  labelsIn(readFileSync(document, 'utf8')).filter(
    (label) => !LABELS[language].includes(label) && !OF_WOOCOMMERCE.includes(label),
  )

describe('the labels that documents quote', () => {
  it.each(globSync('docs/guides/*.md'))(
    '%s names buttons and screens as the dashboard does',
    (document) => {
      expect(unknownLabels(document, 'en')).toEqual([])
    },
  )

  it.each([...globSync('docs/es/*.md'), 'docs/guia-woocommerce.md'])(
    '%s names buttons and screens as the dashboard, the plugin and the app do',
    (document) => {
      expect(unknownLabels(document, 'es')).toEqual([])
    },
  )
})
