import { useEffect, useRef } from 'react'

/** Ref of a field that the address names, for the focus. */
export const useFocusIf = (isFocused: boolean) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isFocused) return
    // The shell focuses the screen on navigation: run after it.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [isFocused])
  return field
}
