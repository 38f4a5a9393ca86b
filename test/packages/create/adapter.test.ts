import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HELP } from '../../../packages/create-adapter/src/answers.ts'
import {
  EXAMPLE,
  EXAMPLE_SHOP,
  EXAMPLE_TEST,
  REGISTRY,
  SETTINGS,
} from '../../../packages/create-adapter/src/places.ts'
import { writeAdapter } from '../../../packages/create-adapter/src/write-adapter.ts'

/** A clone with the files that the command reads. */
const newClone = () => {
  const clone = mkdtempSync(join(tmpdir(), 'puente-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  for (const path of [EXAMPLE, EXAMPLE_TEST, EXAMPLE_SHOP, REGISTRY, SETTINGS]) {
    cpSync(path, join(clone, path), { recursive: true })
  }
  return {
    clone,
    read: (path: string) => readFileSync(join(clone, path), 'utf8'),
    change: (path: string, from: string | RegExp, to: string) => {
      const file = join(clone, path)
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    },
  }
}

const LIST = /InstalledPlatform\[\] = \[([^\]]*)\]/

it('a third adapter in one clone is registered beside the others', () => {
  const { clone, read, change } = newClone()
  writeAdapter({ clone, name: 'bodega', title: 'La Bodega' })
  writeAdapter({ clone, name: 'mercado', title: 'Mercado' })
  // The formatter breaks a long list into lines, and ends it with a comma.
  const [list = '', names = ''] = LIST.exec(read(REGISTRY)) ?? []
  const lines = names.split(', ').map((name) => `  ${name},\n`)
  change(REGISTRY, list, list.replace(names, `\n${lines.join('')}`))
  writeAdapter({ clone, name: 'almacen', title: 'Almacén' })
  const [, registered = ''] = LIST.exec(read(REGISTRY)) ?? []
  expect(registered.split(',').map((name) => name.trim())).toEqual([
    'headless',
    'woocommerce',
    'shopify',
    'bodega',
    'mercado',
    'almacen',
  ])
  expect(read(REGISTRY)).toContain("import { almacen } from './almacen/adapter.ts'")
})

it('the secret of a new adapter has no default, and example.env shows it', () => {
  const { clone, read } = newClone()
  const written = writeAdapter({ clone, name: 'bodega', title: 'La Bodega' })
  expect(written).toContain(SETTINGS)
  expect(read('adapters/bodega/adapter.ts')).toContain(
    'BODEGA_WEBHOOK_SECRET: z.string().min(8).optional()',
  )
  expect(read(SETTINGS)).toMatch(/\n# Secret that signs .* La Bodega.*\nBODEGA_WEBHOOK_SECRET=\n/)
})

it('a clone that has changed gets no half of an adapter', () => {
  const { clone, read, change } = newClone()
  change(SETTINGS, /^# --- The payment gateway ---$/m, '# --- Gateway ---')
  const before = read(REGISTRY)
  expect(() => writeAdapter({ clone, name: 'bodega', title: 'La Bodega' })).toThrow(
    'This clone is newer: config/example.env has no line # --- The payment gateway ---',
  )
  expect(existsSync(join(clone, 'adapters/bodega'))).toBe(false)
  expect(read(REGISTRY)).toBe(before)
})

it('the help names every option', () => {
  for (const option of ['title', 'clone', 'yes', 'help']) expect(HELP).toContain(`--${option}`)
})
