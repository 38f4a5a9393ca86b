import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface CodeBlock {
  /** `docs/own-shop.md:33` */
  at: string
  /** '' without a label. */
  language: string
  text: string
}

const FENCE = /^( *)```([\w-]*)\n([\s\S]*?)^ *```$/gm

/** Without the changelog, which quotes the past. */
export const documents: readonly string[] = execFileSync('git', ['ls-files', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'CHANGELOG.md' && !file.startsWith('.'))

export const blocksOf = (document: string): CodeBlock[] => {
  const whole = readFileSync(document, 'utf8')
  return [...whole.matchAll(FENCE)].map(({ index, 2: language = '', 3: text = '' }) => ({
    at: `${document}:${whole.slice(0, index).split('\n').length}`,
    language,
    text,
  }))
}

export const codeBlocks: readonly CodeBlock[] = documents.flatMap(blocksOf)

export const blocksIn = (...languages: readonly string[]): CodeBlock[] =>
  codeBlocks.filter(({ language }) => languages.includes(language))
