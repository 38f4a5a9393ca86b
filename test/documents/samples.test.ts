import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkoutRequest,
  orderNotification,
  savedCardNotification,
} from '../../src/http/api/checkouts/schemas.ts'
import {
  ordersAnswer,
  ordersRequested,
} from '../../src/http/api/reconciliations/reconciliation-schemas.ts'
import { NOTIFICATION_TYPES } from '../../src/payments/ports/notification.ts'
import { routeOf } from './api-bodies.ts'
import { blocksIn, codeBlocks, documents } from './code-blocks.ts'
import { commandsIn } from './shell-words.ts'

const LANGUAGES = [
  'css',
  'go',
  'graphql',
  'html',
  'java',
  'js',
  'json',
  'mermaid',
  'nginx',
  'php',
  'python',
  'ruby',
  'sh',
  'sql',
  'text',
  'ts',
  'tsx',
  'yaml',
]

it('every code block of a document names its language', () => {
  const wrong = codeBlocks.filter(({ language }) => !LANGUAGES.includes(language))
  expect(wrong.map(({ at, language }) => `${at} ${language}`)).toEqual([])
  expect(codeBlocks.length).toBeGreaterThan(50)
})

const doctorDocument = z.strictObject({
  verdict: z.enum(['ok', 'warning', 'failed']),
  checks: z.array(
    z.strictObject({
      verdict: z.enum(['ok', 'warning', 'failed']),
      check: z.string(),
      text: z.string(),
      cure: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
    }),
  ),
})
const shopifyFleet = z.strictObject({
  shops: z.array(
    z.strictObject({
      shop: z.string(),
      id: z.string().optional(),
      client_id: z.string().optional(),
      client_secret_file: z.string().optional(),
    }),
  ),
})

const SHAPES: readonly z.ZodType[] = [
  ordersRequested,
  ordersAnswer,
  doctorDocument,
  shopifyFleet,
  ...NOTIFICATION_TYPES.map(orderNotification),
  savedCardNotification,
  checkoutRequest,
]

describe('the JSON of documents', () => {
  it.each(blocksIn('json').map((block) => [block.at, block] as const))(
    'the block at %s is JSON of a known shape',
    (_, { text }) => {
      const value = JSON.parse(text)
      expect(SHAPES.filter((shape) => shape.safeParse(value).success)).toHaveLength(1)
    },
  )

  it('JSON in a sentence can be pasted', () => {
    const wrong = documents.flatMap((document) =>
      [
        ...readFileSync(document, 'utf8')
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/`(\{\s*"[^`]*\}|\[\s*[{"][^`]*\])`/g),
      ]
        .map(([, json = '']) => json.replaceAll(/\s*\n\s*/g, ' '))
        .filter((json) => !isJson(json))
        .map((json) => `${document}: ${json}`),
    )
    expect(wrong).toEqual([])
  })
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface DocumentedRequest {
  at: string
  method: string
  url: string
  body: string | undefined
}

const WITH_VALUE = new Set(['-H', '-d', '-X', '-c', '-b', '-o', '--json', '--data', '-u'])

/** Reads curl commands and replaces variables such as `$API`. */
const requestsIn = ({ at, text }: { at: string; text: string }): DocumentedRequest[] => {
  const variables: Record<string, string> = {
    BASE: 'https://puente.example',
    API: 'http://localhost:4010/v1',
  }
  const known = (word: string) =>
    word.replaceAll(/\$\{?([A-Z_]+)\}?/g, (_, name) => variables[name] ?? '')
  return commandsIn(text).flatMap(({ words: [program, ...rest] }) => {
    if (program !== 'curl') return []
    let [method, url, body] = ['', '', undefined as string | undefined]
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at] ?? ''
      const value = rest[at + 1] ?? ''
      if (word === '-X') method = value
      if (word === '-d' || word === '--json' || word === '--data') body = value
      if (WITH_VALUE.has(word)) at++
      else if (!word.startsWith('-')) url = known(word)
    }
    return [{ at, method: method || (body === undefined ? 'GET' : 'POST'), url, body }]
  })
}

describe('the requests of documents', () => {
  const requests = blocksIn('sh').flatMap(requestsIn)

  it('every request reaches a route', () => {
    const wrong = requests.filter(({ method, url }) => !targetOf(method, url))
    expect(wrong.map(({ at, method, url }) => `${at}: ${method} ${url}`)).toEqual([])
    expect(requests.length).toBeGreaterThan(25)
  })

  it('every body is JSON that its route accepts', () => {
    const wrong = requests.flatMap(({ at, method, url, body }) => {
      if (body === undefined) return []
      if (!isJson(body)) return [`${at}: not JSON: ${body}`]
      const read = targetOf(method, url)?.body?.safeParse(JSON.parse(body))
      return read?.success === false
        ? [`${at}: ${method} ${url}: ${z.prettifyError(read.error)}`]
        : []
    })
    expect(wrong).toEqual([])
  })
})

const OWN_SHOP = /^localhost:8080\//
/** Outside the API: for load balancers and supervisors. */
const PROBES = ['/readyz', '/livez']

const targetOf = (method: string, url: string) => {
  if (OWN_SHOP.test(url)) return { body: undefined }
  const { host, pathname } = new URL(/^https?:/.test(url) ? url : `http://${url}`)
  if (PROBES.includes(pathname)) return { body: undefined }
  const isGateway = host === 'localhost:4010' || pathname.startsWith('/embed/')
  return routeOf(method, { path: decodeURI(pathname), isGateway })
}

describe('the programs of documents', () => {
  const scripts = [
    ...blocksIn('js', 'ts').map(({ at, language, text }) => ({
      at,
      file: `block.${language}`,
      text,
    })),
    ...blocksIn('html').flatMap(({ at, text }) =>
      [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => ({
        at,
        file: 'block.js',
        text: script,
      })),
    ),
  ]

  it.each(scripts.map((script) => [script.at, script] as const))(
    'the program at %s compiles',
    (_, { file, text }) => {
      expect(parseSync(file, text).errors.map(({ message }) => message)).toEqual([])
    },
  )

  const hasPhp = spawnSync('php', ['--version']).status === 0

  it.skipIf(!hasPhp || blocksIn('php').length === 0)('PHP blocks have no syntax errors', () => {
    for (const { at, text } of blocksIn('php')) {
      const code = text.startsWith('<?php') ? text : `<?php\n${text}`
      const { status, stdout } = spawnSync('php', ['-l'], { input: code, encoding: 'utf8' })
      expect(status, `${at}: ${stdout}`).toBe(0)
    }
  })
})
