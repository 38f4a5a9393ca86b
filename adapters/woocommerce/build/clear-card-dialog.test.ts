import { describe, expect, it } from 'vitest'
import { openCardFieldsPage, turn } from './card-fields-page.ts'

/** Types a card, and ticks the box that saves it. */
const askedPage = async () => {
  const page = await openCardFieldsPage()
  page.type()
  const box = await page.tick(true)
  const [dialog] = page.dialogs()
  if (!dialog) throw new Error('The page asks nothing')
  const button = (words: string) => dialog.children.find(({ textContent }) => textContent === words)
  return { ...page, box, dialog, button }
}

describe('a customer who changes whether an empty card is saved', () => {
  it('gets fields that save the card, without a question', async () => {
    const { dialogs, mounted, tick } = await openCardFieldsPage()
    await tick(true)
    expect(dialogs()).toEqual([])
    expect(mounted.map(({ saveCard }) => saveCard)).toEqual([false, true])
  })
})

describe('a customer who changes whether a typed card is saved', () => {
  it('reads in a modal dialog why the fields have to be cleared, and keeps them by default', async () => {
    const { dialog, mounted } = await askedPage()
    expect([dialog.tag, dialog.isModal]).toEqual(['dialog', true])
    const named = Object.fromEntries(
      dialog.children.map(({ id, textContent }) => [id, textContent]),
    )
    expect(named[dialog.attributes['aria-labelledby'] ?? '']).toBe('Enter the card again?')
    expect(named[dialog.attributes['aria-describedby'] ?? '']).toContain('To save the card')
    // `showModal` focuses the first button.
    const buttons = dialog.children.filter(({ tag }) => tag === 'button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Leave them',
      'Clear the fields',
    ])
    expect(mounted).toHaveLength(1)
  })

  it('gets empty fields that save the card after "Clear the fields"', async () => {
    const { box, button, dialog, mounted } = await askedPage()
    button('Clear the fields')?.click()
    await turn()
    expect(mounted.map(({ saveCard }) => saveCard)).toEqual([false, true])
    expect([box.undone, dialog.isRemoved]).toEqual([0, true])
  })

  it.each(['the button', 'Escape'])('keeps card and choice after %s', async (way) => {
    const { box, button, dialog, mounted } = await askedPage()
    if (way === 'Escape') dialog.close()
    else button('Leave them')?.click()
    await turn()
    expect(mounted).toHaveLength(1)
    expect([box.undone, dialog.isRemoved]).toEqual([1, true])
  })

  it('is asked once, however often the box changes meanwhile', async () => {
    const { dialogs, tick } = await askedPage()
    await tick(false)
    await tick(true)
    expect(dialogs()).toHaveLength(1)
  })

  it('is asked about a complete card that autofill typed', async () => {
    const { answer, dialogs, tick } = await openCardFieldsPage()
    answer('form_complete', { complete: true })
    await tick(true)
    expect(dialogs()).toHaveLength(1)
  })

  it('reads the other reason when the card shall not be saved any more', async () => {
    const { button, dialogs, tick, type } = await askedPage()
    button('Clear the fields')?.click()
    await turn()
    type()
    await tick(false)
    const words = dialogs()[1]?.children.map(({ textContent }) => textContent)
    expect(words).toContain('To pay without saving, the fields are cleared.')
  })
})
