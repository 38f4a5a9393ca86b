'use client'

import { createElement, forwardRef, useCallback, useEffect, useRef } from 'react'
import './index.ts'
import type { PuenteCardDetails, PuenteCardElement, PuenteCardEventName } from './events.ts'

const HANDLERS = {
  ready: 'onReady',
  height: 'onHeight',
  change: 'onChange',
  submitted: 'onSubmitted',
  challenge: 'onChallenge',
  confirming: 'onConfirming',
  paid: 'onPaid',
  declined: 'onDeclined',
  review: 'onReview',
  expired: 'onExpired',
  failed: 'onFailed',
} as const satisfies Record<PuenteCardEventName, string>

type Handlers = {
  [Name in PuenteCardEventName as (typeof HANDLERS)[Name]]?:
    | ((detail: PuenteCardDetails[Name]) => void)
    | undefined
}

export interface PuenteCardProps extends Handlers {
  /** `pay_url` of a checkout with `mode: 'card_page'`. */
  payUrl: string
  /** `es` or `en`; defaults to the language of the page. */
  lang?: string | undefined
  /** Hides the frame's own button: call `submit()` from yours. */
  hideButton?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  style?: Readonly<Record<string, string | number | undefined>> | undefined
}

type ElementRef =
  | ((element: PuenteCardElement | null) => void)
  | { current: PuenteCardElement | null }
  | null

/** A React element, without the types of React. */
interface RenderedElement {
  type: string
  props: Record<string, unknown>
  key: string | null
}

const EVENT_NAMES = Object.keys(HANDLERS) as PuenteCardEventName[]

/** `<puente-card>` for React 18 and 19; `ref` is the element, with `submit()` and `focus()`. */
export const PuenteCard = forwardRef<PuenteCardElement, PuenteCardProps>((props, ref) => {
  const { payUrl, lang, hideButton, id, className, style } = props
  const element = useRef<PuenteCardElement | null>(null)
  const latest = useRef<Handlers>(props)
  useEffect(() => {
    latest.current = props
  })
  const handle = useCallback((event: Event): void => {
    const handler = latest.current[HANDLERS[event.type as PuenteCardEventName]]
    const { detail } = event as CustomEvent
    handler?.(detail)
  }, [])
  // The element may fire before effects run.
  const keep = useCallback(
    (card: PuenteCardElement | null) => {
      for (const name of EVENT_NAMES) {
        element.current?.removeEventListener(name, handle)
        card?.addEventListener(name, handle)
      }
      element.current = card
      if (typeof ref === 'function') ref(card)
      else if (ref) ref.current = card
    },
    [ref, handle],
  )
  return createElement('puente-card', {
    ref: keep,
    'pay-url': payUrl,
    ...(lang === undefined ? {} : { lang }),
    ...(hideButton ? { 'hide-button': '' } : {}),
    ...(id === undefined ? {} : { id }),
    ...(className === undefined ? {} : { class: className }),
    ...(style === undefined ? {} : { style }),
  })
}) as unknown as (props: PuenteCardProps & { ref?: ElementRef | undefined }) => RenderedElement
