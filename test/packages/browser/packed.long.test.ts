import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type InstalledShop, installed, usePacked } from '../packed.ts'
import { REACTS, withReact } from './react-of-shop.ts'

const packed = usePacked('browser')

const scriptOf = ({ folder }: InstalledShop): string =>
  readFileSync(join(folder, 'node_modules/@puente/browser/dist/puente-card.js'), 'utf8')

it('the tarball has the modules, the script, the licence and the documents, and nothing else', () => {
  const folders = new Set(packed.files.map((file) => file.split('/').slice(0, 2).join('/')))
  expect([...folders].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/esm',
    'dist/puente-card.js',
    'package.json',
  ])
})

it('the README names the file that npm pack makes', () => {
  const readme = readFileSync('packages/browser/README.md', 'utf8')
  expect(readme).toContain(`npm install ../puente/${basename(packed.tarball)}`)
})

it('a shop without React installs one small package', async () => {
  const shop = await installed(packed.tarball)
  const script = scriptOf(shop)
  expect(gzipSync(script).length).toBeLessThan(5_000)
  expect(script).not.toMatch(/\b(?:import|require|eval)\b ?\(|react/i)
  const listed = JSON.parse(readFileSync(join(shop.folder, 'package-lock.json'), 'utf8'))
  expect(Object.keys(listed.packages)).toEqual(['', 'node_modules/@puente/browser'])
})

it('a server without a DOM imports the package', async () => {
  const shop = await installed(packed.tarball)
  shop.write({
    'server.mjs': `import { VERSION } from '@puente/browser'
import { readFileSync } from 'node:fs'
const file = new URL(import.meta.resolve('@puente/browser/package.json'))
console.log(VERSION === JSON.parse(readFileSync(file, 'utf8')).version)`,
  })
  expect(await shop.run('server.mjs')).toBe('true\n')
})

const USE = `import { type PuenteCardElement } from '@puente/browser'
const card = document.querySelector('puente-card')
if (card) {
  card.payUrl = 'https://puente.example/pay/1'
  const isSent: boolean = card.submit()
  card.addEventListener('declined', ({ detail }) => console.log(detail.reason.length, isSent))
  card.addEventListener('change', ({ detail }) => console.log(detail.complete === true))
  card.addEventListener('failed', ({ detail }) => console.log(detail.canRetry === true))
  card.addEventListener('click', (event) => console.log(event.clientX))
  // @ts-expect-error: an outcome has no amount.
  card.addEventListener('paid', ({ detail }) => console.log(detail.amount))
}
export const isComplete = (element: PuenteCardElement): boolean => element.complete
`

const USE_OF_REACT = `import { PuenteCard } from '@puente/browser/react'
import type { PuenteCardElement } from '@puente/browser'
import { useRef } from 'react'
export const Checkout = ({ payUrl }: { payUrl: string }) => {
  const card = useRef<PuenteCardElement>(null)
  return (
    <>
      <PuenteCard ref={card} payUrl={payUrl} className="card" hideButton lang="es" style={{ margin: 0 }}
        onReady={() => card.current?.focus()}
        onDeclined={({ reason }) => console.log(reason.length)} />
      <button onClick={() => card.current?.submit()}>Pay</button>
      {/* @ts-expect-error: the address is required. */}
      <PuenteCard />
      {/* @ts-expect-error: no such event. */}
      <PuenteCard payUrl={payUrl} onPayed={() => {}} />
    </>
  )
}
`

it('the types compile in a shop without the types of React', async () => {
  const shop = await installed(packed.tarball)
  shop.write({
    'use.mts': USE,
    'wrapper.mts': `import { PuenteCard } from '@puente/browser/react'
export const element = PuenteCard({ payUrl: 'https://puente.example/pay/1', onPaid: ({ reason }) => reason })
`,
  })
  expect(await shop.typeCheck(['use.mts', 'wrapper.mts'])).toBe('')
  expect(await shop.typeCheck(['use.mts'], ['--exactOptionalPropertyTypes'])).toBe('')
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler']
  expect(await shop.typeCheck(['use.mts'], bundled)).toBe('')
})

describe.each(REACTS)('a shop with React $major', ({ major, folder }) => {
  it('the types of the component compile', async (test) => {
    if (!folder) return test.skip(`No React ${major}: REACT_${major} can name its node_modules`)
    const shop = await installed(packed.tarball)
    withReact(shop, folder)
    shop.write({ 'use.tsx': USE_OF_REACT })
    const jsx = ['--jsx', 'react-jsx', '--skipLibCheck']
    expect(await shop.typeCheck(['use.tsx'], jsx)).toBe('')
  })

  it('the server renders the element', async (test) => {
    if (!folder) return test.skip(`No React ${major}: REACT_${major} can name its node_modules`)
    const shop = await installed(packed.tarball)
    withReact(shop, folder)
    shop.write({
      'server.mjs': `import { createElement, version } from 'react'
import { renderToString } from 'react-dom/server'
import { PuenteCard } from '@puente/browser/react'
const props = { payUrl: 'https://puente.example/pay/1', lang: 'es', className: 'card' }
console.log(version.split('.')[0], renderToString(createElement(PuenteCard, props)))`,
    })
    expect(await shop.run('server.mjs')).toBe(
      `${major} <puente-card pay-url="https://puente.example/pay/1" lang="es" class="card"></puente-card>\n`,
    )
  })
})

it('the demo of the repository is not in the tarball, but runs with it', async () => {
  const shop = await installed(packed.tarball)
  cpSync('packages/browser/demo', shop.folder, { recursive: true })
  shop.write({
    'ask.mjs': `const { spawn } = await import('node:child_process')
const server = spawn(process.execPath, ['server.mjs'], { env: { ...process.env, PORT: '0' } })
const [text] = await new Promise((resolve) => server.stdout.once('data', (data) => resolve([String(data)])))
const url = text.split(' ').at(-1).trim()
const answers = await Promise.all(['', '/puente-card.js', '/nothing'].map((path) => fetch(url + path)))
console.log(answers.map(({ status }) => status).join())
server.kill()`,
  })
  expect(await shop.run('ask.mjs')).toBe('200,200,404\n')
})
