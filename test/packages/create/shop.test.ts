import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Answers, FRAMEWORKS, HELP } from '../../../packages/create-shop/src/answers.ts'
import { shopTexts } from '../../../packages/create-shop/src/write-shop.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The files that the package carries. */
const readTemplate = (path: string): string => {
  const folder = path.includes('/') ? 'examples' : 'packages/create-shop/template'
  return readFileSync(join(ROOT, folder, path), 'utf8')
}
const TEMPLATES = {
  read: readTemplate,
  tarballs: ['local', 'node', 'simulator'].map((name) => `puente-${name}-0.1.0.tgz`),
}

const ANSWERS: Answers = { folder: 'tienda', framework: 'express', currency: 'USD' }

it.each(FRAMEWORKS)('a shop with %s takes Puente’s packages from vendor', (framework) => {
  const texts = shopTexts({ ...ANSWERS, framework }, TEMPLATES)
  const file = JSON.parse(texts.get('package.json') ?? '')
  expect(file.name).toBe('tienda')
  expect(file.dependencies['@puente/node']).toBe('file:vendor/puente-node-0.1.0.tgz')
  expect(file.devDependencies['@puente/local']).toBe('file:vendor/puente-local-0.1.0.tgz')
  // The shop calls process.loadEnvFile.
  expect(file.engines.node).toBe('>=20.12')
})

it('each shop has a random password for refunds, which Git ignores', () => {
  const passwords = [1, 2].map(() => shopTexts(ANSWERS, TEMPLATES).get('.env'))
  expect(passwords[0]).toMatch(/^STAFF_PASSWORD=\S{12}$/m)
  expect(passwords[0]).not.toBe(passwords[1])
  expect(shopTexts(ANSWERS, TEMPLATES).get('.gitignore')).toContain('.env')
})

it('example.env and the README name every setting that the shop reads', () => {
  const texts = shopTexts(ANSWERS, TEMPLATES)
  const shop = texts.get('shop.mjs') ?? ''
  const declared = [...shop.matchAll(/^const \{(.+)\} = process\.env$/gm)].map(([, list]) => list)
  const ofShop = declared.join().match(/\b[A-Z_]+(?= =)/g) ?? []
  const names = ['PUENTE_URL', 'PUENTE_API_KEY', ...ofShop]
  expect(names).toContain('STAFF_PASSWORD')
  for (const name of names) {
    expect(texts.get('example.env')).toMatch(new RegExp(`^(?:# )?${name}=`, 'm'))
    expect(texts.get('README.md')).toContain(`\`${name}\``)
  }
})

it('a template without its price makes no shop', () => {
  const changed = (path: string) => readTemplate(path).replace("currency: 'HNL'", 'currency: HNL')
  const templates = { ...TEMPLATES, read: changed }
  expect(() => shopTexts(ANSWERS, templates)).toThrow("has no currency: 'HNL'")
})

it('the help names every option', () => {
  for (const option of ['framework', 'currency', 'yes', 'no-install', 'help']) {
    expect(HELP).toContain(`--${option}`)
  }
})
