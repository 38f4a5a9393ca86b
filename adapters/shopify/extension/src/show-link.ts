import '@shopify/ui-extensions/purchase.thank-you.block.render'
import { fetchPayLink, type LinkAnswer, type OrderOfPage } from './fetch-pay-link.ts'

interface Page {
  /** From the merchant's settings in the page editor. */
  settings: { value: { puente_url?: unknown } }
  sessionToken: { get(): Promise<string> }
  i18n: { translate(key: string, values?: Record<string, string>): string }
}

/** Renders a payable order's pay link, or a note; nothing for other orders. */
export const showLink = async (
  { settings, sessionToken, i18n }: Page,
  order: OrderOfPage,
): Promise<void> => {
  const { puente_url: puenteUrl } = settings.value
  const translate: Page['i18n']['translate'] = (key, values) => i18n.translate(key, values)
  if (typeof puenteUrl !== 'string' || !/^https?:\/\//.test(puenteUrl)) return
  const answer = await fetchPayLink(puenteUrl, order, () => sessionToken.get())
  const shown = partsFor(answer, translate)
  if (shown.length === 0) return
  const section = document.createElement('s-section')
  section.heading = translate('heading')
  section.append(...shown)
  document.body.append(section)
}

const partsFor = (answer: LinkAnswer, translate: Page['i18n']['translate']): Node[] => {
  switch (answer.state) {
    case 'payable':
      return [
        paragraph(translate('explanation', { amount: answer.amount_text })),
        button(translate('pay'), answer.pay_url),
      ]
    case 'paid':
      return [paragraph(translate('paid'))]
    case 'silent':
      return [paragraph(translate('silent'))]
    case 'none':
      return []
  }
}

const paragraph = (text: string): Node => {
  const element = document.createElement('s-paragraph')
  element.textContent = text
  return element
}

const button = (text: string, href: string): Node => {
  const element = document.createElement('s-button')
  element.variant = 'primary'
  element.href = href
  element.textContent = text
  return element
}
