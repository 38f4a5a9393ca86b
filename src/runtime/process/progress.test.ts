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

describe('progress of long work', () => {
  it('the progress line is rewritten in place and cleared at the end', () => {
    const { written, terminal } = terminalOf(true)
    const progress = openProgress(terminal)
    progress.show('1 of 3')
    progress.show('2 of 3')
    progress.clear()
    progress.clear()
    expect(written).toEqual(['\r\u001b[2K1 of 3', '\r\u001b[2K2 of 3', '\r\u001b[2K'])
  })

  it('the progress line never wraps', () => {
    const { written, terminal } = terminalOf(true, 10)
    openProgress(terminal).show('a line that is too long')
    expect(written).toEqual(['\r\u001b[2Ka line th'])
  })

  it('progress writes nothing to a file', () => {
    const { written, terminal } = terminalOf(false)
    const progress = openProgress(terminal)
    progress.show('1 of 3')
    progress.clear()
    expect(written).toEqual([])
  })
})
