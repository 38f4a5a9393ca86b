import { useSyncExternalStore } from 'react'

/** Each answer of a page says that its session is over: a second way out would break off the first. */
let isLeaving = false
window.addEventListener('pageshow', ({ persisted }) => {
  // Whoever goes back has the page as it was left.
  if (persisted) isLeaving = false
})

/** Forms in which somebody has typed something. */
const typedIn = new Set<Element>()
document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null
  if (form) typedIn.add(form)
})

const isTyping = (): boolean => {
  for (const form of typedIn) if (!form.isConnected) typedIn.delete(form)
  return typedIn.size > 0
}

/** Where one signs in, and comes back to the same page. */
export const signInAddress = (): string => {
  const { pathname, search } = window.location
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`
}

let isOver = false
const listeners = new Set<() => void>()
const setOver = (now: boolean): void => {
  if (isOver === now) return
  isOver = now
  for (const listener of listeners) listener()
}

/** Whose session is over signs in again; who has typed something keeps it, and is asked to do so beside it. */
export const endSession = (): void => {
  if (isLeaving) return
  if (isTyping()) {
    setOver(true)
    return
  }
  isLeaving = true
  window.location.assign(signInAddress())
}

export const sessionGoesOn = (): void => setOver(false)

/** Whether the session is over, and what was typed is still there. */
export const useSessionOver = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOver,
  )
