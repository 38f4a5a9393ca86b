import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, REGIONS } from '../../src/locales/language.ts'
import { argumentsByKey, folders, messagesOf } from './catalogues.ts'

describe.each(folders)('the catalogues of %s', (folder) => {
  it.each(LANGUAGES.map((language) => [language]))(
    '%s has the messages and arguments of English',
    (language) => {
      const english = argumentsByKey(`${folder}/en.json`, REGIONS.en)
      expect(argumentsByKey(`${folder}/${language}.json`, REGIONS[language])).toEqual(english)
    },
  )

  it('no message is empty', () => {
    for (const language of LANGUAGES) {
      const messages = messagesOf(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')))
      for (const [key, message] of messages) expect(message.trim(), key).not.toBe('')
    }
  })
})
