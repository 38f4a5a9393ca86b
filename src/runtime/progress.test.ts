import { describe, expect, it } from 'vitest'
import { openProgress } from './progress.ts'

const terminalOf = (isTTY: boolean, columns = 20) => {
  const written: string[] = []
  const write = (text: string | Uint8Array) => {
    written.push(String(text))
    return true
  }
  return { written, terminal: { isTTY, columns, write } }
}

describe('the progress of long work', () => {
  it('is one line that is written again, and gone at the end', () => {
    const { written, terminal } = terminalOf(true)
    const progress = openProgress(terminal)
    progress.show('1 of 3')
    progress.show('2 of 3')
    progress.clear()
    progress.clear()
    expect(written).toEqual(['\r\u001b[2K1 of 3', '\r\u001b[2K2 of 3', '\r\u001b[2K'])
  })

  it('never wraps', () => {
    const { written, terminal } = terminalOf(true, 10)
    openProgress(terminal).show('a line that is too long')
    expect(written).toEqual(['\r\u001b[2Ka line th'])
  })

  it('is nothing where it goes to a file', () => {
    const { written, terminal } = terminalOf(false)
    const progress = openProgress(terminal)
    progress.show('1 of 3')
    progress.clear()
    expect(written).toEqual([])
  })
})
