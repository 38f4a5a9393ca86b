#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type Answers, HELP, readCommandLine } from './answers.ts'
import { writeAdapter } from './write-adapter.ts'

const WRONG_USE = 2

const main = async (): Promise<void> => {
  const line = await readCommandLine(process.argv.slice(2))
  switch (line.kind) {
    case 'help':
      process.stdout.write(HELP)
      return
    case 'wrong':
      process.stderr.write(`${line.reason}\n\n${HELP}`)
      process.exitCode = WRONG_USE
      return
    case 'create': {
      const written = writeAdapter(line.answers)
      const isFormatted = format(line.answers.clone, written)
      process.stdout.write(nextSteps(line.answers, { written, isFormatted }))
    }
  }
}

/** Formats the sources as `npm run format` does. Returns `false` without the packages of the clone. */
const format = (clone: string, files: readonly string[]): boolean => {
  const biome = resolve(clone, 'node_modules/@biomejs/biome/bin/biome')
  if (!existsSync(biome)) return false
  const sources = files.filter((file) => file.endsWith('.ts'))
  const args = [biome, 'check', '--write', ...sources]
  return spawnSync(process.execPath, args, { cwd: clone }).status === 0
}

const nextSteps = (
  { clone, name, title }: Answers,
  { written, isFormatted }: { written: readonly string[]; isFormatted: boolean },
): string => {
  const folder = relative('.', clone)
  return `
  Added ${title} to Puente:

${written.map((file) => `    ${file}`).join('\n')}

  Next:

    ${folder ? `cd ${folder} && ` : ''}npm ci${isFormatted ? '' : '\n    npm run format'}
    npx vitest run test/adapters/${name}.test.ts    the conformance suite, on a simulated shop

  Then make adapters/${name} speak to the real platform, part by part: adapters/README.md.

`
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
