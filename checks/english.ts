import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { commentsOf } from './english/comments.ts'
import { measure } from './english/measure.ts'

/**
 * Reports the English of all comments below the given paths: words, stilted constructions and terms
 * of the trade in 1,000 words, by folder. `--list` prints each stilted construction.
 */
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const list = process.argv.includes('--list')

const files = execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:[cm]?[jt]s|tsx|php|css|sql|sh)$/.test(file))

const nothing = () => ({ comments: 0, withOne: 0, words: 0, stilted: 0, terms: 0 })
const total = nothing()
const folders = new Map<string, typeof total>()

for (const file of files) {
  const folder = file.split('/').slice(0, 2).join('/')
  const counted = folders.get(folder) ?? nothing()
  folders.set(folder, counted)
  const source = readFileSync(file, 'utf8')
  for (const { text, start } of commentsOf(file, source)) {
    const { words, stilted, terms, found } = measure(text)
    for (const sum of [total, counted]) {
      sum.comments += 1
      sum.withOne += stilted > 0 ? 1 : 0
      sum.words += words
      sum.stilted += stilted
      sum.terms += terms
    }
    if (list) {
      const line = source.slice(0, start).split('\n').length
      for (const hit of found) process.stdout.write(`${file}:${line}: ${hit}\n`)
    }
  }
}

const row = (name: string, { comments, withOne, words, stilted, terms }: typeof total): string =>
  [
    name.padEnd(34),
    String(words).padStart(7),
    ((stilted / words) * 1000).toFixed(1).padStart(8),
    `${((withOne / comments) * 100).toFixed(0)} %`.padStart(6),
    ((terms / words) * 1000).toFixed(0).padStart(6),
  ].join(' ')

process.stdout.write(
  `${'folder'.padEnd(34)}   words stilted  share  terms   (stilted and terms in 1,000 words)\n`,
)
for (const [name, counted] of [...folders].sort(([, a], [, b]) => b.words - a.words))
  process.stdout.write(`${row(name, counted)}\n`)
process.stdout.write(`${row('together', total)}\n`)
