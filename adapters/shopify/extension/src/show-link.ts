import '@shopify/ui-extensions/purchase.thank-you.block.render'
import { fetchPayLink, type LinkAnswer, type OrderOfPage } from './fetch-pay-link.ts'

export interface Page {
  order: OrderOfPage
  /** From the merchant's settings in the page editor. */
  puenteUrl: unknown
  sessionToken(): Promise<string>
  translate(key: string, values?: Record<string, string>): string
}

/** Renders the pay link of a payable order, or a note; nothing for other orders. */
export const showLink = async ({
  order,
  puenteUrl,
  sessionToken,
  translate,
}: Page): Promise<void> => {
  if (typeof puenteUrl !== 'string' || !/^https?:\/\//.test(puenteUrl)) return
  const answer = await fetchPayLink(puenteUrl, order, sessionToken)
  const shown = partsFor(answer, translate)
  if (shown.length === 0) return
  const section = document.createElement('s-section')
  section.heading = translate('heading')
  section.append(...shown)
  document.body.append(section)
}

const partsFor = (answer: LinkAnswer, translate: Page['translate']): Node[] => {
  switch (answer.state) {
    case 'payable': {
      const amount = `${answer.amount} ${answer.currency}`
      return [
        paragraph(translate('explanation', { amount })),
        button(translate('pay'), answer.pay_url),
      ]
    }
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
