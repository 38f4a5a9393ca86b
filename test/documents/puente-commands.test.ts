import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { SECTIONS } from '../../site/navigation.ts'
import { commandTree } from '../../src/cli/tree/tree.ts'
import { blocksIn, documents } from './code-blocks.ts'
import { commandsIn } from './shell-words.ts'

const scripts: Readonly<Record<string, string>> = packageFile.scripts

/** Parses a command line without running it. */
const complaintOf = async (words: readonly string[]): Promise<string | undefined> => {
  let complaint = ''
  const root = commandTree(platforms)
  const silence = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: () => {},
      writeErr: () => {},
      outputError: (text) => {
        complaint += text
      },
    })
    if (command.commands.length === 0) command.action(() => {})
    for (const each of command.commands) silence(each)
  }
  silence(root)
  return root.parseAsync([...words], { from: 'user' }).then(
    () => undefined,
    (error) => (error.exitCode === 0 ? undefined : complaint || String(error)),
  )
}

const wordsOfPuente = ([program, ...rest]: readonly string[]): string[] | undefined => {
  if (program === 'puente' || program === 'bin/puente') return rest
  if (program === 'docker' && rest.includes('puente') && rest[0] === 'compose') {
    return rest.slice(rest.indexOf('puente') + 1)
  }
  const script = program === 'npm' && rest[0] === 'run' ? scripts[rest[1] ?? ''] : undefined
  const [, ofScript] = /^node src\/cli\/puente\.ts ?(.*)$/.exec(script ?? '') ?? []
  if (ofScript === undefined) return undefined
  const [, , dashes, ...given] = rest
  const more = dashes === '--' ? given : []
  return [...ofScript.split(' ').filter(Boolean), ...more]
}

const complaintOfScript = ([program, ...rest]: readonly string[]): string | undefined => {
  if (program !== 'npm' || rest[0] !== 'run') return undefined
  const script = scripts[rest[1] ?? '']
  if (script === undefined) return `npm has no script ${rest[1]}`
  const [, file] = /node (\S+\.ts)/.exec(script) ?? []
  if (file === undefined || file.startsWith('src/cli/')) return undefined
  if (!existsSync(file)) return `${file} is missing`
  const code = globSync(`${dirname(file)}/**/*.ts`).map((path) => readFileSync(path, 'utf8'))
  const flags = rest.filter((word) => /^--\w/.test(word) && word !== '--help')
  const unknown = flags.filter((flag) => {
    const name = flag.slice(2).split('=')[0] ?? ''
    return !code.some((text) => new RegExp(`['"\`]?(?:--)?\\b${name}\\b['"\`]?`).test(text))
  })
  return unknown.length > 0 ? `${rest[1]} has no ${unknown.join(', ')}` : undefined
}

const complaint = async (words: readonly string[]): Promise<string | undefined> => {
  const puente = wordsOfPuente(words)
  return puente ? complaintOf(puente) : complaintOfScript(words)
}

const lines = blocksIn('sh', 'bash').flatMap(({ at, text }) =>
  commandsIn(text).map(({ words }) => ({ at, words })),
)

describe('the shell blocks of documents', () => {
  it('every puente and npm command exists with its options', async () => {
    const wrong: string[] = []
    for (const { at, words } of lines) {
      const said = await complaint(words)
      if (said !== undefined) wrong.push(`${at}: ${words.join(' ')}: ${said.trim()}`)
    }
    expect(wrong).toEqual([])
    expect(lines.filter(({ words }) => wordsOfPuente(words)).length).toBeGreaterThan(40)
  })

  it('every file that node runs exists', () => {
    const files = lines.flatMap(({ words: [program, ...rest] }) =>
      program === 'node' ? rest.filter((word) => /^[\w-]+\/.*\.ts$/.test(word)) : [],
    )
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it('a command that does not exist is found', async () => {
    expect(await complaint(['puente', 'stores', 'lst'])).toContain('Did you mean')
    expect(await complaint(['bin/puente', 'orders', '--stat', 'paid'])).toContain('--stat')
    expect(await complaint(['npm', 'run', 'nothing'])).toBeDefined()
    expect(await complaint(['npm', 'run', 'chaos', '--', '--sed', '7'])).toContain('--sed')
  })
})

/** Files whose text people read: documents, pages, messages and help. */
const read = execFileSync(
  'git',
  [
    ...[
      'ls-files',
      '*.md',
      '*.yml',
      '*.yaml',
      '*.json',
      'src',
      'dashboard',
      'adapters',
      'packages',
    ],
    ...['examples', 'deploy', 'site'],
  ],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(?:md|ya?ml|json|tsx?|m?js|php|sh)$/.test(file) && !/CHANGELOG/.test(file))
  .filter((file) => existsSync(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('where a command works', () => {
  /** The registries' names are free for anybody: npm or Composer would install theirs. */
  const FROM_REGISTRY =
    /\b(?:npx|bunx|npm (?:exec|i|install|add|init|create)|(?:pnpm|yarn) (?:dlx|add|create)|composer require)\b(?: [^\s`'"<>]+)*? (?:puente|changeset|@puente\/[\w-]+|puente\/puente)(?![\w/-])/

  /** Files that name such a command for a reader who has the package already, or will when it is published. */
  const WITH_THE_PACKAGE: Readonly<Record<string, string>> = {
    'packages/php/README.md': 'after the archive is a repository of composer.json',
    'packages/simulator/README.md': 'after the tarball is installed',
    'packages/simulator/examples/github-action.yml': 'in a shop whose lock file has the tarball',
    'packages/simulator/src/cli/options.ts': 'help of the installed command',
    'packages/simulator/src/gateway/gateway.ts': 'a comment for the package itself',
  }

  it('no document, page or message starts a package of the registry that is not ours', () => {
    const found = read.filter(({ text }) => FROM_REGISTRY.test(text)).map(({ file }) => file)
    expect(found.toSorted()).toEqual(Object.keys(WITH_THE_PACKAGE).toSorted())
  })

  it.each([
    ['npx puente doctor', true],
    ['npm install --save-dev @puente/node', true],
    ['npm i express @puente/node', true],
    ['npm create @puente/shop', true],
    ['composer require puente/puente', true],
    ['npm install ../puente/puente-node-0.1.0.tgz', false],
    ['npm pack --workspace packages/node', false],
    ['npm run puente', false],
  ])('%s takes a name from the registry: %s', (command, expected) => {
    expect(FROM_REGISTRY.test(command)).toBe(expected)
  })

  it('every archive that a document names has the version of its package', () => {
    const made = [
      ...globSync('packages/*/package.json').map((file) => {
        const { name, version } = JSON.parse(readFileSync(file, 'utf8'))
        return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
      }),
      `puente-php-${JSON.parse(readFileSync('packages/php/composer.json', 'utf8')).version}.zip`,
    ]
    const named = read.flatMap(({ file, text }) =>
      file.endsWith('.md')
        ? [...text.matchAll(/\bpuente-[\w-]+-\d+\.\d+\.\d+\.(?:tgz|zip)/g)].map(
            ([archive]) => archive,
          )
        : [],
    )
    expect(named.filter((archive) => !made.includes(archive))).toEqual([])
    expect(named.length).toBeGreaterThan(5)
  })

  it('every command in a container names the file with its secrets', async () => {
    const commands = read.flatMap(({ file, text }) =>
      [...text.matchAll(/docker compose [^`"”»\n]*/g)].map(([line]) => ({ file, line })),
    )
    const wrong: string[] = []
    for (const { file, line } of commands) {
      const [{ words } = { words: [] }] = commandsIn(line.replaceAll(/[…].*$/g, ''))
      const puente = wordsOfPuente(words)
      const said = puente && pathComplaint(puente)
      if (said !== undefined) wrong.push(`${file}: ${line}: ${said}`)
      if (!words.join(' ').startsWith('docker compose --env-file deploy/.env '))
        wrong.push(`${file}: ${line}: without --env-file deploy/.env`)
    }
    expect(wrong).toEqual([])
    expect(commands.length).toBeGreaterThan(8)
  })

  it('every page for operators with commands says how they run in a container', () => {
    const pages = [
      ...SECTIONS.filter(({ title }) => title === 'Guides for operators').flatMap(({ pages }) =>
        pages.map(({ source }) => source),
      ),
      ...['docs/guides/going-live.md', 'docs/reconciliation.md', 'docs/shopify.md'],
    ]
    const wrong = pages.filter((page) => {
      const text = readFileSync(page, 'utf8')
      return /npm run (?:stores|tasks|keys|reconcile)|bin\/puente /.test(text)
        ? !text.includes('command-line.md)')
        : false
    })
    expect(wrong).toEqual([])
  })

  it('every puente command in a shell block is a path of the checkout, or runs in its container', () => {
    const wrong = lines.filter(({ words: [program] }) => program === 'puente')
    expect(wrong.map(({ at }) => at)).toEqual([])
  })
})

describe('commands in the prose of documents', () => {
  /** Stops at a placeholder such as ORDER, `…` or `[--dry]`. */
  const named = documents.flatMap((document) =>
    [
      ...readFileSync(document, 'utf8')
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/`((?:bin\/)?puente [a-z][^`\n]*|npm run [a-z][^`\n]*)`/g),
    ].map(([, line = '']) => ({ document, line })),
  )

  it('every command that a sentence names exists', async () => {
    const wrong: string[] = []
    for (const { document, line } of named) {
      const [command = { words: [] }] = commandsIn(line.replaceAll(/[…[].*$/g, ''))
      const words = wordsOfPuente(command.words)
      const said = words ? pathComplaint(words) : complaintOfScript(command.words)
      if (said !== undefined) wrong.push(`${document}: ${line}: ${said}`)
    }
    expect(wrong).toEqual([])
    expect(named.length).toBeGreaterThan(40)
  })
})

const pathComplaint = (words: readonly string[]): string | undefined => {
  let command: Command = commandTree(platforms)
  for (const word of words) {
    if (word.startsWith('--')) {
      const flag = word.split('=')[0]
      const isKnown = [command, ...command.commands].some((each) =>
        each.options.some(({ long }) => long === flag),
      )
      if (!isKnown && flag !== '--' && flag !== '--help') return `unknown option ${flag}`
      continue
    }
    if (command.commands.length === 0 || !/^[a-z][a-z-]*$/.test(word)) continue
    const next = command.commands.find((each) => each.name() === word)
    if (!next) return `unknown command ${word}`
    command = next
  }
  return undefined
}
