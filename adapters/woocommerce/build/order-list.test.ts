import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'
import { PLUGIN_FOLDER } from './plugin-zip.ts'

const SCRIPT = readFileSync(join(PLUGIN_FOLDER, 'assets/order-list.js'), 'utf8')

interface Node {
  className: string
  textContent: string
  children: Node[]
  append(...nodes: Node[]): void
  replaceChildren(...nodes: Node[]): void
}

const element = (): Node => {
  const node: Node = {
    className: '',
    textContent: '',
    children: [],
    append: (...nodes) => node.children.push(...nodes),
    replaceChildren: (...nodes) => {
      node.children = nodes
    },
  }
  return node
}

/** Runs the script on a page with two orders; the shop gives the answers in turn. */
const openList = async (answers: unknown[]) => {
  const column = () =>
    new Map([
      [7, element()],
      [8, element()],
    ])
  const [cells, numbers] = [column(), column()]
  const sent: string[] = []
  const parts = answers.map((_, at) => `part-${at}`)
  const window = {
    puenteOrderList: {
      url: '/ajax',
      action: 'read',
      nonce: 'n',
      asked: parts,
      label: 'Por revisar',
    },
  }
  await runInContext(
    SCRIPT.trim().replace(/^;/, ''),
    createContext({
      window,
      URLSearchParams,
      document: {
        createElement: element,
        querySelectorAll: (selector: string) => {
          const id = Number(/"(\d+)"/.exec(selector)?.[1])
          return [cells, numbers].flatMap((column) => column.get(id) ?? [])
        },
      },
      fetch: (_url: string, { body }: { body: URLSearchParams }) => {
        sent.push(String(body))
        const answer = answers[sent.length - 1]
        return answer instanceof Error
          ? Promise.reject(answer)
          : Promise.resolve({ json: () => Promise.resolve(answer) })
      },
    }),
  )
  return { cells, numbers, sent }
}

it('a badge names what needs attention, in the cell of its order', async () => {
  const { cells, sent } = await openList([
    { success: true, data: { 8: ['Cobrado dos veces', 'Otro'], 99: ['De otra página'] } },
  ])
  expect(sent).toEqual(['action=read&orders=part-0&_ajax_nonce=n'])
  expect(cells.get(7)?.children).toEqual([])
  const [badge] = cells.get(8)?.children ?? []
  expect(badge).toMatchObject({ className: 'puente-badge', textContent: 'Por revisar' })
  expect(badge?.children[0]?.textContent).toBe(': Cobrado dos veces Otro')
})

it('on a phone, which shows the numbers only, the badge is beside the number', async () => {
  const { numbers } = await openList([{ success: true, data: { 8: ['Cobrado dos veces'] } }])
  expect(numbers.get(7)?.children).toEqual([])
  expect(numbers.get(8)?.children).toMatchObject([{ className: 'puente-badge' }])
})

it('a part of the list without an answer leaves the others their badges', async () => {
  const { cells } = await openList([
    new Error('offline'),
    { success: false },
    { success: true, data: [] },
    { success: true, data: { 7: ['Cobrado dos veces'] } },
  ])
  expect(cells.get(7)?.children).toHaveLength(1)
})
