import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Identifiers and file names that `retired-words.txt` retires, in src and adapters. Comments and
 * texts for people may quote a platform and are exempt.
 */
const WORDS = readFileSync(new URL('./retired-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((word) => new RegExp(word, 'i'))

const isRetired = (name: string): boolean => WORDS.some((word) => word.test(name))

/** Matches comments, strings, templates and regular expressions, in this order. */
const NOT_CODE =
  /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\//g

const EMBEDDED = /\$\{([^}]*)\}/g

/** Blanks everything but code and keeps line numbers. */
const codeOf = (source: string): string =>
  source.replace(NOT_CODE, (piece) => {
    const embedded = piece.startsWith('`')
      ? [...piece.matchAll(EMBEDDED)].map(([, code]) => code)
      : []
    return `${embedded.join(' ')}${'\n'.repeat(piece.split('\n').length - 1)}`
  })

const files = execFileSync('git', ['ls-files', 'src', 'adapters'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|js|php)$/.test(file))

const found = files.flatMap((file) => {
  const name = isRetired(basename(file)) ? [`${file}: the file's name`] : []
  const lines = codeOf(readFileSync(file, 'utf8')).split('\n')
  const identifiers = lines.flatMap((line, index) =>
    (line.match(/[A-Za-z_$][\w$]*/g) ?? [])
      .filter(isRetired)
      .map((identifier) => `${file}:${index + 1}: ${identifier}`),
  )
  return [...name, ...identifiers]
})

for (const place of found) process.stderr.write(`${place}\n`)
if (found.length > 0) {
  process.stderr.write('These words are retired: docs/glossary.md has the ones to use.\n')
  process.exitCode = 1
}
