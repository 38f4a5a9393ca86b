#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
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
      process.stderr.write(`${line.reason}\ncreate-adapter --help lists the options.\n`)
      process.exitCode = WRONG_USE
      return
    case 'create': {
      const written = writeAdapter(line.answers)
      format(line.answers.clone, written)
      process.stdout.write(nextSteps(line.answers, written))
    }
  }
}

/** Puts imports in order, if the clone has its packages. */
const format = (clone: string, files: readonly string[]): void => {
  const biome = join(clone, 'node_modules/@biomejs/biome/bin/biome')
  if (!existsSync(biome)) return
  spawnSync(process.execPath, [resolve(biome), 'check', '--write', ...files], { cwd: clone })
}

const nextSteps = ({ clone, name, title }: Answers, written: readonly string[]): string => {
  const folder = relative('.', clone)
  return `
  Added ${title} to Puente:

${written.map((file) => `    ${file}`).join('\n')}

  Next:

    ${folder ? `cd ${folder} && ` : ''}npm ci
    npx vitest run test/adapters/${name}.test.ts    the conformance suite, on a simulated shop

  Then make adapters/${name} speak to the real platform, part by part: adapters/README.md.

`
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
